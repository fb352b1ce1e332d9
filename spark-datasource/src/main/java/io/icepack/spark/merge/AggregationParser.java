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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.types.DataType;

/** Reads the properties about aggregate functions. */
final class AggregationParser {

  private final TableProperties properties;
  private final Set<String> order;
  private final Set<String> grouped;
  private final Map<String, Aggregation> aggregations = new TreeMap<>();

  /**
   * @param order columns that order a sequence group
   * @param grouped columns that one protects
   */
  AggregationParser(TableProperties properties, Set<String> order, Set<String> grouped) {
    this.properties = properties;
    this.order = order;
    this.grouped = grouped;
  }

  /** The functions by column. */
  Map<String, Aggregation> parse() {
    properties.fieldOptions(TableProperties.AGGREGATE_FUNCTION).forEach(this::add);
    Option defaults = properties.option(MergeOptions.DEFAULT_AGGREGATE_FUNCTION);
    if (defaults != null) {
      addDefaults(defaults);
    }
    properties.fieldOptions(TableProperties.DELIMITER).forEach(this::setDelimiter);
    properties.fieldOptions(TableProperties.DISTINCT).forEach(this::setDistinct);
    return aggregations;
  }

  /** The type of the column that an option is about, which must hold values of its own. */
  static DataType checkHoldsValues(TableProperties properties, Option option, Set<String> order) {
    DataType type = properties.typeOfValue(option, option.columns());
    if (order.contains(option.columns())) {
      throw properties.refused(
          option,
          "column '%s' orders a sequence group, its value is the greatest; leave it out",
          option.columns());
    }
    return type;
  }

  private void add(Option option) {
    DataType type = checkHoldsValues(properties, option, order);
    add(option, option.columns(), type);
  }

  private void addDefaults(Option option) {
    for (Types.NestedField field : properties.values()) {
      if (!order.contains(field.name()) && !aggregations.containsKey(field.name())) {
        add(option, field.name(), SparkSchemaUtil.convert(field.type()));
      }
    }
  }

  private void add(Option option, String column, DataType type) {
    AggregateFunction function =
        AggregateFunction.of(option.value())
            .orElseThrow(
                () ->
                    properties.refused(
                        option, "no such function; use one of %s", AggregateFunction.options()));
    if (!grouped.contains(column) && function != AggregateFunction.LAST_NON_NULL_VALUE) {
      throw properties.refused(
          option,
          "column '%s' is in no sequence group; add it to one, or use last_non_null_value",
          column);
    }
    checkFits(option, column, function, type);
    aggregations.put(column, new Aggregation(function, option.key(), ",", false));
  }

  private void checkFits(Option option, String column, AggregateFunction function, DataType type) {
    if (properties.isBlob(column)) {
      if (!function.takesBlobs()) {
        throw properties.refused(
            option,
            "column '%s' is a blob column; use one of first_value, first_non_null_value, "
                + "last_value, last_non_null_value",
            column);
      }
    } else if (!function.fits(type)) {
      throw properties.refused(
          option,
          "%s takes %s, and column '%s' is of type %s; choose another function",
          function.option(),
          function.domain(),
          column,
          type.sql());
    }
  }

  private void setDelimiter(Option option) {
    Aggregation listagg = aggregation(option, AggregateFunction.LISTAGG);
    aggregations.put(option.columns(), listagg.withDelimiter(option.value()));
  }

  private void setDistinct(Option option) {
    Aggregation collect = aggregation(option, AggregateFunction.COLLECT);
    aggregations.put(option.columns(), collect.withDistinct(properties.bool(option.key())));
  }

  private Aggregation aggregation(Option option, AggregateFunction needed) {
    checkHoldsValues(properties, option, order);
    Aggregation aggregation = aggregations.get(option.columns());
    if (aggregation == null || aggregation.function() != needed) {
      throw properties.refused(
          option,
          "only %s uses it; set 'fields.%s.aggregate-function' = '%s', or leave it out",
          needed.option(),
          option.columns(),
          needed.option());
    }
    return aggregation;
  }
}
