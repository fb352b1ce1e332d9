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
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Replaces the blob fields of a schema, wherever Struct, List and LargeList hold one, and leaves
 * everything else as it is (Blob v2, "Table Schema").
 */
final class SchemaRewrite {

  private final Predicate<Field> isBlob;
  private final BiFunction<FieldPath, Field, Field> replacement;

  SchemaRewrite(Predicate<Field> isBlob, BiFunction<FieldPath, Field, Field> replacement) {
    this.isBlob = isBlob;
    this.replacement = replacement;
  }

  Schema apply(Schema schema) {
    return new Schema(
        schema.getFields().stream().map(this::apply).toList(), schema.getCustomMetadata());
  }

  Field apply(Field field) {
    return apply(FieldPath.root(field), field, null);
  }

  /**
   * @param barrier the outermost type around the field that may hold no blobs, null where all may
   */
  private Field apply(FieldPath path, Field field, ArrowType barrier) {
    if (isBlob.test(field)) {
      requireNoBarrier(path, barrier);
      return replacement.apply(path, field);
    }
    ArrowType inner = barrier == null && !holdsBlobs(field) ? field.getType() : barrier;
    List<Field> children = new ArrayList<>();
    for (Field child : field.getChildren()) {
      children.add(apply(path.child(child), child, inner));
    }
    return children.equals(field.getChildren())
        ? field
        : new Field(field.getName(), field.getFieldType(), children);
  }

  private static void requireNoBarrier(FieldPath path, ArrowType barrier) {
    if (barrier != null) {
      throw new IllegalArgumentException(
          "Cannot use blob field %s: only Struct, List and LargeList may hold blobs, not %s"
              .formatted(path, barrier));
    }
  }

  private static boolean holdsBlobs(Field field) {
    ArrowType type = ChildSpec.storageType(field);
    return type instanceof ArrowType.Struct
        || type instanceof ArrowType.List
        || type instanceof ArrowType.LargeList;
  }
}
