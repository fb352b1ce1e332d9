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

import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.Capability;
import io.icepack.spark.table.TableOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.catalog.constraints.PrimaryKey;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;

/**
 * A CREATE, CTAS or RTAS as Iceberg's catalog has to carry it out.
 *
 * @param schema physical columns
 * @param blobs names of the blob columns, empty for an ordinary table
 * @param properties properties to store, apart from the field ids, which Iceberg has yet to assign
 */
record TableDeclaration(StructType schema, Set<String> blobs, Map<String, String> properties) {

  static final int FORMAT_VERSION = 3;

  /** Checks and translates a declaration; throws {@link ValidationException} before any effect. */
  static TableDeclaration of(String table, TableInfo info) {
    Map<String, String> properties = new HashMap<>(info.properties());
    for (Constraint constraint : info.constraints()) {
      if (constraint instanceof PrimaryKey) {
        throw new ValidationException(
            "Cannot create table %s: this version of Icepack does not support PRIMARY KEY", table);
      }
    }
    properties.computeIfPresent(
        TableCatalog.PROP_PROVIDER,
        (key, provider) -> provider.equalsIgnoreCase("icepack") ? "iceberg" : provider);
    TableOptions.validate(table, properties);
    refuse(table, properties, BlobColumns.FIELD_IDS);
    Capability.checkDeclared(table, properties);
    BlobDeclarations declared = BlobDeclarations.of(table, info.schema(), properties);
    if (!declared.names().isEmpty()) {
      checkPartitioning(table, declared.names(), info.partitions());
      checkFormatVersion(table, properties);
      properties.remove(TableOptions.BLOB_FIELD);
      properties.putAll(Capability.managed());
    }
    return new TableDeclaration(declared.physical(), declared.names(), properties);
  }

  /** The declaration as Iceberg's catalog takes it. */
  TableInfo physical(TableInfo declared) {
    return new TableInfo.Builder()
        .withColumns(CatalogV2Util.structTypeToV2Columns(schema))
        .withPartitions(declared.partitions())
        .withProperties(properties)
        .withConstraints(declared.constraints())
        .build();
  }

  boolean hasBlobs() {
    return !blobs.isEmpty();
  }

  private static void refuse(String table, Map<String, String> properties, String key) {
    if (properties.containsKey(key)) {
      throw new ValidationException(
          "Cannot set '%s' on table %s: the property is kept by Icepack; declare columns with "
              + "COMMENT '__BLOB_FIELD' or '%s'",
          key, table, TableOptions.BLOB_FIELD);
    }
  }

  private static void checkPartitioning(String table, Set<String> blobs, Transform[] transforms) {
    for (Transform transform : transforms) {
      for (NamedReference reference : transform.references()) {
        if (blobs.contains(reference.fieldNames()[0])) {
          throw new ValidationException(
              "Cannot partition table %s by %s: column %s is a BLOB; partition by another column",
              table, transform.describe(), reference.fieldNames()[0]);
        }
      }
    }
  }

  private static void checkFormatVersion(String table, Map<String, String> properties) {
    String version =
        properties.computeIfAbsent(
            TableProperties.FORMAT_VERSION, key -> String.valueOf(FORMAT_VERSION));
    if (version.equals("1") || version.equals("2")) {
      throw formatVersion(table, version);
    }
  }

  static ValidationException formatVersion(String table, Object version) {
    return new ValidationException(
        "Cannot have BLOB columns in table %s: its format version is %s; set "
            + "'format-version' = '%s', which has deletion vectors",
        table, version, FORMAT_VERSION);
  }
}
