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

import io.icepack.spark.table.TableOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.catalog.constraints.PrimaryKey;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Finds the columns that a user declares as the primary key. */
final class KeyDeclaration {

  /** Name of the constraint that stands for the key, whatever name it was declared with. */
  static final String CONSTRAINT = "primary_key";

  private final String table;
  private final StructType schema;
  private final Set<String> blobs;
  private final List<String> names;

  private KeyDeclaration(String table, StructType schema, Set<String> blobs, List<String> names) {
    this.table = table;
    this.schema = schema;
    this.blobs = blobs;
    this.names = names;
  }

  /**
   * The columns of the primary key of a new table, in order; none for an append table.
   *
   * @param table full name, for errors
   * @param blobs names of the blob columns
   * @param properties the declared table properties
   * @throws ValidationException if the declaration is not possible
   */
  static List<String> columns(
      String table, TableInfo info, Set<String> blobs, Map<String, String> properties) {
    List<List<String>> declared = new ArrayList<>();
    for (Constraint constraint : info.constraints()) {
      declared.add(names(checkKind(table, constraint)));
    }
    String property = properties.get(TableOptions.PRIMARY_KEY);
    if (property != null) {
      declared.add(split(property));
    }
    List<List<String>> keys =
        declared.stream()
            .map(names -> new KeyDeclaration(table, info.schema(), blobs, names).columns())
            .distinct()
            .toList();
    if (keys.size() > 1) {
      throw new ValidationException(
          "Cannot declare the primary key (%s) of table %s: it is also declared as (%s); declare "
              + "one",
          String.join(", ", keys.get(0)), table, String.join(", ", keys.get(1)));
    }
    return keys.isEmpty() ? List.of() : keys.get(0);
  }

  /** The key as Spark shows it among the constraints of a table. */
  static Constraint constraint(List<String> columns) {
    NamedReference[] references =
        columns.stream().map(FieldReference::column).toArray(NamedReference[]::new);
    return Constraint.primaryKey(CONSTRAINT, references).enforced(false).build();
  }

  /** Refuses every constraint but a primary key that is not enforced. */
  static PrimaryKey checkKind(String table, Constraint constraint) {
    if (constraint instanceof PrimaryKey key && !key.enforced()) {
      return key;
    }
    throw new ValidationException(
        "Cannot declare %s on table %s: nothing would enforce it; the one constraint of a table is "
            + "PRIMARY KEY (…) NOT ENFORCED",
        constraint.toDescription(), table);
  }

  private static List<String> names(PrimaryKey key) {
    return Arrays.stream(key.columns()).map(column -> column.fieldNames()[0]).toList();
  }

  private static List<String> split(String names) {
    return Arrays.stream(names.split(",", -1)).map(String::trim).toList();
  }

  private List<String> columns() {
    List<String> columns = new ArrayList<>();
    for (String name : names) {
      StructField field = find(name);
      check(field);
      if (columns.contains(field.name())) {
        throw refused("column " + field.name() + " is named twice; name it once");
      }
      columns.add(field.name());
    }
    return columns;
  }

  private StructField find(String name) {
    StructField found = null;
    for (StructField field : schema.fields()) {
      if (field.name().equals(name) || found == null && field.name().equalsIgnoreCase(name)) {
        found = field;
      }
    }
    if (found == null) {
      throw refused(
          "there is no top-level column '"
              + name
              + "'; the columns are "
              + String.join(", ", schema.fieldNames()));
    }
    return found;
  }

  private void check(StructField field) {
    String column = "column " + field.name();
    if (blobs.contains(field.name())) {
      throw refused(column + " is a BLOB; use other columns");
    }
    DataType type = field.dataType();
    if (type instanceof FloatType
        || type instanceof DoubleType
        || !SparkSchemaUtil.convert(type).isPrimitiveType()) {
      throw refused(
          column + " has the type " + type.sql() + ", which is no type of keys; use other columns");
    }
    if (!split(field.name()).equals(List.of(field.name()))) {
      throw refused(
          "the name '"
              + field.name()
              + "' cannot be listed in '"
              + TableOptions.PRIMARY_KEY
              + "', which has commas between names; rename the column");
    }
  }

  private ValidationException refused(String reason) {
    return new ValidationException(
        "Cannot declare the primary key (%s) of table %s: %s",
        String.join(", ", names), table, reason);
  }
}
