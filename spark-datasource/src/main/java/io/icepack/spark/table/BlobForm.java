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

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What users see in the place of one blob: its bytes, or one of the two logical structs (Blob v2,
 * Table Schema). All are stored as the same descriptor.
 */
public enum BlobForm {
  /** {@code BINARY}. */
  BYTES("", DataTypes.BinaryType),

  /** {@code STRUCT<data: BINARY, uri: STRING>}: bytes, or a whole object. */
  REFERENCE(
      "reference",
      new StructType().add("data", DataTypes.BinaryType).add("uri", DataTypes.StringType)),

  /** The same with {@code position: BIGINT, size: BIGINT}: also a part of an object. */
  RANGE(
      "range",
      new StructType()
          .add("data", DataTypes.BinaryType)
          .add("uri", DataTypes.StringType)
          .add("position", DataTypes.LongType)
          .add("size", DataTypes.LongType));

  /** Ordinals of the children of a struct. */
  public static final int DATA = 0;

  public static final int URI = 1;
  public static final int POSITION = 2;
  public static final int SIZE = 3;

  // Each child has the field id of the child of a descriptor that it is nearest to.
  private static final List<Integer> DESCRIPTOR_CHILDREN =
      List.of(
          DescriptorType.INLINE,
          DescriptorType.BLOB_URI,
          DescriptorType.POSITION,
          DescriptorType.SIZE);

  private final String code;
  private final DataType type;

  BlobForm(String code, DataType type) {
    this.code = code;
    this.type = type;
  }

  /** What the form is called in table properties, "" for bytes. */
  String code() {
    return code;
  }

  static BlobForm ofCode(String code) {
    return Arrays.stream(values())
        .filter(form -> form.code.equals(code))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("Cannot read form '" + code + "' of a BLOB"));
  }

  /** The form of a declared type; empty unless names, types and order of its children are right. */
  public static Optional<BlobForm> of(DataType type) {
    if (type instanceof BinaryType) {
      return Optional.of(BYTES);
    }
    return type instanceof StructType struct
        ? Arrays.stream(values()).filter(form -> form.matches(struct)).findFirst()
        : Optional.empty();
  }

  private boolean matches(StructType struct) {
    if (!isStruct() || struct.length() != width()) {
      return false;
    }
    for (int i = 0; i < struct.length(); i++) {
      StructField expected = ((StructType) type).fields()[i];
      StructField field = struct.fields()[i];
      if (!field.name().equals(expected.name())
          || !field.dataType().equals(expected.dataType())
          || i <= URI && !field.nullable()) {
        return false;
      }
    }
    return true;
  }

  public boolean isStruct() {
    return this != BYTES;
  }

  /** The type in Spark; all children are nullable. */
  public DataType type() {
    return type;
  }

  /** Number of children of the struct. */
  public int width() {
    return ((StructType) type).length();
  }

  /** The type in Iceberg, with ids of the descriptor that it stands for. */
  Type logical(Types.StructType descriptor) {
    if (!isStruct()) {
      return Types.BinaryType.get();
    }
    StructField[] children = ((StructType) type).fields();
    Types.NestedField[] fields = new Types.NestedField[children.length];
    for (int i = 0; i < children.length; i++) {
      Types.NestedField stored = descriptor.fields().get(DESCRIPTOR_CHILDREN.get(i));
      fields[i] = Types.NestedField.optional(stored.fieldId(), children[i].name(), stored.type());
    }
    return Types.StructType.of(fields);
  }
}
