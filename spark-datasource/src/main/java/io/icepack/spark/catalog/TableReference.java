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

import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.PathIdentifier;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.iceberg.spark.SparkReadOptions;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The table that the options of a reader or writer mean.
 *
 * @param catalog its catalog, or one made for tables that are known by location
 * @param identifier its name in the catalog, or its location
 */
public record TableReference(BlobCatalog catalog, Identifier identifier) {

  /** Write option: the column of the written rows that tells their kind. */
  public static final String ROW_KIND_FIELD = "row-kind-field";

  private static final String PATH_CATALOG = "default_icepack";

  /** Resolves the option {@code path}, which is a name, or a location if it has a slash. */
  public static TableReference of(CaseInsensitiveStringMap options) {
    String path = options.get(SparkReadOptions.PATH);
    if (path == null) {
      throw new ValidationException(
          "Cannot open a table: no name or location is given; use load(\"catalog.db.table\")");
    }
    Spark3Util.validateNoLegacyTimeTravel(options);
    SparkSession spark = SparkSession.active();
    String branch = options.get(SparkReadOptions.BRANCH);
    TableReference table =
        path.contains("/") ? atLocation(spark, path, branch) : named(spark, path, branch);
    String kinds = options.get(ROW_KIND_FIELD);
    return kinds == null
        ? table
        : new TableReference(table.catalog(), ChangeSelector.select(table.identifier(), kinds));
  }

  private static TableReference atLocation(SparkSession spark, String location, String branch) {
    String prefix = "spark.sql.catalog." + PATH_CATALOG;
    if (spark.conf().getOption(prefix).isEmpty()) {
      spark.conf().set(prefix, "io.icepack.spark.IcepackCatalog");
      spark.conf().set(prefix + ".type", "hadoop");
      spark.conf().set(prefix + ".warehouse", spark.conf().get("spark.sql.warehouse.dir"));
      spark.conf().set(prefix + ".cache-enabled", "false");
    }
    CatalogPlugin catalog = spark.sessionState().catalogManager().catalog(PATH_CATALOG);
    String selected = branch == null ? location : location + "#branch_" + branch;
    return new TableReference((BlobCatalog) catalog, new PathIdentifier(selected));
  }

  private static TableReference named(SparkSession spark, String name, String branch) {
    Spark3Util.CatalogAndIdentifier found =
        Spark3Util.catalogAndIdentifier("table " + name, spark, name);
    if (!(found.catalog() instanceof BlobCatalog catalog)) {
      throw new ValidationException(
          "Cannot open table %s with format icepack: catalog %s is a %s; set "
              + "spark.sql.catalog.%s = io.icepack.spark.IcepackCatalog",
          name,
          found.catalog().name(),
          found.catalog().getClass().getName(),
          found.catalog().name());
    }
    return new TableReference(catalog, select(found.identifier(), branch));
  }

  private static Identifier select(Identifier table, String branch) {
    if (branch == null) {
      return table;
    }
    String[] levels =
        Stream.concat(Arrays.stream(table.namespace()), Stream.of(table.name()))
            .toArray(String[]::new);
    return Identifier.of(levels, "branch_" + branch);
  }

  /** Loads the table. */
  public Table load() {
    try {
      return catalog.loadTable(identifier);
    } catch (org.apache.spark.sql.catalyst.analysis.NoSuchTableException e) {
      throw new NoSuchTableException(
          e, "Cannot find table %s in catalog %s", identifier, catalog.name());
    }
  }
}
