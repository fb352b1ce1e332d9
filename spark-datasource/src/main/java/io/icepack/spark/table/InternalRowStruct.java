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
package io.icepack.spark.table;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/** A Spark row as Iceberg's expressions and partition keys read it. */
public final class InternalRowStruct implements StructLike {

  private final List<Types.NestedField> fields;
  private final DataType[] types;
  private final InternalRowStruct[] nested;
  private InternalRow row;

  public InternalRowStruct(Types.StructType type) {
    this.fields = type.fields();
    this.types =
        fields.stream()
            .map(field -> SparkSchemaUtil.convert(field.type()))
            .toArray(DataType[]::new);
    this.nested = new InternalRowStruct[types.length];
  }

  /** Reads another row from now on. */
  public InternalRowStruct wrap(InternalRow newRow) {
    this.row = newRow;
    return this;
  }

  @Override
  public int size() {
    return types.length;
  }

  @Override
  public <T> T get(int position, Class<T> javaClass) {
    return row.isNullAt(position) ? null : javaClass.cast(value(position, types[position]));
  }

  private Object value(int position, DataType type) {
    if (fields.get(position).type().typeId() == Type.TypeID.UUID) {
      return UUID.fromString(row.getUTF8String(position).toString());
    } else if (type instanceof StringType) {
      return row.getUTF8String(position).toString();
    } else if (type instanceof BinaryType) {
      return ByteBuffer.wrap(row.getBinary(position));
    } else if (type instanceof DecimalType decimal) {
      return row.getDecimal(position, decimal.precision(), decimal.scale()).toJavaBigDecimal();
    } else if (type instanceof StructType struct) {
      if (nested[position] == null) {
        nested[position] = new InternalRowStruct(fields.get(position).type().asStructType());
      }
      return nested[position].wrap(row.getStruct(position, struct.length()));
    } else if (type instanceof ByteType) {
      return (int) row.getByte(position);
    } else if (type instanceof ShortType) {
      return (int) row.getShort(position);
    } else if (type instanceof ArrayType array) {
      return Arrays.asList(row.getArray(position).toObjectArray(array.elementType()));
    } else if (type instanceof MapType map) {
      MapData entries = row.getMap(position);
      return ArrayBasedMapData.toJavaMap(
          entries.keyArray().toObjectArray(map.keyType()),
          entries.valueArray().toObjectArray(map.valueType()));
    } else {
      return row.get(position, type);
    }
  }

  @Override
  public <T> void set(int position, T value) {
    throw new UnsupportedOperationException("Cannot set a value: the row is read-only");
  }
}
