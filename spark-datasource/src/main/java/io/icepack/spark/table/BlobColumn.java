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
import org.apache.iceberg.types.Types;

/**
 * One blob column of a table.
 *
 * @param field the physical Iceberg field; its id is the identity of the column
 * @param shape where its blobs are in a value
 * @param storage how they stand in data files
 */
public record BlobColumn(Types.NestedField field, BlobShape shape, BlobStorage storage) {

  public String name() {
    return field.name();
  }

  /** Paths of the fields that are declared as blobs: of the column itself, or within it. */
  public List<String> paths() {
    return isManaged()
        ? shape.values().map(BlobShape.Value::path).distinct().toList()
        : List.of(name());
  }

  public boolean isManaged() {
    return storage == BlobStorage.MANAGED;
  }

  /** The same field with BINARY in the place of the descriptor struct. */
  Types.NestedField logicalField() {
    if (!isManaged()) {
      return field;
    }
    return Types.NestedField.from(field).ofType(shape.logical(field.type())).build();
  }
}
