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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** Spark's rows from plain Java values and back; structs are lists of their values. */
final class Rows {

  private Rows() {}

  /** A row of the first columns of a type. */
  static InternalRow row(StructType type, Object... values) {
    return of(catalyst(type, Arrays.asList(values)));
  }

  /** A row of Spark's own values. */
  static InternalRow of(Object... values) {
    return new GenericInternalRow(values);
  }

  static List<Object> values(InternalRow row, StructType type) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < row.numFields(); i++) {
      DataType column = type.fields()[i].dataType();
      values.add(toJava(row.isNullAt(i) ? null : row.get(i, column), column));
    }
    return values;
  }

  /** Values of the first columns of a type as Spark's own. */
  static Object[] catalyst(StructType type, List<?> values) {
    Object[] converted = new Object[values.size()];
    for (int i = 0; i < converted.length; i++) {
      converted[i] = toCatalyst(values.get(i), type.fields()[i].dataType());
    }
    return converted;
  }

  private static Object toCatalyst(Object value, DataType type) {
    if (value == null) {
      return null;
    } else if (type instanceof StringType) {
      return UTF8String.fromString((String) value);
    } else if (type instanceof DecimalType decimal) {
      return Decimal.apply(
          ((BigDecimal) value).setScale(decimal.scale()), decimal.precision(), decimal.scale());
    } else if (type instanceof ArrayType array) {
      return array((List<?>) value, array.elementType());
    } else if (type instanceof MapType map) {
      Map<?, ?> entries = (Map<?, ?>) value;
      return new ArrayBasedMapData(
          array(new ArrayList<>(entries.keySet()), map.keyType()),
          array(new ArrayList<>(entries.values()), map.valueType()));
    } else if (type instanceof StructType struct) {
      return of(catalyst(struct, (List<?>) value));
    }
    return value;
  }

  private static ArrayData array(List<?> values, DataType type) {
    return new GenericArrayData(values.stream().map(value -> toCatalyst(value, type)).toArray());
  }

  private static Object toJava(Object value, DataType type) {
    if (value == null) {
      return null;
    } else if (type instanceof StringType) {
      return value.toString();
    } else if (type instanceof DecimalType) {
      return ((Decimal) value).toJavaBigDecimal();
    } else if (type instanceof ArrayType array) {
      return list((ArrayData) value, array.elementType());
    } else if (type instanceof MapType map) {
      MapData entries = (MapData) value;
      List<Object> keys = list(entries.keyArray(), map.keyType());
      List<Object> values = list(entries.valueArray(), map.valueType());
      Map<Object, Object> converted = new LinkedHashMap<>();
      for (int i = 0; i < keys.size(); i++) {
        converted.put(keys.get(i), values.get(i));
      }
      assertThatNoKeyRepeats(keys, converted);
      return converted;
    } else if (type instanceof StructType struct) {
      return values((InternalRow) value, struct);
    }
    return value;
  }

  private static void assertThatNoKeyRepeats(List<Object> keys, Map<Object, Object> entries) {
    if (keys.size() != entries.size()) {
      throw new AssertionError("a key stands twice in " + keys);
    }
  }

  private static List<Object> list(ArrayData array, DataType type) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < array.numElements(); i++) {
      values.add(toJava(array.isNullAt(i) ? null : array.get(i, type), type));
    }
    return values;
  }
}
