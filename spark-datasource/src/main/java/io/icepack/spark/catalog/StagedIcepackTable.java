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
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;

/** A blob table of CTAS or RTAS, not visible before its transaction commits. */
final class StagedIcepackTable extends IcepackTable implements StagedTable {

  private final StagedTable staged;
  private final StagedObjects objects = new StagedObjects();
  private boolean mayBeVisible;

  StagedIcepackTable(String catalog, StagedTable staged, SparkTable table) {
    super(catalog, table, BlobTable.of(table.table(), table.table().schema()).orElseThrow());
    this.staged = staged;
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return newWriteBuilder(info, objects, null);
  }

  @Override
  public void commitStagedChanges() {
    mayBeVisible = true;
    try {
      staged.commitStagedChanges();
    } catch (RuntimeException e) {
      mayBeVisible = !(e instanceof CleanableFailure);
      throw e;
    }
  }

  @Override
  public void abortStagedChanges() {
    staged.abortStagedChanges();
    if (!mayBeVisible) {
      objects.deleteAll(table().io());
    }
  }
}
