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
import org.apache.spark.sql.types.IntegerType;

/** Totals of INT and BIGINT columns. */
final class IntegralAccumulator extends NumberAccumulator {

  private final AggregateFunction function;
  private final boolean narrow;
  private long total;

  IntegralAccumulator(ColumnSlot column, AggregateFunction function, InternalRow computed) {
    super(column, computed);
    this.function = function;
    this.narrow = column.type() instanceof IntegerType;
  }

  @Override
  void load(InternalRow row) {
    total = read(row);
  }

  @Override
  void start(InternalRow row) {
    total = value(row);
  }

  @Override
  void include(InternalRow row) {
    long value = value(row);
    if (function == AggregateFunction.PRODUCT) {
      long product = total * value;
      boolean overflows = Math.multiplyHigh(total, value) != product >> 63;
      total = inRange(product, overflows, "*", value);
    } else {
      long sum = total + value;
      total = inRange(sum, ((total ^ sum) & (value ^ sum)) < 0, "+", value);
    }
  }

  @Override
  void startWithout(InternalRow row) {
    if (function == AggregateFunction.PRODUCT) {
      throw noFactor("NULL", value(row));
    }
    total = 0;
    exclude(row);
  }

  @Override
  void exclude(InternalRow row) {
    long value = value(row);
    if (function == AggregateFunction.PRODUCT) {
      if (value == 0 || total % value != 0) {
        throw noFactor(total, value);
      }
      total = inRange(total / value, total == Long.MIN_VALUE && value == -1, "/", value);
    } else {
      long difference = total - value;
      total = inRange(difference, ((total ^ value) & (total ^ difference)) < 0, "-", value);
    }
  }

  @Override
  void store(InternalRow row) {
    if (narrow) {
      row.setInt(ordinal(), (int) total);
    } else {
      row.setLong(ordinal(), total);
    }
  }

  private long value(InternalRow row) {
    return function == AggregateFunction.COUNT ? 1 : read(row);
  }

  private long read(InternalRow row) {
    return narrow ? row.getInt(ordinal()) : row.getLong(ordinal());
  }

  private long inRange(long result, boolean overflows, String operator, long value) {
    if (overflows || (narrow && (int) result != result)) {
      throw overflow(total, operator, value);
    }
    return result;
  }
}
