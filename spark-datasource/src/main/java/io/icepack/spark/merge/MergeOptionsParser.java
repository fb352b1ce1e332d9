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

import io.icepack.spark.table.MergeEngine;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.catalyst.expressions.RowOrdering;
import org.apache.spark.sql.types.DataType;

/** Reads the properties that {@link MergeOptions} stands for, and refuses what makes no sense. */
final class MergeOptionsParser {

  private static final String SEQUENCE_GROUP = "sequence-group";
  private static final String AGGREGATE_FUNCTION = "aggregate-function";
  private static final String IGNORE_RETRACT = "ignore-retract";
  private static final String DELIMITER = "list-agg-delimiter";
  private static final String DISTINCT = "distinct";
  private static final Pattern FIELD_OPTION =
      Pattern.compile(
          "fields\\.(.+)\\.("
              + String.join(
                  "|", SEQUENCE_GROUP, AGGREGATE_FUNCTION, IGNORE_RETRACT, DELIMITER, DISTINCT)
              + ")");

  private final String table;
  private final Schema schema;
  private final Set<String> blobs;
  private final PrimaryKey key;
  private final Map<String, String> properties;

  private final List<SequenceGroup> groups = new ArrayList<>();
  private final Set<String> order = new HashSet<>();
  private final Set<String> grouped = new HashSet<>();
  private final Map<String, Aggregation> aggregations = new HashMap<>();
  private final Set<String> ignoreRetract = new HashSet<>();

  MergeOptionsParser(
      String table,
      Schema schema,
      Set<String> blobs,
      PrimaryKey key,
      Map<String, String> properties) {
    this.table = table;
    this.schema = schema;
    this.blobs = blobs;
    this.key = key;
    this.properties = new TreeMap<>(properties);
  }

  MergeOptions parse() {
    properties.forEach(this::checkKnown);
    boolean ignoreDelete = bool(MergeOptions.IGNORE_DELETE);
    boolean removeRecord = bool(MergeOptions.REMOVE_RECORD_ON_DELETE);
    checkSequenceField();
    fieldOptions(SEQUENCE_GROUP).forEach(this::addGroup);
    fieldOptions(IGNORE_RETRACT).forEach(this::addIgnoreRetract);
    fieldOptions(AGGREGATE_FUNCTION).forEach(this::addAggregation);
    addDefaultAggregations();
    fieldOptions(DELIMITER).forEach(this::setDelimiter);
    fieldOptions(DISTINCT).forEach(this::setDistinct);
    if (removeRecord) {
      checkRemoveRecord(ignoreDelete);
    }
    if (!ignoreDelete) {
      checkRetractionsOfBlobs();
    }
    return new MergeOptions(
        table, key, ignoreDelete, removeRecord, groups, aggregations, ignoreRetract);
  }

  /** One {@code fields.…} property: its key, the part that names columns, and its value. */
  private record FieldOption(String key, String columns, String value) {}

  private List<FieldOption> fieldOptions(String suffix) {
    List<FieldOption> found = new ArrayList<>();
    properties.forEach(
        (name, value) -> {
          Matcher matcher = FIELD_OPTION.matcher(name);
          if (matcher.matches() && matcher.group(2).equals(suffix)) {
            found.add(new FieldOption(name, matcher.group(1), value));
          }
        });
    return found;
  }

  private void checkKnown(String option, String value) {
    boolean field = option.startsWith("fields.");
    if (!field && !option.startsWith("partial-update.")) {
      return;
    }
    boolean known =
        field
            ? option.equals(MergeOptions.DEFAULT_AGGREGATE_FUNCTION)
                || FIELD_OPTION.matcher(option).matches()
            : option.equals(MergeOptions.REMOVE_RECORD_ON_DELETE);
    if (!known) {
      throw refused(option, value, "no such option; docs/configuration.md lists those there are");
    } else if (key.engine() != MergeEngine.PARTIAL_UPDATE) {
      throw refused(
          option,
          value,
          "merge engine %s does not use it; leave it out, or use merge engine partial-update",
          key.engine().option());
    }
  }

  private void checkSequenceField() {
    String value = properties.get(TableOptions.SEQUENCE_FIELD);
    if (value == null) {
      return;
    }
    String option = TableOptions.SEQUENCE_FIELD;
    switch (key.engine()) {
      case PARTIAL_UPDATE ->
          throw refused(
              option,
              value,
              "merge engine partial-update does not use it; define "
                  + "'fields.<column>.sequence-group' instead");
      case FIRST_ROW ->
          throw refused(
              option,
              value,
              "merge engine first-row keeps the row that was written first; leave it out");
      case DEDUPLICATE -> checkOrder(option, value, names(option, value, value));
    }
  }

  private void checkOrder(String option, String value, List<String> names) {
    for (String name : names) {
      DataType type = nonKey(option, value, name);
      if (blobs.contains(name)) {
        throw refused(option, value, "blob column '%s' has no order; name another column", name);
      } else if (!RowOrdering.isOrderable(type)) {
        throw refused(
            option, value, "values of type %s have no order; name another column", type.sql());
      }
    }
  }

  private void addGroup(FieldOption option) {
    List<String> left = names(option.key(), option.value(), option.columns());
    List<String> right = names(option.key(), option.value(), option.value());
    checkOrder(option.key(), option.value(), left);
    right.forEach(name -> nonKey(option.key(), option.value(), name));
    left.forEach(name -> addOnce(option, order, name));
    right.forEach(name -> addOnce(option, grouped, name));
    groups.add(new SequenceGroup(left, right));
  }

  private void addOnce(FieldOption option, Set<String> side, String name) {
    if (order.contains(name) || grouped.contains(name)) {
      throw refused(
          option.key(),
          option.value(),
          "column '%s' stands in sequence groups more than once; name it once",
          name);
    }
    side.add(name);
  }

  private void addIgnoreRetract(FieldOption option) {
    value(option);
    if (bool(option.key())) {
      ignoreRetract.add(option.columns());
    }
  }

  private void addAggregation(FieldOption option) {
    DataType type = value(option);
    AggregateFunction function = function(option.key(), option.value());
    aggregations.put(
        option.columns(), aggregation(option.key(), option.value(), option.columns(), function));
    checkFits(option.key(), option.value(), option.columns(), function, type);
  }

  private void addDefaultAggregations() {
    String option = MergeOptions.DEFAULT_AGGREGATE_FUNCTION;
    String value = properties.get(option);
    if (value == null) {
      return;
    }
    AggregateFunction function = function(option, value);
    for (Types.NestedField field : schema.columns()) {
      String name = field.name();
      if (!isKey(name) && !order.contains(name) && !aggregations.containsKey(name)) {
        aggregations.put(name, aggregation(option, value, name, function));
        checkFits(option, value, name, function, SparkSchemaUtil.convert(field.type()));
      }
    }
  }

  private AggregateFunction function(String option, String value) {
    return AggregateFunction.of(value)
        .orElseThrow(
            () ->
                refused(
                    option, value, "no such function; use one of %s", AggregateFunction.options()));
  }

  private Aggregation aggregation(
      String option, String value, String column, AggregateFunction function) {
    if (!grouped.contains(column) && function != AggregateFunction.LAST_NON_NULL_VALUE) {
      throw refused(
          option,
          value,
          "column '%s' is in no sequence group; add it to one, or use last_non_null_value",
          column);
    }
    return new Aggregation(function, option, ",", false);
  }

  private void checkFits(
      String option, String value, String column, AggregateFunction function, DataType type) {
    if (blobs.contains(column)) {
      if (!function.takesBlobs()) {
        throw refused(
            option,
            value,
            "column '%s' is a blob column; use one of first_value, first_non_null_value, "
                + "last_value, last_non_null_value",
            column);
      }
    } else if (!function.fits(type)) {
      throw refused(
          option,
          value,
          "%s takes %s, and column '%s' is of type %s; choose another function",
          function.option(),
          function.domain(),
          column,
          type.sql());
    }
  }

  private void setDelimiter(FieldOption option) {
    Aggregation listagg = aggregation(option, AggregateFunction.LISTAGG);
    aggregations.put(
        option.columns(),
        new Aggregation(listagg.function(), listagg.option(), option.value(), false));
  }

  private void setDistinct(FieldOption option) {
    Aggregation collect = aggregation(option, AggregateFunction.COLLECT);
    aggregations.put(
        option.columns(),
        new Aggregation(
            collect.function(), collect.option(), collect.delimiter(), bool(option.key())));
  }

  private Aggregation aggregation(FieldOption option, AggregateFunction needed) {
    value(option);
    Aggregation aggregation = aggregations.get(option.columns());
    if (aggregation == null || aggregation.function() != needed) {
      throw refused(
          option.key(),
          option.value(),
          "only %s uses it; set 'fields.%s.aggregate-function' = '%s', or leave it out",
          needed.option(),
          option.columns(),
          needed.option());
    }
    return aggregation;
  }

  private void checkRemoveRecord(boolean ignoreDelete) {
    String value = properties.get(MergeOptions.REMOVE_RECORD_ON_DELETE);
    if (ignoreDelete) {
      throw refused(
          MergeOptions.REMOVE_RECORD_ON_DELETE,
          value,
          "'ignore-delete' skips the deletions that it needs; set one of the two");
    } else if (!groups.isEmpty()) {
      throw refused(
          MergeOptions.REMOVE_RECORD_ON_DELETE,
          value,
          "in sequence groups a deletion clears columns one group at a time; use either");
    }
  }

  private void checkRetractionsOfBlobs() {
    for (SequenceGroup group : groups) {
      for (String name : group.fields()) {
        Aggregation aggregation = aggregations.get(name);
        if (blobs.contains(name)
            && aggregation != null
            && aggregation.function() != AggregateFunction.LAST_VALUE
            && !ignoreRetract.contains(name)) {
          throw refused(
              aggregation.option(),
              aggregation.function().option(),
              "retractions do not keep the payload of blob column '%s', on which %s depends; use "
                  + "last_value, or set 'fields.%s.ignore-retract' = 'true' or "
                  + "'ignore-delete' = 'true'",
              name,
              aggregation.function().option(),
              name);
        }
      }
    }
  }

  /** The type of the column that an option is about, which must hold values of its own. */
  private DataType value(FieldOption option) {
    DataType type = nonKey(option.key(), option.value(), option.columns());
    if (order.contains(option.columns())) {
      throw refused(
          option.key(),
          option.value(),
          "column '%s' orders a sequence group, its value is the greatest; leave it out",
          option.columns());
    }
    return type;
  }

  private DataType nonKey(String option, String value, String name) {
    Types.NestedField field =
        schema.columns().stream()
            .filter(column -> column.name().equals(name))
            .findFirst()
            .orElse(null);
    if (field == null) {
      String known =
          schema.columns().stream().map(Types.NestedField::name).collect(Collectors.joining(", "));
      throw refused(option, value, "there is no column '%s'; name one of %s", name, known);
    } else if (isKey(name)) {
      throw refused(
          option,
          value,
          "column '%s' is a key column, which is the same in all rows of a key; leave it out",
          name);
    }
    return SparkSchemaUtil.convert(field.type());
  }

  private boolean isKey(String name) {
    return key.names().contains(name);
  }

  private List<String> names(String option, String value, String list) {
    List<String> names =
        Arrays.stream(list.split(",")).map(String::trim).filter(name -> !name.isEmpty()).toList();
    if (names.isEmpty()) {
      throw refused(option, value, "it names no column; name at least one");
    }
    return names;
  }

  private boolean bool(String option) {
    String value = properties.getOrDefault(option, "false");
    if (!value.equals("true") && !value.equals("false")) {
      throw refused(option, value, "use true or false");
    }
    return value.equals("true");
  }

  private ValidationException refused(String option, String value, String remedy, Object... args) {
    return new ValidationException(
        "Cannot set '%s' = '%s' on table %s: %s",
        option, value, table, String.format(remedy, args));
  }
}
