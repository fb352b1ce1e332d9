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

import io.icepack.spark.scan.Bucket;
import io.icepack.spark.scan.MergePlan;
import io.icepack.spark.scan.MergeRead;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.KeyHistory;
import io.icepack.spark.table.PrimaryKey;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.spark.SparkUtil;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.iceberg.util.PartitionSet;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Merges runs of a primary-key table. */
final class KeyedCompaction {

  /**
   * The tag that a full compaction moves to its snapshot where other Iceberg readers cannot merge
   * runs.
   */
  static final String TAG = "compacted";

  private static final Logger LOG = LoggerFactory.getLogger(KeyedCompaction.class);
  private static final int ROUNDS = 3;

  private final SparkSession spark;
  private final Table table;
  private final String branch;
  private final Expression filter;
  private final CompactionStrategy strategy;
  private final Map<String, String> options;

  KeyedCompaction(
      SparkSession spark,
      Table table,
      String branch,
      Expression filter,
      CompactionStrategy strategy,
      Map<String, String> options) {
    this.spark = spark;
    this.table = table;
    this.branch = branch;
    this.filter = filter;
    this.strategy = strategy;
    this.options = options;
  }

  /** Compacts, and again what lands meanwhile if that is in the way. */
  CompactionResult run() {
    CompactionResult total = CompactionResult.NOTHING;
    for (int round = 1; ; round++) {
      table.refresh();
      BlobTable keyed = BlobTable.of(table, table.schema()).orElseThrow();
      KeyedCompactionOptions parsed =
          KeyedCompactionOptions.of(
              table.name(), strategy, options, conf(Map.of()).targetDataFileSize());
      Snapshot snapshot = table.snapshot(branch);
      if (snapshot == null) {
        return total;
      }
      KeyHistory.check(table.name(), snapshot, table.properties());
      KeyedPlan plan = plan(keyed, snapshot, parsed);
      String tag = plan.clean() ? tag(keyed.primaryKey().orElseThrow()) : null;
      try {
        total = total.plus(compact(keyed, plan, tag));
        if (tag == null || total.compactedSnapshotId() != null) {
          return total;
        } else if (round == ROUNDS) {
          LOG.warn(
              "Tag {} of table {} stays where it is: other writes came before the compaction was "
                  + "committed, {} times",
              TAG,
              table.name(),
              ROUNDS);
          return total;
        }
      } catch (LostDeletesException e) {
        if (round == ROUNDS) {
          throw new ValidationException(
              e,
              "Cannot commit compaction of table %s: other commits deleted keys meanwhile, %d "
                  + "times; compact again",
              table.name(),
              ROUNDS);
        }
        LOG.info("Compacting table {} again", table.name(), e);
      }
    }
  }

  private KeyedPlan plan(BlobTable keyed, Snapshot snapshot, KeyedCompactionOptions parsed) {
    PrimaryKey key = keyed.primaryKey().orElseThrow();
    BucketDeletes deletes = BucketDeletes.of(table, snapshot);
    MergeRead read = MergeRead.ofRows(keyed);
    if (strategy == CompactionStrategy.MINOR) {
      MergePlan runs = MergePlan.ofWholeRuns(table, key, snapshot.snapshotId());
      List<RunGroup> groups =
          new MinorPlanner(table, key, parsed, deletes)
              .groups(chosen(key, snapshot, runs.buckets()));
      return new KeyedPlan(snapshot, read, parsed, groups, false);
    }
    List<Bucket> all = plan(key, snapshot, Expressions.alwaysTrue()).buckets();
    List<Bucket> chosen = chosen(key, snapshot, all);
    List<RunGroup> groups = new FullPlanner(table, parsed, deletes).groups(all, chosen);
    Set<Bucket> folded = Collections.newSetFromMap(new IdentityHashMap<>());
    folded.addAll(chosen);
    boolean clean = all.stream().allMatch(bucket -> folded.contains(bucket) || bucket.isClean());
    return new KeyedPlan(snapshot, read, parsed, groups, clean);
  }

  private MergePlan plan(PrimaryKey key, Snapshot snapshot, Expression condition) {
    return MergePlan.of(
        table, key, snapshot.snapshotId(), condition, SparkUtil.caseSensitive(spark));
  }

  /** The buckets that may hold keys that the filter selects. */
  private List<Bucket> chosen(PrimaryKey key, Snapshot snapshot, List<Bucket> buckets) {
    if (filter == Expressions.alwaysTrue()) {
      return buckets;
    }
    List<Bucket> selected = plan(key, snapshot, filter).buckets();
    PartitionSet partitions = PartitionSet.create(table.specs());
    selected.stream()
        .filter(bucket -> bucket.partition() != null)
        .forEach(bucket -> partitions.add(bucket.specId(), bucket.partition()));
    return buckets.stream()
        .filter(
            bucket ->
                bucket.partition() == null
                    ? !selected.isEmpty()
                    : partitions.contains(bucket.specId(), bucket.partition()))
        .toList();
  }

  /** The tag to move, null if there is none to. */
  private String tag(PrimaryKey key) {
    if (key.isUpsert() || !branch.equals(SnapshotRef.MAIN_BRANCH)) {
      return null;
    }
    SnapshotRef ref = table.refs().get(TAG);
    if (ref != null && ref.isBranch()) {
      LOG.warn("Cannot move tag {} of table {}: a branch has that name", TAG, table.name());
      return null;
    }
    return TAG;
  }

  private CompactionResult compact(BlobTable keyed, KeyedPlan plan, String tag) {
    if (plan.groups().isEmpty()) {
      SnapshotRef ref = tag == null ? null : table.refs().get(tag);
      if (tag == null) {
        return CompactionResult.NOTHING;
      } else if (ref != null && ref.snapshotId() == plan.snapshot().snapshotId()) {
        return CompactionResult.NOTHING.withCompactedSnapshot(ref.snapshotId());
      }
    }
    return new RunRewrite(spark, keyed, branch, Rewriting.COMPACTION).run(plan, Map.of(), tag);
  }

  private SparkWriteConf conf(Map<String, String> writeOptions) {
    return new SparkWriteConf(spark, table, new CaseInsensitiveStringMap(writeOptions));
  }
}
