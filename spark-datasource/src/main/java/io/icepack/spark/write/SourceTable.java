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
package io.icepack.spark.write;

import io.icepack.blob.store.BlobStore;
import io.icepack.spark.column.SourcePayloads;
import io.icepack.spark.io.FileIoBlobStore;
import io.icepack.spark.table.BlobStorage;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.SourceTableName;
import io.icepack.spark.table.TableOptions;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.CatalogManager;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The table whose payloads the written values are descriptors of (primary-key BLOB storage, Copy
 * Payloads from Another Table); sent to executors. Its {@code FileIO} reads them.
 *
 * @param name its name as it was given
 * @param table the table as executors see it
 */
public record SourceTable(String name, Table table) implements Serializable {

  /**
   * The source table of one statement, null if it has none.
   *
   * @param catalog name of the catalog of the table that is written
   * @param options write options, which count before table properties
   * @throws ValidationException if there is no such table in the catalog
   */
  public static SourceTable of(
      SparkSession spark, BlobTable target, String catalog, CaseInsensitiveStringMap options) {
    String name =
        options.getOrDefault(
            TableOptions.SOURCE_TABLE, target.table().properties().get(TableOptions.SOURCE_TABLE));
    if (name == null || target.columns().all(BlobStorage.MANAGED).isEmpty()) {
      return null;
    }
    SourceTableName parsed = TableOptions.sourceTable(target.name(), name);
    if (target.name().equals(target.table().location())) {
      throw refused(
          target, name, "this table is opened by its location; open it by its name in a catalog");
    }
    Table source = load(spark, target, catalog, name, parsed);
    String branch = parsed.branch();
    SnapshotRef ref = branch == null ? null : source.refs().get(branch);
    if (branch != null && (ref == null || !ref.isBranch())) {
      throw refused(
          target,
          name,
          "table %s has no branch %s, its branches and tags are %s"
              .formatted(source.name(), branch, source.refs().keySet()));
    }
    return new SourceTable(source.name(), SerializableTableWithSize.copyOf(source));
  }

  private static Table load(
      SparkSession spark, BlobTable target, String catalog, String name, SourceTableName parsed) {
    CatalogManager catalogs = spark.sessionState().catalogManager();
    List<String> parts = new ArrayList<>(parsed.parts());
    if (parts.size() > 2 && parts.get(0).equals(catalog)) {
      parts.remove(0);
    } else if (parts.size() > 2 && catalogs.isCatalogRegistered(parts.get(0))) {
      throw refused(target, name, "both tables must belong to one catalog, " + catalog);
    }
    CatalogPlugin plugin = catalogs.catalog(catalog);
    String[] namespace =
        parts.size() == 1
            ? plugin.defaultNamespace()
            : parts.subList(0, parts.size() - 1).toArray(String[]::new);
    Identifier identifier = Identifier.of(namespace, parts.get(parts.size() - 1));
    try {
      if (((TableCatalog) plugin).loadTable(identifier) instanceof SparkTable source) {
        return source.table();
      }
    } catch (NoSuchTableException e) {
      throw refused(target, name, "there is no such table in catalog " + catalog);
    }
    throw refused(target, name, "it is no table of its own; name the table that stores payloads");
  }

  private static ValidationException refused(BlobTable target, String name, String reason) {
    return new ValidationException(
        "Cannot write to table %s with '%s' = '%s': %s",
        target.name(), TableOptions.SOURCE_TABLE, name, reason);
  }

  /** Begins to read payloads in one task. */
  SourcePayloads open(String target) {
    return new SourcePayloads(target, name, store());
  }

  /** Storage as the table sees it. */
  BlobStore store() {
    return FileIoBlobStore.of(table.io());
  }
}
