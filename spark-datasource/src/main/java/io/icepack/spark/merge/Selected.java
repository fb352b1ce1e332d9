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

import java.util.Comparator;
import org.apache.spark.sql.catalyst.InternalRow;

/** A function that selects one of the values, and so only remembers a row. */
abstract class Selected extends Accumulator {

  private InternalRow row;

  private Selected(ColumnSlot column) {
    super(column);
  }

  @Override
  final void reset() {
    row = null;
  }

  @Override
  final void replace(InternalRow newRow) {
    row = newRow;
  }

  @Override
  final InternalRow source() {
    return row;
  }

  final void select(InternalRow newRow) {
    this.row = newRow;
  }

  final boolean isNull() {
    return row == null || row.isNullAt(ordinal());
  }

  /** {@code last_value}: the newest value, be it null. */
  static final class Last extends Selected {

    Last(ColumnSlot column) {
      super(column);
    }

    @Override
    void add(InternalRow row, boolean newer, boolean first) {
      if (newer) {
        select(row);
      }
    }

    @Override
    void retract(InternalRow row) {
      select(null);
    }
  }

  /** {@code last_non_null_value}: the newest value that is not null. */
  static final class LastNonNull extends Selected {

    LastNonNull(ColumnSlot column) {
      super(column);
    }

    @Override
    void add(InternalRow row, boolean newer, boolean first) {
      if (!row.isNullAt(ordinal()) && (newer || isNull())) {
        select(row);
      }
    }

    @Override
    void retract(InternalRow row) {
      if (!row.isNullAt(ordinal())) {
        select(null);
      }
    }
  }

  /** {@code first_value}: the oldest value, be it null. */
  static final class First extends Selected {

    First(ColumnSlot column) {
      super(column);
    }

    @Override
    void add(InternalRow row, boolean newer, boolean first) {
      if (!newer || (first && isNull())) {
        select(row);
      }
    }

    @Override
    void retract(InternalRow row) {
      throw irreversible(AggregateFunction.FIRST_VALUE);
    }
  }

  /** {@code first_non_null_value}: the oldest value that is not null. */
  static final class FirstNonNull extends Selected {

    FirstNonNull(ColumnSlot column) {
      super(column);
    }

    @Override
    void add(InternalRow row, boolean newer, boolean first) {
      if (!row.isNullAt(ordinal()) && (!newer || isNull())) {
        select(row);
      }
    }

    @Override
    void retract(InternalRow row) {
      throw irreversible(AggregateFunction.FIRST_NON_NULL_VALUE);
    }
  }

  /** {@code max} and {@code min}; of Booleans these are {@code bool_or} and {@code bool_and}. */
  static final class Extreme extends Selected {

    private final AggregateFunction function;
    private final Comparator<InternalRow> order;

    private Extreme(ColumnSlot column, AggregateFunction function, Comparator<InternalRow> order) {
      super(column);
      this.function = function;
      this.order = order;
    }

    static Extreme greatest(ColumnSlot column, AggregateFunction function) {
      return new Extreme(column, function, KeyOrder.on(column.type(), column.ordinal()));
    }

    static Extreme least(ColumnSlot column, AggregateFunction function) {
      Comparator<InternalRow> order = KeyOrder.on(column.type(), column.ordinal());
      return new Extreme(column, function, order.reversed());
    }

    @Override
    void add(InternalRow row, boolean newer, boolean first) {
      if (!row.isNullAt(ordinal()) && (isNull() || order.compare(row, source()) > 0)) {
        select(row);
      }
    }

    @Override
    void retract(InternalRow row) {
      throw irreversible(function);
    }
  }
}
