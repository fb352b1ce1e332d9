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
package io.icepack.spark.catalog;

import io.icepack.spark.table.BlobTable;
import io.icepack.spark.write.StagedObjects;
import java.util.Set;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A primary-key table as a pipeline writes changes to it: the columns of the table, and one more
 * that tells the row kind and is not stored.
 */
final class ChangeTable extends IcepackTable {

  private final String kindColumn;
  private final StructType type;

  private ChangeTable(String catalog, SparkTable physical, BlobTable blobTable, String kindColumn) {
    super(catalog, physical, blobTable);
    this.kindColumn = kindColumn;
    this.type = blobTable.sparkSchema().add(kindColumn, DataTypes.StringType, true);
  }

  /**
   * A table with a column for row kinds.
   *
   * @throws ValidationException if the table has no primary key, or a column of that name
   */
  static ChangeTable of(String catalog, SparkTable loaded, String kindColumn) {
    BlobTable table =
        BlobTable.of(loaded.table(), loaded.table().schema())
            .filter(blobTable -> blobTable.primaryKey().isPresent())
            .orElseThrow(
                () ->
                    new ValidationException(
                        "Cannot write row kinds of column %s to table %s: it has no primary key, "
                            + "so rows cannot be taken back",
                        kindColumn, loaded.table().name()));
    if (kindColumn.isEmpty()) {
      throw new ValidationException(
          "Cannot write row kinds to table %s: the name of their column is missing; use "
              + "row_kind_<column>",
          table.name());
    }
    if (table.schema().columns().stream()
        .anyMatch(column -> column.name().equalsIgnoreCase(kindColumn))) {
      throw new ValidationException(
          "Cannot write row kinds of column %s to table %s: the table has a column of that name; "
              + "rename the one with the row kinds",
          kindColumn, table.name());
    }
    return new ChangeTable(catalog, loaded, table, kindColumn);
  }

  @Override
  @SuppressWarnings("deprecation") // Iceberg and Spark still read it
  public StructType schema() {
    return type;
  }

  @Override
  public Column[] columns() {
    return CatalogV2Util.structTypeToV2Columns(type);
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_WRITE);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return newWriteBuilder(info, new StagedObjects(), kindColumn);
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other) && kindColumn.equals(((ChangeTable) other).kindColumn);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
