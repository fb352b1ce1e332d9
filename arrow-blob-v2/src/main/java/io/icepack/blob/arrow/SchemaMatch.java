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
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Makes sure that a batch of descriptors has the structure of a logical schema (Blob v2, "Table
 * Schema"). The element field of a list may have any name, since Arrow Java does not keep it.
 */
final class SchemaMatch {

  private SchemaMatch() {}

  static void require(Schema descriptors, Schema logical) {
    BlobSchemas.blobPaths(logical);
    List<Field> from = descriptors.getFields();
    List<Field> to = logical.getFields();
    if (from.size() != to.size()) {
      throw new IllegalArgumentException(
          "Cannot convert batch: it has %d columns, the logical schema has %d"
              .formatted(from.size(), to.size()));
    }
    for (int i = 0; i < from.size(); i++) {
      requireName(FieldPath.root(to.get(i)), from.get(i), to.get(i));
      require(FieldPath.root(to.get(i)), from.get(i), to.get(i));
    }
  }

  private static void require(FieldPath path, Field from, Field to) {
    if (BlobSchemas.isDescriptor(from) && BlobSchemas.isBlob(to)) {
      DescriptorShape.require(path, from);
      return;
    }
    boolean representable = !BlobSchemas.isDescriptor(from) && !BlobSchemas.isBlob(to);
    if (!representable
        || !from.getType().equals(to.getType())
        || from.getChildren().size() != to.getChildren().size()) {
      throw new IllegalArgumentException(
          "Cannot convert field %s: the batch has %s, the logical schema has %s"
              .formatted(path, describe(from), describe(to)));
    }
    for (int i = 0; i < to.getChildren().size(); i++) {
      Field fromChild = from.getChildren().get(i);
      Field toChild = to.getChildren().get(i);
      if (ChildSpec.storageType(to) instanceof ArrowType.Struct) {
        requireName(path.child(toChild), fromChild, toChild);
      }
      require(path.child(toChild), fromChild, toChild);
    }
  }

  private static void requireName(FieldPath path, Field from, Field to) {
    if (!String.valueOf(from.getName()).equals(String.valueOf(to.getName()))) {
      throw new IllegalArgumentException(
          "Cannot convert field %s: the batch has a field named %s in its place"
              .formatted(path, from.getName()));
    }
  }

  private static String describe(Field field) {
    if (BlobSchemas.isDescriptor(field)) {
      return "descriptors";
    }
    return BlobSchemas.isBlob(field)
        ? "blobs"
        : field.getType() + " with children " + ChildSpec.names(field);
  }
}
