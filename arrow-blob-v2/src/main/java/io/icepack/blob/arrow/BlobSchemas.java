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
package io.icepack.blob.arrow;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Recognises blob fields and derives the schemas in which their values are stored and read (Blob
 * v2, "Schema"). Everything works the same whether {@link BlobType} is registered or not.
 */
public final class BlobSchemas {

  private BlobSchemas() {}

  /**
   * Whether the field itself is marked as a blob. Without the mark it is an ordinary struct,
   * whatever its children; with it, {@link #logicalShape} says whether it is a valid one.
   */
  public static boolean isBlob(Field field) {
    return BlobType.NAME.equals(field.getMetadata().get(ExtensionType.EXTENSION_METADATA_KEY_NAME));
  }

  /**
   * Answers which of the two shapes a blob field has.
   *
   * @throws IllegalArgumentException if the field is not marked as a blob, or not of either shape
   */
  public static LogicalShape logicalShape(Field field) {
    FieldPath path = FieldPath.root(field);
    if (!isBlob(field)) {
      throw new IllegalArgumentException(
          "Cannot use blob field %s: its metadata must have %s = %s"
              .formatted(path, ExtensionType.EXTENSION_METADATA_KEY_NAME, BlobType.NAME));
    }
    return LogicalShape.of(path, field);
  }

  /**
   * Answers where the blob fields of a schema are, in schema order.
   *
   * @throws IllegalArgumentException if a marked field has an invalid shape or place
   */
  public static List<FieldPath> blobPaths(Schema schema) {
    List<FieldPath> paths = new ArrayList<>();
    new SchemaRewrite(
            BlobSchemas::isBlob,
            (path, blob) -> {
              LogicalShape.of(path, blob);
              paths.add(path);
              return blob;
            })
        .apply(schema);
    return List.copyOf(paths);
  }

  /**
   * Whether the field is marked as a struct of descriptors (Blob v2, "Data File Schema"). Methods
   * that read one refuse it if it does not have the five children; released schemas, where the
   * children are nullable, are fine.
   */
  public static boolean isDescriptor(Field field) {
    return DescriptorShape.marked(field);
  }

  /**
   * Answers the field that stores the blobs of a logical field in a data file: the blob fields in
   * it, or itself, become packed structs of the five descriptor children (Blob v2, "Data File
   * Schema"). Names, nullability and other metadata stay.
   */
  public static Field descriptorField(Field logical) {
    return toDescriptors().apply(logical);
  }

  /** Answers the data file schema of a logical schema; see {@link #descriptorField}. */
  public static Schema descriptorSchema(Schema logical) {
    return toDescriptors().apply(logical);
  }

  /**
   * Answers the field that holds whole payloads: the blob or descriptor fields in it, or itself,
   * become LargeBinary (Blob v2, "Table Schema"). Names, nullability and other metadata stay.
   */
  public static Field materializedField(Field field) {
    return toBytes().apply(field);
  }

  /** Answers the schema that holds whole payloads; see {@link #materializedField}. */
  public static Schema materializedSchema(Schema schema) {
    return toBytes().apply(schema);
  }

  private static SchemaRewrite toDescriptors() {
    return new SchemaRewrite(
        BlobSchemas::isBlob,
        (path, blob) -> {
          LogicalShape.of(path, blob);
          return DescriptorShape.field(blob);
        });
  }

  private static SchemaRewrite toBytes() {
    return new SchemaRewrite(
        field -> isBlob(field) || isDescriptor(field),
        (path, blob) -> {
          if (isBlob(blob)) {
            LogicalShape.of(path, blob);
          } else {
            DescriptorShape.require(path, blob);
          }
          return binaryField(blob);
        });
  }

  private static Field binaryField(Field blob) {
    return new Field(
        blob.getName(),
        new FieldType(
            blob.isNullable(),
            ArrowType.LargeBinary.INSTANCE,
            null,
            DescriptorShape.otherMetadata(blob)),
        null);
  }
}
