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
import io.icepack.spark.write.SourceTable;
import io.icepack.spark.write.UriPolicy;
import io.icepack.spark.write.WriteContext;
import java.util.List;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.spark.SparkTableUtil;
import org.apache.iceberg.spark.SparkUtil;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.iceberg.types.TypeUtil;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.DeltaWriteBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;

/** Plans the write of an UPDATE, DELETE or MERGE. */
final class BlobDeltaWriteBuilder implements DeltaWriteBuilder {

  private final SparkSession spark;
  private final BlobTable table;
  private final String catalog;
  private final String branch;
  private final Command command;
  private final Handle.Mark mark;
  private final ScannedRows scanned;
  private final LogicalWriteInfo info;
  private final SparkWriteConf conf;

  BlobDeltaWriteBuilder(
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
    boolean writesRows = info.schema() != null && !info.schema().isEmpty();
    boolean lineage =
        writesRows
            && info.metadataSchema().get().getFieldIndex(MetadataColumns.ROW_ID.name()).isDefined();
    Schema schema = writesRows ? rowSchema() : new Schema(List.of());
    SparkUtil.validatePartitionTransforms(table.table().spec());
    WriteContext rows =
        WriteContext.of(
                table,
                lineage ? MetadataColumns.schemaWithRowLineage(schema) : schema,
                mark,
                conf,
                conf.positionDeltaRequirements(command),
                info.queryId())
            .withUris(UriPolicy.of(spark, table, catalog, info.options()))
            .withSource(writesRows ? SourceTable.of(spark, table, catalog, info.options()) : null);
    return new BlobDeltaWrite(
        spark,
        table,
        branch,
        command,
        conf,
        DeltaContext.of(rows, writesRows, lineage, info),
        scanned);
  }

  private Schema rowSchema() {
    if (info.schema().length() > table.logicalSchema().columns().size()) {
      // Spark adds all metadata columns to the rows to be written, and then loses count of them.
      throw new ValidationException(
          "Cannot %s table %s by metadata columns such as _blobs or _file: Spark does not support "
              + "it; use a subquery, such as WHERE id IN (SELECT id FROM %s WHERE _blobs…)",
          command, table.name(), table.name());
    }
    Schema logical = SparkSchemaUtil.convert(table.logicalSchema(), info.schema());
    TypeUtil.validateSchema(
        "data", table.logicalSchema(), logical, conf.checkNullability(), conf.checkOrdering());
    return WriteContext.physical(table, logical);
  }
}
