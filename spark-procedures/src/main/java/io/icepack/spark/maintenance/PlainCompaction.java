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

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.actions.RewriteDataFiles;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.spark.actions.SparkActions;
import org.apache.iceberg.util.PropertyUtil;
import org.apache.spark.sql.SparkSession;

/** Compaction of a table without blob columns, which is Iceberg's own. */
final class PlainCompaction {

  private final SparkSession spark;
  private final Table table;
  private final String branch;
  private final Expression filter;
  private final Map<String, String> options;

  PlainCompaction(
      SparkSession spark,
      Table table,
      String branch,
      Expression filter,
      Map<String, String> options) {
    this.spark = spark;
    this.table = table;
    this.branch = branch;
    this.filter = filter;
    this.options = options;
  }

  CompactionResult run() {
    Set<Long> before = new HashSet<>();
    table.snapshots().forEach(snapshot -> before.add(snapshot.snapshotId()));
    // Data files need sidecars for as long as the table remembers that it had blobs.
    RewriteDataFiles.Result result = new BlobRefsRebuild(spark, table).after(this::rewrite);
    table.refresh();
    long addedBytes = 0;
    for (Snapshot snapshot : table.snapshots()) {
      if (!before.contains(snapshot.snapshotId())
          && snapshot.operation().equals(DataOperations.REPLACE)) {
        addedBytes +=
            PropertyUtil.propertyAsLong(
                snapshot.summary(), SnapshotSummary.ADDED_FILE_SIZE_PROP, 0);
      }
    }
    return new CompactionResult(
        result.rewrittenDataFilesCount(),
        result.addedDataFilesCount(),
        result.rewrittenBytesCount(),
        addedBytes,
        0,
        result.removedDeleteFilesCount(),
        0,
        null);
  }

  private RewriteDataFiles.Result rewrite() {
    return SparkActions.get(spark)
        .rewriteDataFiles(table)
        .toBranch(branch)
        .filter(filter)
        .options(options)
        .execute();
  }
}
