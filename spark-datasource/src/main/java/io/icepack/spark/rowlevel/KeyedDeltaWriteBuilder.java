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
package io.icepack.spark.rowlevel;

import io.icepack.spark.column.Handle;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.write.EarlierPartitioning;
import io.icepack.spark.write.RunContext;
import io.icepack.spark.write.SourceTable;
import io.icepack.spark.write.WriteContext;
import org.apache.iceberg.Schema;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.spark.SparkTableUtil;
import org.apache.iceberg.spark.SparkUtil;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.iceberg.spark.SparkWriteRequirements;
import org.apache.iceberg.types.TypeUtil;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.DeltaWriteBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;

/** Plans the write of an UPDATE, DELETE or MERGE on a primary-key table. */
final class KeyedDeltaWriteBuilder implements DeltaWriteBuilder {

  private final SparkSession spark;
  private final BlobTable table;
  private final String catalog;
  private final String branch;
  private final Command command;
  private final Handle.Mark mark;
  private final ScannedRows scanned;
  private final LogicalWriteInfo info;
  private final SparkWriteConf conf;

  KeyedDeltaWriteBuilder(
      SparkSession spark,
      BlobTable table,
      String catalog,
      String branch,
      Command command,
      Handle.Mark mark,
      ScannedRows scanned,
      LogicalWriteInfo info) {
    this.spark = spark;
    this.table = table;
    this.catalog = catalog;
    this.branch = SparkTableUtil.determineWriteBranch(spark, table.table(), branch, info.options());
    this.command = command;
    this.mark = mark;
    this.scanned = scanned;
    this.info = info;
    this.conf = new SparkWriteConf(spark, table.table(), info.options());
  }

  @Override
  public DeltaWrite build() {
    SparkUtil.validatePartitionTransforms(table.table().spec());
    boolean deletes = RowDeletions.of(table, command) == RowDeletions.REMOVE;
    if (deletes && command != Command.UPDATE) {
      EarlierPartitioning.refuseDeletions(table, branch, command + " rows");
    }
    WriteContext rows =
        WriteContext.of(
                table,
                WriteContext.physical(table, logical()),
                mark,
                conf,
                SparkWriteRequirements.EMPTY,
                info.queryId())
            .withSource(
                command == Command.DELETE
                    ? null
                    : SourceTable.of(spark, table, catalog, info.options()))
            .withRuns(new RunContext(table.primaryKey().orElseThrow(), true));
    return new KeyedDeltaWrite(
        spark,
        table,
        branch,
        command,
        conf,
        KeyedDeltaContext.of(table.name(), rows, info, deletes),
        scanned);
  }

  private Schema logical() {
    if (info.schema() == null || info.schema().isEmpty()) {
      return table.logicalSchema();
    }
    Schema logical = SparkSchemaUtil.convert(table.logicalSchema(), info.schema());
    TypeUtil.validateSchema(
        "data", table.logicalSchema(), logical, conf.checkNullability(), conf.checkOrdering());
    return logical;
  }
}
