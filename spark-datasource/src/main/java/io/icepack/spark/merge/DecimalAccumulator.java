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

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;

/** Totals of DECIMAL columns; products and quotients are rounded to the scale of the column. */
final class DecimalAccumulator extends NumberAccumulator {

  private final boolean product;
  private final int precision;
  private final int scale;
  private BigDecimal total;

  DecimalAccumulator(
      ColumnSlot column, AggregateFunction function, InternalRow computed, DecimalType type) {
    super(column, computed);
    this.product = function == AggregateFunction.PRODUCT;
    this.precision = type.precision();
    this.scale = type.scale();
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
    BigDecimal value = read(row);
    total =
        product
            ? inRange(total.multiply(value), "*", value)
            : inRange(total.add(value), "+", value);
  }

  @Override
  void startWithout(InternalRow row) {
    BigDecimal value = read(row);
    if (product) {
      throw noFactor("NULL", value);
    }
    total = value.negate();
  }

  @Override
  void exclude(InternalRow row) {
    BigDecimal value = read(row);
    if (!product) {
      total = inRange(total.subtract(value), "-", value);
    } else if (value.signum() == 0) {
      throw noFactor(total, value);
    } else {
      total = inRange(total.divide(value, scale, RoundingMode.HALF_UP), "/", value);
    }
  }

  @Override
  void store(InternalRow row) {
    row.setDecimal(ordinal(), Decimal.apply(total, precision, scale), precision);
  }

  private BigDecimal read(InternalRow row) {
    return row.getDecimal(ordinal(), precision, scale).toJavaBigDecimal();
  }

  private BigDecimal inRange(BigDecimal result, String operator, BigDecimal value) {
    BigDecimal rounded = result.setScale(scale, RoundingMode.HALF_UP);
    if (rounded.precision() > precision) {
      throw overflow(total, operator, value);
    }
    return rounded;
  }
}
