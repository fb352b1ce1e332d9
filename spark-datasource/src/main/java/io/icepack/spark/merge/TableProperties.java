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
package io.icepack.spark.merge;

import io.icepack.spark.table.BlobStorage;
import io.icepack.spark.table.PrimaryKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.types.DataType;

/** The properties of a table and the columns that they name. */
final class TableProperties {

  static final String SEQUENCE_GROUP = "sequence-group";
  static final String AGGREGATE_FUNCTION = "aggregate-function";
  static final String IGNORE_RETRACT = "ignore-retract";
  static final String DELIMITER = "list-agg-delimiter";
  static final String DISTINCT = "distinct";

  private static final Pattern FIELD_OPTION =
      Pattern.compile(
          "fields\\.(.+)\\.("
              + String.join(
                  "|", SEQUENCE_GROUP, AGGREGATE_FUNCTION, IGNORE_RETRACT, DELIMITER, DISTINCT)
              + ")");

  private final String table;
  private final Schema schema;
  private final Map<String, BlobStorage> blobs;
  private final PrimaryKey key;
  private final Map<String, String> properties;

  TableProperties(
      String table,
      Schema schema,
      Map<String, BlobStorage> blobs,
      PrimaryKey key,
      Map<String, String> properties) {
    this.table = table;
    this.schema = schema;
    this.blobs = blobs;
    this.key = key;
    this.properties = new TreeMap<>(properties);
  }

  /**
   * One property.
   *
   * @param columns the part of {@code key} that names columns, empty if there is none
   */
  record Option(String key, String columns, String value) {}

  /** All properties. */
  List<Option> all() {
    List<Option> options = new ArrayList<>();
    properties.forEach((name, value) -> options.add(new Option(name, "", value)));
    return options;
  }

  /** One property, null if it is not set. */
  Option option(String name) {
    String value = properties.get(name);
    return value == null ? null : new Option(name, "", value);
  }

  /** All properties {@code fields.<columns>.<suffix>}. */
  List<Option> fieldOptions(String suffix) {
    List<Option> found = new ArrayList<>();
    properties.forEach(
        (name, value) -> {
          Matcher matcher = FIELD_OPTION.matcher(name);
          if (matcher.matches() && matcher.group(2).equals(suffix)) {
            found.add(new Option(name, matcher.group(1), value));
          }
        });
    return found;
  }

  static boolean isFieldOption(String name) {
    return FIELD_OPTION.matcher(name).matches();
  }

  boolean bool(String name) {
    Option option = option(name);
    if (option == null) {
      return false;
    } else if (!option.value().equals("true") && !option.value().equals("false")) {
      throw refused(option, "use true or false");
    }
    return option.value().equals("true");
  }

  boolean isBlob(String name) {
    return blobs.containsKey(name);
  }

  /** Whether a column is a blob whose payloads the table stores. */
  boolean isManagedBlob(String name) {
    return blobs.get(name) == BlobStorage.MANAGED;
  }

  boolean isRequired(String name) {
    return schema.findField(name).isRequired();
  }

  /** The columns that are not part of the key, with their types. */
  List<Types.NestedField> values() {
    return schema.columns().stream().filter(field -> !isKey(field.name())).toList();
  }

  /** The type of the column that an option names, which must not be part of the key. */
  DataType typeOfValue(Option option, String name) {
    if (isKey(name)) {
      throw refused(
          option,
          "column '%s' is a key column, which is the same in all rows of a key; leave it out",
          name);
    }
    return values().stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .map(field -> SparkSchemaUtil.convert(field.type()))
        .orElseThrow(() -> unknown(option, name));
  }

  private ValidationException unknown(Option option, String name) {
    String known =
        schema.columns().stream().map(Types.NestedField::name).collect(Collectors.joining(", "));
    return refused(option, "there is no column '%s'; name one of %s", name, known);
  }

  private boolean isKey(String name) {
    return key.names().contains(name);
  }

  /** The names that a list in an option holds. */
  List<String> names(Option option, String list) {
    List<String> names =
        Arrays.stream(list.split(",")).map(String::trim).filter(name -> !name.isEmpty()).toList();
    if (names.isEmpty()) {
      throw refused(option, "it names no column; name at least one");
    }
    return names;
  }

  ValidationException refused(Option option, String reason, Object... args) {
    return new ValidationException(
        "Cannot set '%s' = '%s' on table %s: %s",
        option.key(), option.value(), table, String.format(reason, args));
  }
}
