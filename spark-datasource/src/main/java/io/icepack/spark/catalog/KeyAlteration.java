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

import io.icepack.spark.table.MergeEngine;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableOptions;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.connector.catalog.TableChange;

/** What an ALTER TABLE may do about the primary key of a table, and what its options name. */
final class KeyAlteration {

  /** Options that decide how rows are stored, with what they are if they are not set. */
  private static final Map<String, String> IMMUTABLE =
      Map.of(
          TableOptions.PRIMARY_KEY,
          "",
          TableOptions.BUCKET,
          "1",
          TableOptions.BUCKET_KEY,
          "",
          TableOptions.MERGE_ENGINE,
          MergeEngine.DEDUPLICATE.option(),
          TableOptions.SEQUENCE_FIELD,
          "");

  private static final String REMEDY = "use CREATE OR REPLACE TABLE";

  private final String table;
  private final Map<String, String> properties;
  private final Optional<PrimaryKey> key;

  KeyAlteration(Table table) {
    this.table = table.name();
    this.properties = table.properties();
    this.key = PrimaryKey.of(table.schema(), properties);
  }

  boolean hasKey() {
    return key.isPresent();
  }

  /**
   * Checks the change of a property.
   *
   * @param value the new value, null to unset the property
   * @return whether the change has any effect
   */
  boolean takes(String property, String value) {
    if (key.isPresent() && IMMUTABLE.containsKey(property)) {
      checkSame(property, value);
      return false;
    } else if (value != null) {
      checkNoKey(property, value);
      KeyOptions.check(table, hasKey(), Map.of(property, value));
    }
    return true;
  }

  private void checkSame(String property, String value) {
    String current = current(property);
    String next = value == null ? IMMUTABLE.get(property) : value;
    if (!PrimaryKey.split(current).equals(PrimaryKey.split(next))) {
      throw new ValidationException(
          "Cannot %s on table %s: it is '%s', which decides how rows are stored; %s",
          assignment(property, value), table, current, REMEDY);
    }
  }

  private void checkNoKey(String property, String value) {
    if (property.equals(TableOptions.PRIMARY_KEY)) {
      throw new ValidationException(
          "Cannot %s on table %s: a table gets its primary key when it is created; %s",
          assignment(property, value), table, REMEDY);
    }
  }

  private String current(String property) {
    return property.equals(TableOptions.PRIMARY_KEY)
        ? String.join(",", key.orElseThrow().names())
        : properties.getOrDefault(property, IMMUTABLE.get(property));
  }

  private static String assignment(String property, String value) {
    return value == null ? "unset '" + property + "'" : "set '" + property + "' = '" + value + "'";
  }

  /** Checks the change of a column that is already there. */
  void check(TableChange.ColumnChange change) {
    String column = change.fieldNames()[0];
    if (change.fieldNames().length > 1) {
      return;
    }
    if (key.isPresent() && key.get().names().contains(column)) {
      checkKeyColumn(change, column);
    }
    if (change instanceof TableChange.DeleteColumn) {
      checkUnnamed("drop", column);
    } else if (change instanceof TableChange.RenameColumn) {
      checkUnnamed("rename", column);
    }
  }

  private void checkKeyColumn(TableChange.ColumnChange change, String column) {
    if (change instanceof TableChange.DeleteColumn) {
      throw ofKey("drop column %s of table %s", column);
    } else if (change instanceof TableChange.RenameColumn) {
      throw ofKey("rename column %s of table %s", column);
    } else if (change instanceof TableChange.UpdateColumnType) {
      throw ofKey("change the type of column %s of table %s", column);
    } else if (change instanceof TableChange.UpdateColumnNullability nullability
        && nullability.nullable()) {
      throw ofKey("drop NOT NULL of column %s of table %s", column);
    }
  }

  private ValidationException ofKey(String what, String column) {
    return new ValidationException(
        "Cannot %s: it is in the primary key (%s); %s",
        what.formatted(column, table), String.join(", ", key.orElseThrow().names()), REMEDY);
  }

  private void checkUnnamed(String verb, String column) {
    properties.forEach(
        (property, value) -> {
          if (key.isPresent() && TableOptions.columns(property, value).contains(column)) {
            throw new ValidationException(
                "Cannot %s column %s of table %s: '%s' = '%s' names it; %s",
                verb,
                column,
                table,
                property,
                value,
                IMMUTABLE.containsKey(property) ? REMEDY : "unset the option first");
          }
        });
  }

  /** Refuses to add a constraint. */
  void refuse(TableChange.AddConstraint add) {
    KeyDeclaration.checkKind(table, add.constraint());
    throw new ValidationException(
        "Cannot add %s to table %s: a table gets its primary key when it is created; %s",
        add.constraint().toDescription(), table, REMEDY);
  }

  /** Refuses to drop a constraint, unless there is none and the statement takes that. */
  void check(TableChange.DropConstraint drop) {
    if (drop.name().equals(KeyDeclaration.CONSTRAINT) && hasKey()) {
      throw new ValidationException(
          "Cannot drop constraint %s of table %s: a table keeps the primary key that it was "
              + "created with; %s",
          drop.name(), table, REMEDY);
    }
    if (!drop.ifExists()) {
      throw new ValidationException(
          "Cannot drop constraint %s of table %s: there is no such constraint", drop.name(), table);
    }
  }
}
