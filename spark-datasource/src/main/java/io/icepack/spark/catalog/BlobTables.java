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

import io.icepack.spark.column.BlobLength;
import io.icepack.spark.table.BlobTable;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The blob tables behind the tables of Spark. */
public final class BlobTables {

  private BlobTables() {}

  /** The blob table that a query reads, null if there is none. */
  public static BlobTable behind(Table table) {
    return table instanceof IcepackTable icepack ? icepack.blobTable() : null;
  }

  /**
   * Tells how long the blobs of a column are.
   *
   * @param path of the column or field
   * @param options of the query
   * @return null if the query sees descriptors in their place
   */
  public static BlobLength length(Table table, String path, CaseInsensitiveStringMap options) {
    return ((IcepackTable) table).blobLength(path, options);
  }
}
