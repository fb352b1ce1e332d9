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

import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;

/** The three shapes of a top-level blob column: one value, a list of values, values by key. */
public enum BlobShape {
  SCALAR,
  ARRAY,
  MAP;

  /** The shape of a declared Spark type, or empty if a blob column cannot have that type. */
  public static Optional<BlobShape> of(DataType logical) {
    if (logical instanceof BinaryType) {
      return Optional.of(SCALAR);
    } else if (logical instanceof ArrayType array && array.elementType() instanceof BinaryType) {
      return Optional.of(ARRAY);
    } else if (logical instanceof MapType map
        && map.valueType() instanceof BinaryType
        && isKey(map.keyType())) {
      return Optional.of(MAP);
    } else {
      return Optional.empty();
    }
  }

  /** The shape of a physical Iceberg type, or empty if it holds no descriptors. */
  static Optional<BlobShape> of(Type physical) {
    if (DescriptorType.matches(physical)) {
      return Optional.of(SCALAR);
    } else if (physical.isListType()
        && DescriptorType.matches(physical.asListType().elementType())) {
      return Optional.of(ARRAY);
    } else if (physical.isMapType() && DescriptorType.matches(physical.asMapType().valueType())) {
      return Optional.of(MAP);
    } else {
      return Optional.empty();
    }
  }

  /** Replaces the blob leaf of a Spark type of this shape, keeping containers and their nulls. */
  public DataType withLeaf(DataType type, DataType leaf) {
    return switch (this) {
      case SCALAR -> leaf;
      case ARRAY -> DataTypes.createArrayType(leaf, ((ArrayType) type).containsNull());
      case MAP ->
          DataTypes.createMapType(
              ((MapType) type).keyType(), leaf, ((MapType) type).valueContainsNull());
    };
  }

  /** Replaces the descriptor leaf of a physical Iceberg type by BINARY, keeping field ids. */
  Type logical(Type physical) {
    return switch (this) {
      case SCALAR -> Types.BinaryType.get();
      case ARRAY -> logical(physical.asListType());
      case MAP -> logical(physical.asMapType());
    };
  }

  private static Type logical(Types.ListType list) {
    Types.BinaryType leaf = Types.BinaryType.get();
    return list.isElementOptional()
        ? Types.ListType.ofOptional(list.elementId(), leaf)
        : Types.ListType.ofRequired(list.elementId(), leaf);
  }

  private static Type logical(Types.MapType map) {
    Types.BinaryType leaf = Types.BinaryType.get();
    return map.isValueOptional()
        ? Types.MapType.ofOptional(map.keyId(), map.valueId(), map.keyType(), leaf)
        : Types.MapType.ofRequired(map.keyId(), map.valueId(), map.keyType(), leaf);
  }

  // CHAR and VARCHAR reach a catalog as StringType.
  private static boolean isKey(DataType type) {
    return type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType
        || type instanceof BooleanType
        || type instanceof DecimalType
        || type instanceof DateType
        || type instanceof BinaryType
        || type instanceof StringType;
  }
}
