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

import io.icepack.spark.table.BlobTable;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.spark.SparkUtil;
import org.apache.spark.sql.SparkSession;

/**
 * Joins small data files and applies deletes; merges the runs of a primary-key table. Rows move
 * with their descriptors, so no payload is read or written; an append table without blobs is left
 * to Iceberg.
 */
public final class Compaction {

  private final SparkSession spark;
  private final Table table;
  private String branch = SnapshotRef.MAIN_BRANCH;
  private Expression filter = Expressions.alwaysTrue();
  private CompactionStrategy strategy;
  private Map<String, String> options = Map.of();

  public Compaction(SparkSession spark, Table table) {
    this.spark = spark;
    this.table = table;
  }

  /** Compacts a branch other than the main one. */
  public Compaction toBranch(String newBranch) {
    this.branch = newBranch;
    return this;
  }

  /**
   * Compacts only files that may hold rows which an expression on columns without blobs selects.
   */
  public Compaction filter(Expression newFilter) {
    this.filter = newFilter;
    return this;
  }

  /** Sets how much of a primary-key table is merged, null for everything. */
  public Compaction strategy(CompactionStrategy newStrategy) {
    this.strategy = newStrategy;
    return this;
  }

  /**
   * Sets options, which are those of Iceberg's {@code rewrite_data_files} and some of them for a
   * primary-key table.
   */
  public Compaction options(Map<String, String> newOptions) {
    this.options = Map.copyOf(newOptions);
    return this;
  }

  /**
   * Compacts the table.
   *
   * @throws ValidationException if another commit changed the files meanwhile; nothing is left
   *     behind then
   */
  public CompactionResult run() {
    table.refresh();
    Snapshot snapshot = snapshot();
    Optional<BlobTable> blobs = BlobTable.of(table, table.schema());
    if (blobs.flatMap(BlobTable::primaryKey).isPresent()) {
      CompactionStrategy chosen = strategy == null ? CompactionStrategy.FULL : strategy;
      return new KeyedCompaction(spark, table, branch, filter, chosen, options).run();
    } else if (strategy != null) {
      throw new ValidationException(
          "Cannot compact table %s with strategy '%s': it has no primary key, so that there are no "
              + "runs to merge; leave the strategy out",
          table.name(), strategy.option());
    }
    if (blobs.isEmpty()) {
      return new PlainCompaction(spark, table, branch, filter, options).run();
    } else if (snapshot == null) {
      return CompactionResult.NOTHING;
    }
    CompactionPlan plan =
        CompactionPlan.of(table, snapshot, filter, SparkUtil.caseSensitive(spark), options);
    CompactionResult result = CompactionResult.NOTHING;
    for (CompactionPlan commit : plan.commits()) {
      // With partial progress, what earlier commits did stays when a later one fails.
      result =
          result.plus(
              new DataFileRewrite(spark, blobs.get(), branch, Rewriting.COMPACTION).run(commit));
    }
    return result;
  }

  private Snapshot snapshot() {
    SnapshotRef ref = table.refs().get(branch);
    if (ref == null && !branch.equals(SnapshotRef.MAIN_BRANCH)) {
      throw new ValidationException(
          "Cannot compact branch %s of table %s: there is no such branch, there are %s",
          branch, table.name(), table.refs().keySet());
    } else if (ref != null && ref.isTag()) {
      throw new ValidationException(
          "Cannot compact branch %s of table %s: it is a tag, and tags do not change",
          branch, table.name());
    }
    return ref == null ? null : table.snapshot(ref.snapshotId());
  }
}
