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

import io.icepack.spark.merge.MergeOptions;
import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.BlobStorage;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableOptions;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.types.StructType;

/** Which table properties need a primary key, which cannot go with one, and which fit it. */
final class KeyOptions {

  private static final Map<String, String> UNSUPPORTED =
      Map.of(
          "data-file.external-paths",
          "data files, sidecars and packs of a table with a primary key lie together",
          "pk-clustering-override",
          "rows of a table with a primary key are stored in the order of the key, and merged in it");

  private KeyOptions() {}

  /**
   * Checks properties that a statement sets.
   *
   * @param key whether the table has a primary key
   */
  static void check(String table, boolean key, Map<String, String> properties) {
    properties.forEach(
        (property, value) -> {
          if (key && UNSUPPORTED.containsKey(property)) {
            throw refused(
                table, property, value, UNSUPPORTED.get(property) + "; leave the option out");
          } else if (key && property.equals(TableOptions.MANAGED) && value.equals("false")) {
            throw refused(
                table,
                property,
                value,
                "payloads of a table with a primary key are stored before their rows are sorted "
                    + "into data files, so that they cannot belong to one; leave the option out");
          } else if (!key && TableOptions.needsPrimaryKey(property)) {
            throw refused(
                table,
                property,
                value,
                "it needs a primary key; declare PRIMARY KEY (…) NOT ENFORCED or '"
                    + TableOptions.PRIMARY_KEY
                    + "' when you create or replace the table");
          }
        });
  }

  /** Checks the options of a table with a primary key against its physical columns. */
  static void check(String table, Schema physical, Map<String, String> properties) {
    BlobColumns blobs = BlobColumns.of(physical, properties);
    Schema logical = PrimaryKey.withoutRowKind(blobs.logical(physical));
    PrimaryKey key = PrimaryKey.of(physical, properties).orElseThrow();
    MergeOptions.check(table, logical, blobs.storages(), key, properties);
  }

  /** Checks the options of a new table with a primary key. */
  static void check(
      String table,
      StructType schema,
      Map<String, BlobStorage> blobs,
      List<String> key,
      Map<String, String> properties) {
    Schema logical = SparkSchemaUtil.convert(schema);
    List<Types.NestedField> fields = key.stream().map(logical::findField).toList();
    MergeOptions.check(table, logical, blobs, PrimaryKey.of(fields, properties), properties);
  }

  private static ValidationException refused(
      String table, String property, String value, String reason) {
    return new ValidationException(
        "Cannot set '%s' = '%s' on table %s: %s", property, value, table, reason);
  }
}
