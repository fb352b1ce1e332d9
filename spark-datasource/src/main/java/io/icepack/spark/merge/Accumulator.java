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

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;

/**
 * The value of one column under an aggregate function. What it knows is that value and no more, so
 * that it can go on from a stored row as if it had seen all rows before.
 */
abstract class Accumulator {

  private final ColumnSlot column;

  Accumulator(ColumnSlot column) {
    this.column = column;
  }

  /**
   * The accumulator of a function.
   *
   * @param computed a row of the type of those that are folded, for values that no row has
   */
  static Accumulator of(Aggregation aggregation, ColumnSlot column, InternalRow computed) {
    AggregateFunction function = aggregation.function();
    return switch (function) {
      case SUM, PRODUCT, COUNT -> number(column, function, computed);
      case MAX, BOOL_OR -> Selected.Extreme.greatest(column, function);
      case MIN, BOOL_AND -> Selected.Extreme.least(column, function);
      case FIRST_VALUE -> new Selected.First(column);
      case FIRST_NON_NULL_VALUE -> new Selected.FirstNonNull(column);
      case LAST_VALUE -> new Selected.Last(column);
      case LAST_NON_NULL_VALUE -> new Selected.LastNonNull(column);
      case LISTAGG -> new Gathered.Strings(column, computed, aggregation.delimiter());
      case COLLECT -> new Gathered.Elements(column, computed, aggregation.distinct());
      case MERGE_MAP -> new Gathered.Entries(column, computed);
    };
  }

  private static Accumulator number(
      ColumnSlot column, AggregateFunction function, InternalRow computed) {
    if (column.type() instanceof DecimalType decimal) {
      return new DecimalAccumulator(column, function, computed, decimal);
    } else if (column.type() instanceof DoubleType || column.type() instanceof FloatType) {
      return new FloatingAccumulator(column, function, computed);
    } else {
      return new IntegralAccumulator(column, function, computed);
    }
  }

  final ColumnSlot column() {
    return column;
  }

  final int ordinal() {
    return column.ordinal();
  }

  /** The error of a function that cannot take a value back. */
  final UnsupportedOperationException irreversible(AggregateFunction function) {
    return new UnsupportedOperationException(
        String.format(
            "Cannot merge a deletion into table %s: %s",
            column.table(), MergeOptions.irreversible(column.name(), function)));
  }

  /** Forgets all values. */
  abstract void reset();

  /** Takes over the value of a row, whatever was before. */
  abstract void replace(InternalRow row);

  /**
   * Takes in the value of a row.
   *
   * @param newer whether the row counts as newer than those before
   * @param first whether there was no row before
   */
  abstract void add(InternalRow row, boolean newer, boolean first);

  /** Takes the value of a row back. */
  abstract void retract(InternalRow row);

  /** A row that holds the value at the column's place, null if the value is null. */
  abstract InternalRow source();
}
