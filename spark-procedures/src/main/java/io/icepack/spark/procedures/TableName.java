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
package io.icepack.spark.procedures;

import io.icepack.spark.catalog.BlobCatalog;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.catalog.CatalogManager;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import scala.jdk.javaapi.CollectionConverters;

/** The name of a table in an argument: with or without its catalog, as in a SQL statement. */
final class TableName {

  private static final String EVERY_TABLE = ".*";
  private static final String ANY_TABLE = "any";

  private TableName() {}

  /**
   * Resolves a name in the catalog that a procedure is called through.
   *
   * @param argument name of the argument, for errors
   * @throws ValidationException if it is no name or names a table of another catalog
   */
  static Identifier resolve(
      SparkSession spark, CatalogPlugin catalog, String procedure, String argument, String name) {
    return resolve(spark, catalog, procedure, name, parse(spark, procedure, argument, name));
  }

  /**
   * Resolves the name of a table that a procedure makes, which is in the catalog that the procedure
   * is called through.
   *
   * @param argument name of the argument, for errors
   * @throws ValidationException if it is no name or names a table of another catalog
   */
  static Identifier resolveNew(
      SparkSession spark, CatalogPlugin catalog, String procedure, String argument, String name) {
    List<String> parts = parse(spark, procedure, argument, name);
    if (isOfAnother(spark, catalog, parts)) {
      throw new ValidationException(
          "Cannot run %s: argument '%s' is '%s', a table of catalog %s; name one of catalog %s, "
              + "where the new table lies",
          procedure, argument, name, parts.get(0), catalog.name());
    }
    return resolve(spark, catalog, procedure, name, parts);
  }

  private static Identifier resolve(
      SparkSession spark,
      CatalogPlugin catalog,
      String procedure,
      String name,
      List<String> parts) {
    CatalogManager catalogs = spark.sessionState().catalogManager();
    if (parts.size() == 1) {
      boolean current = catalogs.currentCatalog().name().equals(catalog.name());
      return Identifier.of(
          current ? catalogs.currentNamespace() : catalog.defaultNamespace(), parts.get(0));
    }
    String first = parts.get(0);
    if (isOfAnother(spark, catalog, parts)) {
      throw new ValidationException(
          "Cannot run %s on table %s: it is in catalog %s; CALL %s.sys.%s instead",
          procedure, name, first, first, procedure);
    }
    return identifier(first.equals(catalog.name()) ? parts.subList(1, parts.size()) : parts);
  }

  private static boolean isOfAnother(
      SparkSession spark, CatalogPlugin catalog, List<String> parts) {
    String first = parts.get(0);
    return parts.size() > 1
        && !first.equals(catalog.name())
        && spark.sessionState().catalogManager().isCatalogRegistered(first);
  }

  /**
   * Resolves a name, or a namespace followed by {@code .*}, which means every table in it.
   *
   * @throws ValidationException as {@link #resolve} does, or if there is no such namespace
   */
  static List<Identifier> resolveAll(
      SparkSession spark, BlobCatalog catalog, String procedure, String name) {
    if (!isEvery(name)) {
      return List.of(resolve(spark, catalog, procedure, SysProcedure.TABLE, name));
    }
    String namespace = name.strip().substring(0, name.strip().length() - EVERY_TABLE.length());
    List<String> parts = new ArrayList<>(parse(spark, procedure, SysProcedure.TABLE, namespace));
    parts.add(ANY_TABLE);
    Identifier any = resolve(spark, catalog, procedure, name, parts);
    if (any.namespace().length == 0) {
      throw new ValidationException(
          "Cannot run %s on %s: it names no namespace; use one, such as 'db.*'", procedure, name);
    }
    if (!catalog.namespaceExists(any.namespace())) {
      throw new ValidationException(
          "Cannot run %s on %s: there is no namespace %s", procedure, name, namespace);
    }
    return List.of(catalog.listTables(any.namespace()));
  }

  /** Whether a name means every table of a namespace. */
  static boolean isEvery(String name) {
    return name != null && name.strip().endsWith(EVERY_TABLE);
  }

  private static Identifier identifier(List<String> parts) {
    int last = parts.size() - 1;
    return Identifier.of(parts.subList(0, last).toArray(String[]::new), parts.get(last));
  }

  private static List<String> parse(
      SparkSession spark, String procedure, String argument, String name) {
    if (name == null || name.isBlank()) {
      throw new ValidationException(
          "Cannot run %s: argument '%s' is empty; name a table, such as 'db.media'",
          procedure, argument);
    }
    try {
      return CollectionConverters.asJava(
          spark.sessionState().sqlParser().parseMultipartIdentifier(name));
    } catch (Exception e) {
      throw new ValidationException(
          e,
          "Cannot run %s: argument '%s' is '%s', which is not the name of a table",
          procedure,
          argument,
          name);
    }
  }
}
