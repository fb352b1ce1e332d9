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
package io.icepack.spark.plan;

import io.icepack.spark.rowlevel.BlobDeltaOperation;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.write.RowLevelOperationTable;

/** Sees through Spark's wrapper of a table under UPDATE, DELETE or MERGE, hidden from Scala. */
final class RowLevelTables {

  private RowLevelTables() {}

  /** The statement behind a table, null if there is none on a blob table. */
  static BlobDeltaOperation operation(Table table) {
    return table instanceof RowLevelOperationTable rowLevel
            && rowLevel.operation() instanceof BlobDeltaOperation operation
        ? operation
        : null;
  }

  /** The same table under another form of the statement. */
  static Table with(Table table, BlobDeltaOperation operation) {
    return new RowLevelOperationTable(((RowLevelOperationTable) table).table(), operation);
  }
}
