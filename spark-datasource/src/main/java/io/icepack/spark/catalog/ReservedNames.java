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

import io.icepack.spark.column.BlobsColumn;
import io.icepack.spark.column.OriginsColumn;
import io.icepack.spark.table.PrimaryKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.exceptions.ValidationException;

/** Names that no column of a user can have. */
final class ReservedNames {

  private ReservedNames() {}

  /** Checks the names of all columns that a table is to have, as users see them. */
  static void check(String table, Collection<String> columns, boolean blobs, boolean key) {
    Map<String, String> reserved = new HashMap<>();
    if (key) {
      reserved.put(PrimaryKey.ROW_KIND, "a table with a primary key has a hidden");
      reserved.put(OriginsColumn.NAME, "a table with a primary key has a metadata");
    }
    if (blobs) {
      reserved.put(BlobsColumn.NAME, "a table with BLOB columns has a metadata");
      reserved.put(OriginsColumn.NAME, "a table with BLOB columns has a metadata");
    }
    for (String column : columns) {
      String name = column.toLowerCase(Locale.ROOT);
      boolean icebergs = (blobs || key) && MetadataColumns.isMetadataColumn(name);
      String owner = icebergs ? "Iceberg has a metadata" : reserved.get(name);
      if (owner != null) {
        throw new ValidationException(
            "Cannot have a column %s in table %s: %s column of that name; choose another one",
            column, table, owner);
      }
    }
  }
}
