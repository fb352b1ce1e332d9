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
import io.icepack.spark.write.WriteContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.iceberg.spark.SparkWriteOptions;
import org.apache.iceberg.spark.SparkWriteRequirements;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.iceberg.util.SerializationUtil;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Replaces data files of a blob table by new ones with the same rows, in one job and one commit.
 */
final class DataFileRewrite {

  private final SparkSession spark;
  private final BlobTable blobs;
  private final Table table;
  private final String branch;
  private final Rewriting rewriting;

  /**
   * Prepares a rewrite.
   *
   * @param branch the branch to commit to
   * @param rewriting what the rewrite is called in errors and in Spark's UI
   */
  DataFileRewrite(SparkSession spark, BlobTable blobs, String branch, Rewriting rewriting) {
    this.spark = spark;
    this.blobs = blobs;
    this.table = blobs.table();
    this.branch = branch;
    this.rewriting = rewriting;
  }

  /** Moves rows and leaves payloads where they are. */
  CompactionResult run(CompactionPlan plan) {
    return run(plan, Map.of());
  }

  /**
   * Moves rows.
   *
   * @param packs by data file, identities of the packs whose payloads are copied to new ones
   */
  CompactionResult run(CompactionPlan plan, Map<String, Set<String>> packs) {
    CompactionCommit commit = new CompactionCommit(table, branch, rewriting);
    List<byte[]> bins = new ArrayList<>();
    for (CompactionGroup group : plan.groups()) {
      for (List<FileScanTask> bin : group.bins()) {
        bins.add(SerializationUtil.serializeToBytes(CompactionTask.Bin.of(bin, packs)));
      }
    }
    boolean written = false;
    try {
      TaskJob.run(
          spark,
          "Write data files to %s %s".formatted(rewriting.verb(), table.name()),
          JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(bins, bins.size()),
          new CompactionTask(SerializableTableWithSize.copyOf(table), context(plan)),
          commit::add);
      written = true;
    } finally {
      if (!written) {
        commit.abort();
      }
    }
    return commit.commit(plan);
  }

  private WriteContext context(CompactionPlan plan) {
    Map<String, String> writeOptions = new HashMap<>();
    writeOptions.put(SparkWriteOptions.TARGET_FILE_SIZE_BYTES, Long.toString(plan.maxFileSize()));
    writeOptions.put(SparkWriteOptions.OUTPUT_SPEC_ID, Integer.toString(plan.specId()));
    writeOptions.put(SparkWriteOptions.FANOUT_ENABLED, "false");
    if (table.sortOrder().isSorted()) {
      String order = Integer.toString(table.sortOrder().orderId());
      writeOptions.put(SparkWriteOptions.OUTPUT_SORT_ORDER_ID, order);
    }
    Schema schema =
        TableUtil.supportsRowLineage(table)
            ? MetadataColumns.schemaWithRowLineage(table.schema())
            : table.schema();
    return WriteContext.of(
        blobs,
        schema,
        null,
        new SparkWriteConf(spark, table, new CaseInsensitiveStringMap(writeOptions)),
        SparkWriteRequirements.EMPTY,
        UUID.randomUUID().toString());
  }
}
