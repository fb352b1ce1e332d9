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
import org.apache.spark.sql.types.FloatType;

/** Totals of FLOAT and DOUBLE columns; what is too large becomes infinite, as everywhere. */
final class FloatingAccumulator extends NumberAccumulator {

  private final boolean product;
  private final boolean narrow;
  private double total;

  FloatingAccumulator(ColumnSlot column, AggregateFunction function, InternalRow computed) {
    super(column, computed);
    this.product = function == AggregateFunction.PRODUCT;
    this.narrow = column.type() instanceof FloatType;
  }

  @Override
  void load(InternalRow row) {
    total = read(row);
  }

  @Override
  void start(InternalRow row) {
    total = read(row);
  }

  @Override
  void include(InternalRow row) {
    double value = read(row);
    total = round(product ? total * value : total + value);
  }

  @Override
  void startWithout(InternalRow row) {
    if (product) {
      throw noFactor("NULL", read(row));
    }
    total = -read(row);
  }

  @Override
  void exclude(InternalRow row) {
    double value = read(row);
    if (product && value == 0) {
      throw noFactor(total, value);
    }
    total = round(product ? total / value : total - value);
  }

  @Override
  void store(InternalRow row) {
    if (narrow) {
      row.setFloat(ordinal(), (float) total);
    } else {
      row.setDouble(ordinal(), total);
    }
  }

  private double read(InternalRow row) {
    return narrow ? row.getFloat(ordinal()) : row.getDouble(ordinal());
  }

  private double round(double value) {
    return narrow ? (float) value : value;
  }
}
