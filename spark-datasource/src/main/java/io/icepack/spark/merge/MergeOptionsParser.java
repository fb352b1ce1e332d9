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

import io.icepack.spark.merge.TableProperties.Option;
import io.icepack.spark.table.MergeEngine;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.RowOrdering;
import org.apache.spark.sql.types.DataType;

/** Reads the properties that {@link MergeOptions} stands for, and refuses what makes no sense. */
final class MergeOptionsParser {

  private final String table;
  private final PrimaryKey key;
  private final TableProperties properties;
  private final List<SequenceGroup> groups = new ArrayList<>();
  private final Set<String> order = new HashSet<>();
  private final Set<String> grouped = new HashSet<>();
  private final Set<String> ignoreRetract = new HashSet<>();

  MergeOptionsParser(String table, PrimaryKey key, TableProperties properties) {
    this.table = table;
    this.key = key;
    this.properties = properties;
  }

  MergeOptions parse() {
    properties.all().forEach(this::checkKnown);
    boolean ignoreDelete = properties.bool(MergeOptions.IGNORE_DELETE);
    boolean removeRecord = properties.bool(MergeOptions.REMOVE_RECORD_ON_DELETE);
    checkSequenceField();
    properties.fieldOptions(TableProperties.SEQUENCE_GROUP).forEach(this::addGroup);
    properties.fieldOptions(TableProperties.IGNORE_RETRACT).forEach(this::addIgnoreRetract);
    Map<String, Aggregation> aggregations =
        new AggregationParser(properties, order, grouped).parse();
    if (removeRecord) {
      checkRemoveRecord(ignoreDelete);
    }
    if (!ignoreDelete) {
      aggregations.forEach(this::checkRetractionsOfBlob);
    }
    return new MergeOptions(
        table, key, ignoreDelete, removeRecord, groups, aggregations, ignoreRetract);
  }

  /** Refuses columns that must have a value, where a retraction would take it. */
  void checkCleared(MergeOptions options) {
    for (Option group : properties.fieldOptions(TableProperties.SEQUENCE_GROUP)) {
      for (String name : properties.names(group, group.value())) {
        if (properties.isRequired(name) && options.clears(name)) {
          throw properties.refused(
              group,
              "column '%s' is NOT NULL, and a retraction clears it; let it be nullable, or set "
                  + "'fields.%s.ignore-retract' = 'true' or 'ignore-delete' = 'true'",
              name,
              name);
        }
      }
    }
  }

  private void checkKnown(Option option) {
    boolean field = option.key().startsWith("fields.");
    if (!field && !option.key().startsWith("partial-update.")) {
      return;
    }
    boolean known =
        field
            ? option.key().equals(MergeOptions.DEFAULT_AGGREGATE_FUNCTION)
                || TableProperties.isFieldOption(option.key())
            : option.key().equals(MergeOptions.REMOVE_RECORD_ON_DELETE);
    if (!known) {
      throw properties.refused(
          option, "no such option; docs/configuration.md lists those there are");
    } else if (key.engine() != MergeEngine.PARTIAL_UPDATE) {
      throw properties.refused(
          option,
          "merge engine %s does not use it; leave it out, or use merge engine partial-update",
          key.engine().option());
    }
  }

  private void checkSequenceField() {
    Option option = properties.option(TableOptions.SEQUENCE_FIELD);
    if (option == null) {
      return;
    }
    switch (key.engine()) {
      case PARTIAL_UPDATE ->
          throw properties.refused(
              option,
              "merge engine partial-update does not use it; define "
                  + "'fields.<column>.sequence-group' instead");
      case FIRST_ROW ->
          throw properties.refused(
              option, "merge engine first-row keeps the row that was written first; leave it out");
      case DEDUPLICATE -> checkOrder(option, properties.names(option, option.value()));
    }
  }

  private void checkOrder(Option option, List<String> names) {
    for (String name : names) {
      DataType type = properties.typeOfValue(option, name);
      if (properties.isBlob(name)) {
        throw properties.refused(
            option, "blob column '%s' has no order; name another column", name);
      } else if (!RowOrdering.isOrderable(type)) {
        throw properties.refused(
            option, "values of type %s have no order; name another column", type.sql());
      }
    }
  }

  private void addGroup(Option option) {
    List<String> left = properties.names(option, option.columns());
    List<String> right = properties.names(option, option.value());
    checkOrder(option, left);
    right.forEach(name -> properties.typeOfValue(option, name));
    left.forEach(name -> addOnce(option, order, name));
    right.forEach(name -> addOnce(option, grouped, name));
    groups.add(new SequenceGroup(left, right));
  }

  private void addOnce(Option option, Set<String> side, String name) {
    if (order.contains(name) || grouped.contains(name)) {
      throw properties.refused(
          option, "column '%s' stands in sequence groups more than once; name it once", name);
    }
    side.add(name);
  }

  private void addIgnoreRetract(Option option) {
    AggregationParser.checkHoldsValues(properties, option, order);
    if (properties.bool(option.key())) {
      ignoreRetract.add(option.columns());
    }
  }

  private void checkRemoveRecord(boolean ignoreDelete) {
    Option option = properties.option(MergeOptions.REMOVE_RECORD_ON_DELETE);
    if (ignoreDelete) {
      throw properties.refused(
          option, "'ignore-delete' skips the deletions that it needs; set one of the two");
    } else if (!groups.isEmpty()) {
      throw properties.refused(
          option, "in sequence groups a deletion clears columns one group at a time; use either");
    }
  }

  private void checkRetractionsOfBlob(String name, Aggregation aggregation) {
    if (properties.isManagedBlob(name)
        && grouped.contains(name)
        && aggregation.function() != AggregateFunction.LAST_VALUE
        && !ignoreRetract.contains(name)) {
      throw properties.refused(
          properties.option(aggregation.option()),
          "retractions do not keep the payload of blob column '%s', on which %s depends; use "
              + "last_value, or set 'fields.%s.ignore-retract' = 'true' or "
              + "'ignore-delete' = 'true'",
          name,
          aggregation.function().option(),
          name);
    }
  }
}
