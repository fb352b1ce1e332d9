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

/**
 * {@code sum}, {@code product} and {@code count}. Each step ends with a value of the column's type,
 * so that it makes no difference where a stored row steps in.
 */
abstract class NumberAccumulator extends Accumulator {

  private final InternalRow computed;
  private boolean present;

  NumberAccumulator(ColumnSlot column, InternalRow computed) {
    super(column);
    this.computed = computed;
  }

  /** Makes the column's value in a row the total. */
  abstract void load(InternalRow row);

  /** Makes the total what it is after one row. */
  abstract void start(InternalRow row);

  abstract void include(InternalRow row);

  /** Makes the total what it is after taking back a row that never was. */
  abstract void startWithout(InternalRow row);

  abstract void exclude(InternalRow row);

  /** Writes the total into the column of a row. */
  abstract void store(InternalRow row);

  @Override
  final void reset() {
    present = false;
  }

  @Override
  final void replace(InternalRow row) {
    present = !row.isNullAt(ordinal());
    if (present) {
      load(row);
    }
  }

  @Override
  final void add(InternalRow row, boolean newer, boolean first) {
    if (row.isNullAt(ordinal())) {
      return;
    } else if (present) {
      include(row);
    } else {
      start(row);
      present = true;
    }
  }

  @Override
  final void retract(InternalRow row) {
    if (row.isNullAt(ordinal())) {
      return;
    } else if (present) {
      exclude(row);
    } else {
      startWithout(row);
      present = true;
    }
  }

  @Override
  final InternalRow source() {
    if (!present) {
      return null;
    }
    store(computed);
    return computed;
  }

  final ArithmeticException overflow(Object total, String operator, Object value) {
    return failure(
        "merge rows",
        String.format(
            "%s %s %s is out of the range of %s; give the column a wider type",
            total, operator, value, column().type().sql()));
  }

  /** The error of taking a factor out of a product that does not have it. */
  final ArithmeticException noFactor(Object total, Object value) {
    return failure(
        "merge a deletion",
        String.format(
            "%s is no factor of the product %s; set 'fields.%s.ignore-retract' = 'true' to keep "
                + "the product",
            value, total, column().name()));
  }

  private ArithmeticException failure(String what, String why) {
    return new ArithmeticException(
        String.format(
            "Cannot %s of column '%s' of table %s: %s",
            what, column().name(), column().table(), why));
  }
}
