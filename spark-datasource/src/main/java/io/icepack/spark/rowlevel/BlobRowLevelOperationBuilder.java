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
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.RowLevelOperationBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;

/** Starts an UPDATE, DELETE or MERGE. */
public final class BlobRowLevelOperationBuilder implements RowLevelOperationBuilder {

  private final String catalog;
  private final BlobTable table;
  private final SparkTable physical;
  private final RowLevelOperationInfo info;

  /**
   * Starts a statement.
   *
   * @param catalog name of the catalog, for session settings
   * @param physical Iceberg's table, which knows snapshot and branch in use
   */
  public BlobRowLevelOperationBuilder(
      String catalog, BlobTable table, SparkTable physical, RowLevelOperationInfo info) {
    this.catalog = catalog;
    this.table = table;
    this.physical = physical;
    this.info = info;
  }

  @Override
  public RowLevelOperation build() {
    table.primaryKey().ifPresent(key -> RowDeletions.of(table, info.command()));
    return new BlobDeltaOperation(
        catalog, table, physical, info.command(), new Handle.Mark(), false);
  }
}
