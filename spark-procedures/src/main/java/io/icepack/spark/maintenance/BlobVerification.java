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
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;

import io.icepack.blob.descriptor.BlobKind;
import io.icepack.spark.io.ExternalStorage;
import java.util.List;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.iceberg.util.SnapshotUtil;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Checks that every descriptor in the data files of a table resolves: that its object is there and
 * long enough, and in a deep check that the bytes can be read.
 */
public final class BlobVerification {

  private static final int MAX_PROBLEMS = 10_000;

  private final SparkSession spark;
  private final String catalog;
  private final Table table;
  private Long snapshotId;
  private boolean deep;

  /**
   * Prepares a check.
   *
   * @param catalog name of the table's catalog, for its settings
   */
  public BlobVerification(SparkSession spark, String catalog, Table table) {
    this.spark = spark;
    this.catalog = catalog;
    this.table = table;
  }

  /**
   * Checks only what one snapshot shows. By default all rows are checked that are in a data file of
   * a retained snapshot.
   *
   * @param newSnapshotId id of the snapshot, null for all
   */
  public BlobVerification snapshot(Long newSnapshotId) {
    this.snapshotId = newSnapshotId;
    return this;
  }

  /** Sets whether every byte is read. */
  public BlobVerification deep(boolean newDeep) {
    this.deep = newDeep;
    return this;
  }

  /** Returns the problems, at most 10,000 of them. */
  public List<BlobProblem> run() {
    table.refresh();
    if (BlobHistory.of(table).isEmpty()) {
      return List.of();
    }
    ExternalStorage external =
        ExternalStorage.of(spark, catalog, table.properties(), CaseInsensitiveStringMap.empty());
    Dataset<Row> problems =
        descriptors()
            .withColumn(
                RangeCheck.EXTERNAL, col(DescriptorReader.KIND).equalTo(BlobKind.EXTERNAL.code()))
            .groupBy(
                DescriptorReader.OBJECT,
                DescriptorReader.POSITION,
                DescriptorReader.SIZE,
                RangeCheck.EXTERNAL,
                DescriptorReader.PROBLEM)
            .agg(
                count("*").as(RangeCheck.VALUES),
                min(DescriptorReader.COLUMN).as(DescriptorReader.COLUMN),
                min(DescriptorReader.DATA_FILE).as(DescriptorReader.DATA_FILE))
            .repartition(SparkJobs.defaultParallelism(spark), col(DescriptorReader.OBJECT))
            .sortWithinPartitions(
                DescriptorReader.OBJECT, RangeCheck.EXTERNAL, DescriptorReader.POSITION)
            .mapPartitions(
                new RangeCheck(SerializableTableWithSize.copyOf(table), external, deep),
                RangeCheck.ENCODER)
            .groupBy(RangeCheck.KIND, DescriptorReader.OBJECT)
            .agg(
                min(DescriptorReader.COLUMN),
                min(DescriptorReader.DATA_FILE),
                sum(RangeCheck.VALUES),
                min(DescriptorReader.PROBLEM))
            .orderBy(RangeCheck.KIND, DescriptorReader.OBJECT)
            .limit(MAX_PROBLEMS);
    return SparkJobs.run(
        spark,
        "Verify blobs of " + table.name(),
        () -> problems.collectAsList().stream().map(BlobProblem::of).toList());
  }

  private Dataset<Row> descriptors() {
    if (snapshotId == null) {
      return StoredDescriptors.retained(spark, table);
    }
    if (table.snapshot(snapshotId) == null) {
      throw new ValidationException(
          "Cannot verify table %s: it has no snapshot %s", table.name(), snapshotId);
    }
    return StoredDescriptors.shown(
        spark, table, snapshotId, SnapshotUtil.schemaFor(table, snapshotId));
  }
}
