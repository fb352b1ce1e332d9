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
package io.icepack.spark.arrow;

import io.icepack.blob.arrow.BlobSchemas;
import io.icepack.blob.arrow.BlobType;
import io.icepack.blob.arrow.SignedSchema;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.ArrowUtils;

/**
 * Spark's types of Arrow fields. Unsigned numbers and LargeList have the types of {@link
 * SignedSchema}. The column of a blob field carries the extension name in its metadata, by which a
 * write recognises it again.
 */
final class ArrowTypes {

  private static final Metadata BLOB =
      new MetadataBuilder()
          .putString(ExtensionType.EXTENSION_METADATA_KEY_NAME, BlobType.NAME)
          .build();

  private ArrowTypes() {}

  /** Whether the metadata of a column say that it holds blobs. */
  static boolean isBlob(StructField column) {
    return column.metadata().contains(ExtensionType.EXTENSION_METADATA_KEY_NAME)
        && BlobType.NAME.equals(
            column.metadata().getString(ExtensionType.EXTENSION_METADATA_KEY_NAME));
  }

  /**
   * Answers the columns of a file.
   *
   * @throws IllegalArgumentException if Spark has no type for one, or a blob field is invalid
   */
  static StructType of(String location, Schema schema) {
    try {
      BlobSchemas.blobPaths(schema);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Cannot read Arrow data %s: %s".formatted(location, e.getMessage()), e);
    }
    List<Field> fields = SignedSchema.of(schema).getFields();
    return new StructType(
        fields.stream()
            .map(field -> column(field, of(location, field)))
            .toArray(StructField[]::new));
  }

  /** Answers the type of one field, which has no unsigned numbers. */
  static DataType of(String location, Field field) {
    try {
      requireNarrowDecimals(field);
      return ArrowUtils.fromArrowField(field);
    } catch (Exception e) {
      // Scala's methods do not declare what they throw, such as AnalysisException.
      throw new IllegalArgumentException(
          "Cannot read column %s of %s: Spark has no type for %s; give a schema without it"
              .formatted(field.getName(), location, field),
          e);
    }
  }

  /** Spark has a type for decimals of 256 bits, but cannot read their vectors. */
  private static void requireNarrowDecimals(Field field) {
    if (field.getType() instanceof ArrowType.Decimal decimal && decimal.getBitWidth() > 128) {
      throw new IllegalArgumentException(
          "Cannot use decimal of %d bits: only 128 are known".formatted(decimal.getBitWidth()));
    }
    field.getChildren().forEach(ArrowTypes::requireNarrowDecimals);
  }

  private static StructField column(Field field, DataType type) {
    boolean blob = BlobSchemas.isBlob(field);
    return new StructField(
        field.getName(), marked(field, type), field.isNullable(), blob ? BLOB : Metadata.empty());
  }

  private static DataType marked(Field field, DataType type) {
    List<Field> children = field.getChildren();
    if (type instanceof ArrayType array) {
      return new ArrayType(marked(children.get(0), array.elementType()), array.containsNull());
    }
    if (!(type instanceof StructType struct)) {
      return type;
    }
    StructField[] columns = new StructField[children.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = column(children.get(i), struct.fields()[i].dataType());
    }
    return new StructType(columns);
  }
}
