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
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import io.icepack.spark.scan.MergePlan;
import io.icepack.spark.scan.MergeRead;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.Capability;
import io.icepack.spark.table.KeyHistory;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableOptions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Copies what is live in packs that are mostly dead to new packs, and lets the main branch refer to
 * these. The old packs stay for the snapshots that need them, until garbage collection.
 */
public final class PackRewrite {

  private static final double DEFAULT_MAX_LIVE_RATIO = 0.5;

  private final SparkSession spark;
  private final Table table;
  private double maxLiveRatio = DEFAULT_MAX_LIVE_RATIO;
  private boolean dryRun;

  public PackRewrite(SparkSession spark, Table table) {
    this.spark = spark;
    this.table = table;
  }

  /**
   * Sets which packs are rewritten: those of which at most this part is live, 0.5 by default. Live
   * is what a branch or tag shows.
   */
  public PackRewrite maxLiveRatio(double newMaxLiveRatio) {
    if (!(newMaxLiveRatio > 0 && newMaxLiveRatio <= 1)) {
      throw new ValidationException(
          "Cannot repack table %s with max_live_ratio %s: use a number above 0 and at most 1",
          table.name(), newMaxLiveRatio);
    }
    this.maxLiveRatio = newMaxLiveRatio;
    return this;
  }

  /** Sets whether to find out only. */
  public PackRewrite dryRun(boolean newDryRun) {
    this.dryRun = newDryRun;
    return this;
  }

  /**
   * Rewrites packs.
   *
   * @throws ValidationException if another commit changed the data files meanwhile; nothing is left
   *     behind then
   */
  public PackRewriteReport run() {
    table.refresh();
    Optional<BlobTable> blobs = BlobTable.of(table, table.schema());
    if (blobs.isEmpty() || table.currentSnapshot() == null) {
      return PackRewriteReport.NOTHING;
    } else if (!blobs.get().options().managed()
        && Capability.storesPayloads(table.name(), table.properties())) {
      throw new ValidationException(
          "Cannot repack table %s: with '%s' = 'false' its payloads are to lie beside data files; "
              + "CALL sys.compact, which takes them out of packs",
          table.name(), TableOptions.MANAGED);
    }
    KeyHistory.check(table.name(), table.currentSnapshot(), table.properties());
    Dataset<Row> packs = SparkJobs.keep(spark, "Find packs to repack " + table.name(), packs());
    Map<String, Set<String>> packsByDataFile = packsByDataFile(packs);
    PackRewriteReport report = report(packs);
    if (packsByDataFile.isEmpty() || dryRun) {
      return report.with(packsByDataFile.size(), 0);
    }
    CompactionResult result =
        blobs.get().primaryKey().isPresent()
            ? rewriteRuns(blobs.get(), blobs.get().primaryKey().get(), packsByDataFile)
            : rewrite(blobs.get(), packsByDataFile);
    return report.with(result.rewrittenDataFiles(), result.addedDataFiles());
  }

  private CompactionResult rewrite(BlobTable blobs, Map<String, Set<String>> packsByDataFile) {
    CompactionPlan plan = PackRewritePlan.of(blobs, packsByDataFile.keySet());
    return new DataFileRewrite(spark, blobs, SnapshotRef.MAIN_BRANCH, Rewriting.REPACKING)
        .run(plan, packsByDataFile);
  }

  private CompactionResult rewriteRuns(
      BlobTable keyed, PrimaryKey key, Map<String, Set<String>> packsByDataFile) {
    Snapshot snapshot = table.currentSnapshot();
    MergePlan runs = MergePlan.ofWholeRuns(table, key, snapshot.snapshotId());
    KeyedPlan plan =
        new KeyedPlan(
            snapshot,
            MergeRead.ofRows(keyed),
            KeyedCompactionOptions.of(
                table.name(),
                CompactionStrategy.FULL,
                Map.of(),
                new SparkWriteConf(spark, table).targetDataFileSize()),
            new PackRunPlanner(table, packsByDataFile.keySet()).groups(runs.buckets()),
            false);
    try {
      return new RunRewrite(spark, keyed, SnapshotRef.MAIN_BRANCH, Rewriting.REPACKING)
          .run(plan, packsByDataFile, null);
    } catch (LostDeletesException e) {
      throw new ValidationException(
          e,
          "Cannot commit repacking of table %s: another commit deleted keys meanwhile; repack again",
          table.name());
    }
  }

  /** The packs to rewrite, with the descriptors of the main branch that point at them. */
  private Dataset<Row> packs() {
    Dataset<Row> packs =
        BlobPacks.packs(spark, table)
            .filter(col(BlobPacks.LIVE_VALUES).gt(0))
            .filter(col(BlobPacks.LIVE_BYTES).leq(col(BlobPacks.SIZE).multiply(lit(maxLiveRatio))))
            .select(col(StoredObjects.IDENTITY).as("pack"), col(BlobPacks.SIZE).as("pack_size"));
    Dataset<Row> descriptors =
        StoredDescriptors.shown(spark, table, table.currentSnapshot().snapshotId(), table.schema())
            .filter(BlobPacks.isManaged());
    return descriptors
        .join(packs, col(DescriptorReader.IDENTITY).equalTo(col("pack")))
        .select(
            "pack",
            "pack_size",
            DescriptorReader.DATA_FILE,
            DescriptorReader.POSITION,
            DescriptorReader.SIZE);
  }

  private static Map<String, Set<String>> packsByDataFile(Dataset<Row> packs) {
    Map<String, Set<String>> byDataFile = new HashMap<>();
    for (Row row :
        packs.groupBy(DescriptorReader.DATA_FILE).agg(collect_set("pack")).collectAsList()) {
      byDataFile.put(row.getString(0), new HashSet<>(row.getList(1)));
    }
    return byDataFile;
  }

  private static PackRewriteReport report(Dataset<Row> packs) {
    Row sums =
        packs
            .select("pack", "pack_size", DescriptorReader.POSITION, DescriptorReader.SIZE)
            .distinct()
            .groupBy("pack", "pack_size")
            .agg(sum(DescriptorReader.SIZE).as("copied"), count("*").as("values"))
            .agg(count("*"), sum("pack_size"), sum("copied"), sum("values"))
            .head();
    return sums.getLong(0) == 0
        ? PackRewriteReport.NOTHING
        : new PackRewriteReport(
            sums.getLong(0), sums.getLong(1), sums.getLong(3), sums.getLong(2), 0, 0);
  }
}
