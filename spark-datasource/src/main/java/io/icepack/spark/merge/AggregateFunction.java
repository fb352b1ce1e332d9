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

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.RowOrdering;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;

/** The values of {@code fields.<f>.aggregate-function}. */
enum AggregateFunction {
  SUM("a numeric column", type -> type instanceof NumericType),
  PRODUCT("a numeric column", type -> type instanceof NumericType),
  COUNT("an INT or BIGINT column", type -> type instanceof IntegerType || type instanceof LongType),
  MAX("a column whose values have an order", RowOrdering::isOrderable),
  MIN("a column whose values have an order", RowOrdering::isOrderable),
  FIRST_VALUE("any column", type -> true),
  FIRST_NON_NULL_VALUE("any column", type -> true),
  LAST_VALUE("any column", type -> true),
  LAST_NON_NULL_VALUE("any column", type -> true),
  LISTAGG("a STRING column", type -> type instanceof StringType),
  BOOL_AND("a BOOLEAN column", type -> type instanceof BooleanType),
  BOOL_OR("a BOOLEAN column", type -> type instanceof BooleanType),
  COLLECT(
      "an ARRAY column whose elements have an order",
      type -> type instanceof ArrayType array && RowOrdering.isOrderable(array.elementType())),
  MERGE_MAP(
      "a MAP column whose keys have an order",
      type -> type instanceof MapType map && RowOrdering.isOrderable(map.keyType()));

  private final String domain;
  private final Predicate<DataType> fits;

  AggregateFunction(String domain, Predicate<DataType> fits) {
    this.domain = domain;
    this.fits = fits;
  }

  /** The name that a table property has. */
  String option() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The function that a property value names, empty if it names none. */
  static Optional<AggregateFunction> of(String option) {
    return Arrays.stream(values()).filter(function -> function.option().equals(option)).findFirst();
  }

  /** All names, for messages. */
  static String options() {
    return Arrays.stream(values()).map(AggregateFunction::option).collect(Collectors.joining(", "));
  }

  /** The kind of column that the function takes, for messages. */
  String domain() {
    return domain;
  }

  boolean fits(DataType type) {
    return fits.test(type);
  }

  /** Whether the function picks one of the values as it is, without looking inside. */
  boolean takesBlobs() {
    return switch (this) {
      case FIRST_VALUE, FIRST_NON_NULL_VALUE, LAST_VALUE, LAST_NON_NULL_VALUE -> true;
      default -> false;
    };
  }

  /** Whether the function picks the newest value, so that taking that back leaves none. */
  boolean isLast() {
    return this == LAST_VALUE || this == LAST_NON_NULL_VALUE;
  }

  /** Whether a value can be taken back. */
  boolean retracts() {
    return switch (this) {
      case SUM, PRODUCT, COUNT, LAST_VALUE, LAST_NON_NULL_VALUE, COLLECT, MERGE_MAP -> true;
      default -> false;
    };
  }
}
