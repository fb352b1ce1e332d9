/*
 * Copyright 2026 the Icepack authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.icepack.spark.maintenance;

import static org.apache.spark.sql.functions.col;

import io.icepack.blob.descriptor.BlobKind;
import io.icepack.spark.scan.Bucket;
import io.icepack.spark.scan.MergePlan;
import io.icepack.spark.scan.MergeRead;
import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.BlobForm;
import io.icepack.spark.table.BlobStorage;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.KeyHistory;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableBases;
import io.icepack.spark.write.RunContext;
import io.icepack.spark.write.TaskCommit;
import io.icepack.spark.write.WriteContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.iceberg.spark.SparkWriteOptions;
import org.apache.iceberg.spark.SparkWriteRequirements;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.SerializationUtil;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table of its own: objects are copied to names that depend on their source alone, so that a
 * second attempt finds what the first one has copied; then rows are written with descriptors of the
 * copies, and all of it appears in one commit. External references stay what they are.
 */
final class DeepClone {

  private static final Logger LOG = LoggerFactory.getLogger(DeepClone.class);

  private final SparkSession spark;
  private final TableClone clone;
  private final Table source;

  DeepClone(SparkSession spark, TableClone clone) {
    this.spark = spark;
    this.clone = clone;
    this.source = clone.source();
  }

  TableCloneReport run() {
    BlobTable blobs =
        BlobTable.of(source, source.schema())
            .orElseThrow(() -> clone.refused("it has no BLOB columns any more", null));
    Snapshot snapshot = source.currentSnapshot();
    KeyHistory.check(source.name(), snapshot, source.properties());
    List<byte[]> tasks = snapshot == null ? List.of() : plan(blobs, snapshot);
    Transaction transaction = stage(blobs);
    if (snapshot == null) {
      transaction.commitTransaction();
      return new TableCloneReport(null, null, 0, ObjectCounts.NONE, 0);
    }
    // The source must not lose the snapshot before the clone is complete.
    String tag = "clone-in-progress-" + clone.target();
    protect(tag, snapshot);
    try {
      // Payloads beside data files are copied with the rows.
      ObjectCopy.Result objects =
          blobs.options().managed()
              ? copyObjects(transaction.table(), snapshot)
              : ObjectCopy.Result.NONE;
      WrittenTasks written = copyRows(blobs, transaction, tasks);
      return new TableCloneReport(
          snapshot.snapshotId(),
          null,
          written.dataFiles().size(),
          objects.copied().plus(written.objects()),
          objects.reused());
    } finally {
      release(tag);
    }
  }

  private Transaction stage(BlobTable blobs) {
    Map<String, String> properties = clone.properties();
    properties.remove(TableProperties.DEFAULT_NAME_MAPPING);
    properties.remove(KeyHistory.SINCE);
    properties.remove(PrimaryKey.FIELD_IDS);
    for (BlobStorage storage : BlobStorage.values()) {
      properties.remove(storage.fieldIds());
    }
    properties.put(TableProperties.FORMAT_VERSION, String.valueOf(TableUtil.formatVersion(source)));
    Transaction transaction = clone.stage(properties);
    UpdateProperties recorded = transaction.updateProperties();
    Schema schema = transaction.table().schema();
    for (BlobStorage storage : BlobStorage.values()) {
      Map<String, BlobForm> forms = blobs.columns().forms(storage);
      if (!forms.isEmpty()) {
        recorded.set(storage.fieldIds(), BlobColumns.recordIds(storage, properties, schema, forms));
      }
    }
    blobs
        .primaryKey()
        .ifPresent(
            key -> recorded.set(PrimaryKey.FIELD_IDS, PrimaryKey.recordIds(schema, key.names())));
    recorded.commit();
    return transaction;
  }

  private void protect(String tag, Snapshot snapshot) {
    if (source.refs().containsKey(tag)) {
      source.manageSnapshots().replaceTag(tag, snapshot.snapshotId()).commit();
    } else {
      source
          .manageSnapshots()
          .createTag(tag, snapshot.snapshotId())
          .setMaxRefAgeMs(tag, Long.MAX_VALUE)
          .commit();
    }
  }

  // A tag that stays does no harm, and must not hide what came of the clone.
  private void release(String tag) {
    try {
      source.refresh();
      if (source.refs().containsKey(tag)) {
        source.manageSnapshots().removeTag(tag).commit();
      }
    } catch (RuntimeException e) {
      LOG.warn("Cannot drop tag {} of table {}; drop it by hand", tag, source.name(), e);
    }
  }

  private ObjectCopy.Result copyObjects(Table target, Snapshot snapshot) {
    String newDataFile = target.locationProvider().newDataLocation("new");
    String root = TableBases.resolver(target).locations().implicitBase(newDataFile);
    Dataset<String> objects =
        StoredDescriptors.shown(spark, source, snapshot.snapshotId(), source.schema())
            .filter(isOwned())
            .select(DescriptorReader.OBJECT)
            .distinct()
            .repartition(SparkJobs.defaultParallelism(spark))
            .as(Encoders.STRING());
    AtomicReference<ObjectCopy.Result> total = new AtomicReference<>(ObjectCopy.Result.NONE);
    TaskJob.run(
        spark,
        "Copy objects of %s to %s".formatted(source.name(), clone.target()),
        objects.toJavaRDD(),
        new ObjectCopy(
            SerializableTableWithSize.copyOf(source),
            SerializableTableWithSize.copyOf(target),
            root),
        result -> total.updateAndGet(result::plus));
    return total.get();
  }

  private static Column isOwned() {
    return BlobPacks.isManaged()
        .or(col(DescriptorReader.KIND).isin(BlobKind.PACKED.code(), BlobKind.DEDICATED.code()));
  }

  private WrittenTasks copyRows(BlobTable blobs, Transaction transaction, List<byte[]> tasks) {
    Table target = transaction.table();
    WrittenTasks written = new WrittenTasks(target);
    boolean keep = false;
    try {
      if (!tasks.isEmpty()) {
        TaskJob.run(
            spark,
            "Copy rows of %s to %s".formatted(source.name(), clone.target()),
            JavaSparkContext.fromSparkContext(spark.sparkContext())
                .parallelize(tasks, tasks.size()),
            blobs.primaryKey().isPresent() ? mergeTask(blobs, target) : copyTask(target),
            written::add);
      }
      AppendFiles append = transaction.newAppend();
      written.dataFiles().forEach(append::appendFile);
      append.commit();
      keep = true;
      commit(transaction, written);
    } finally {
      if (!keep) {
        written.abort();
      }
    }
    return written;
  }

  private TaskJob.Work<byte[], TaskCommit> copyTask(Table target) {
    return new CloneTask(
        SerializableTableWithSize.copyOf(source),
        source.schema(),
        SerializableTableWithSize.copyOf(target),
        context(target, target.schema()));
  }

  /** Divides the work of copying rows: by size, or by buckets if runs are to be merged. */
  private List<byte[]> plan(BlobTable blobs, Snapshot snapshot) {
    Optional<PrimaryKey> key = blobs.primaryKey();
    return key.isPresent()
        ? buckets(key.get(), snapshot)
        : StoredDescriptors.plan(source, snapshot.snapshotId());
  }

  private List<byte[]> buckets(PrimaryKey key, Snapshot snapshot) {
    List<Bucket> buckets =
        MergePlan.of(source, key, snapshot.snapshotId(), Expressions.alwaysTrue(), true).buckets();
    // Rows of an earlier partitioning may come to lie in one partition, where they are one run.
    Stream<CloneRunTask.Input> inputs =
        buckets.stream().allMatch(this::isOfCurrentSpec)
            ? buckets.stream()
                .map(bucket -> new CloneRunTask.Input(bucket.partition(), bucket.sections()))
            : Stream.of(
                new CloneRunTask.Input(
                    null, buckets.stream().flatMap(b -> b.sections().stream()).toList()));
    return inputs.map(SerializationUtil::serializeToBytes).toList();
  }

  private boolean isOfCurrentSpec(Bucket bucket) {
    return bucket.partition() != null && bucket.specId() == source.spec().specId();
  }

  private TaskJob.Work<byte[], TaskCommit> mergeTask(BlobTable blobs, Table target) {
    MergeRead read =
        MergeRead.of(
            blobs, source.schema().columns().stream().map(Types.NestedField::name).toList());
    List<Types.NestedField> fields =
        read.schema().columns().stream()
            .map(field -> target.schema().findField(field.name()))
            .toList();
    Schema written = new Schema(fields, target.schema().identifierFieldIds());
    PrimaryKey key = PrimaryKey.of(target.schema(), target.properties()).orElseThrow();
    return new CloneRunTask(
        SerializableTableWithSize.copyOf(source),
        read,
        SerializableTableWithSize.copyOf(target),
        context(target, written).withRuns(new RunContext(key, false)));
  }

  private static void commit(Transaction transaction, WrittenTasks written) {
    try {
      transaction.commitTransaction();
    } catch (RuntimeException e) {
      if (e instanceof CleanableFailure || e instanceof AlreadyExistsException) {
        written.abort();
      }
      throw e;
    }
  }

  private WriteContext context(Table target, Schema schema) {
    CaseInsensitiveStringMap options =
        new CaseInsensitiveStringMap(Map.of(SparkWriteOptions.FANOUT_ENABLED, "false"));
    return WriteContext.of(
        BlobTable.of(target, target.schema()).orElseThrow(),
        schema,
        null,
        new SparkWriteConf(spark, target, options),
        SparkWriteRequirements.EMPTY,
        UUID.randomUUID().toString());
  }
}
