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

import java.util.List;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * One blob field of a batch under conversion.
 *
 * @param source holds the values to convert
 * @param targetField the field of {@code target}
 * @param target the vector to fill, still empty; its positions are those of {@code source}
 * @param slots the positions that hold values of the batch
 */
record BlobColumn(
    FieldPath path, FieldVector source, Field targetField, FieldVector target, Slots slots) {

  /** Where a value is, for an error about it. */
  String describe(int slot) {
    return path + " in " + slots.describe(slot);
  }

  /** The vector that holds the values of another, which may be an extension on top. */
  static FieldVector storage(FieldVector vector) {
    return vector instanceof ExtensionTypeVector<?> extension
        ? extension.getUnderlyingVector()
        : vector;
  }

  /** The vectors of the children of a struct, in schema order. */
  static List<FieldVector> children(FieldVector structs) {
    return structs.getChildrenFromFields().stream().map(BlobColumn::storage).toList();
  }

  /** Refuses a null blob where the field has none. */
  void requireNullable(int slot) {
    if (!targetField.isNullable()) {
      throw new IllegalArgumentException(
          "Cannot use null blob %s: the field is not nullable".formatted(describe(slot)));
    }
  }
}
