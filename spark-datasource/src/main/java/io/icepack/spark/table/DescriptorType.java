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

import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The physical form of one blob value: the struct that stands in an Iceberg schema in the place of
 * the logical BINARY. Names, order and types are an on-disk contract (docs/storage-format.md).
 */
public final class DescriptorType {

  public static final int KIND = 0;
  public static final int POSITION = 1;
  public static final int SIZE = 2;
  public static final int BLOB_ID = 3;
  public static final int BLOB_URI = 4;
  public static final int INLINE = 5;

  /** Number of children of the struct. */
  public static final int FIELDS = 6;

  /** The struct as Spark sees it; {@code inline} is the one nullable child. */
  public static final StructType SPARK =
      new StructType()
          .add("kind", DataTypes.IntegerType, false)
          .add("position", DataTypes.LongType, false)
          .add("size", DataTypes.LongType, false)
          .add("blob_id", DataTypes.LongType, false)
          .add("blob_uri", DataTypes.StringType, false)
          .add("inline", DataTypes.BinaryType, true);

  private static final List<String> NAMES = List.of(SPARK.fieldNames());
  private static final List<Type.TypeID> TYPES =
      List.of(
          Type.TypeID.INTEGER,
          Type.TypeID.LONG,
          Type.TypeID.LONG,
          Type.TypeID.LONG,
          Type.TypeID.STRING,
          Type.TypeID.BINARY);

  private DescriptorType() {}

  /** Whether an Iceberg type is the descriptor struct, whatever its ids and nullability. */
  static boolean matches(Type type) {
    if (!type.isStructType()) {
      return false;
    }
    List<Types.NestedField> fields = type.asStructType().fields();
    return fields.stream().map(Types.NestedField::name).toList().equals(NAMES)
        && fields.stream().map(field -> field.type().typeId()).toList().equals(TYPES);
  }
}
