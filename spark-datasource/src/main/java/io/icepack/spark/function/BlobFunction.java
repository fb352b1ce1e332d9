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
package io.icepack.spark.function;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructType;

/** A function whose result is null if one of its arguments is. */
abstract class BlobFunction<R> implements ScalarFunction<R> {

  private final String name;
  private final List<DataType> parameters;
  private final DataType result;

  BlobFunction(String name, DataType result, DataType... parameters) {
    this.name = name;
    this.result = result;
    this.parameters = List.of(parameters);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final DataType[] inputTypes() {
    return parameters.toArray(DataType[]::new);
  }

  @Override
  public final DataType resultType() {
    return result;
  }

  @Override
  public String canonicalName() {
    return "icepack." + name + parameters;
  }

  /** Whether arguments of the given types suit the function. */
  final boolean takes(StructType arguments) {
    if (arguments.length() != parameters.size()) {
      return false;
    }
    for (int i = 0; i < parameters.size(); i++) {
      if (!takes(parameters.get(i), arguments.fields()[i].dataType())) {
        return false;
      }
    }
    return true;
  }

  private static boolean takes(DataType parameter, DataType argument) {
    return argument instanceof NullType
        || parameter.getClass().isInstance(argument)
        || parameter instanceof LongType && argument instanceof IntegralType;
  }

  /** The refusal of arguments that do not suit it. */
  static UnsupportedOperationException refused(String call, StructType arguments) {
    return new UnsupportedOperationException(
        String.format(
            "Cannot call it with (%s): use %s",
            Arrays.stream(arguments.fields())
                .map(field -> field.dataType().sql())
                .collect(Collectors.joining(", ")),
            call));
  }

  static boolean anyNull(InternalRow arguments) {
    return arguments.anyNull();
  }

  // Spark compares functions where one expression may stand for another, as in GROUP BY.
  @Override
  public final boolean equals(Object other) {
    return other instanceof BlobFunction<?> that && canonicalName().equals(that.canonicalName());
  }

  @Override
  public final int hashCode() {
    return canonicalName().hashCode();
  }
}
