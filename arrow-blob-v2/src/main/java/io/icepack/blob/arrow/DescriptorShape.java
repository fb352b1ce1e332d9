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

import static io.icepack.blob.arrow.ChildSpec.UINT32;
import static io.icepack.blob.arrow.ChildSpec.UINT64;
import static io.icepack.blob.arrow.ChildSpec.UINT8;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** The shape of a descriptor field (Blob v2, "Data File Schema"). */
final class DescriptorShape {

  static final String BLOB_KEY = "lance-encoding:blob";
  static final String PACKED_KEY = "lance-encoding:packed";

  static final List<ChildSpec> CHILDREN =
      List.of(
          new ChildSpec("kind", UINT8),
          new ChildSpec("position", UINT64),
          new ChildSpec("size", UINT64),
          new ChildSpec("blob_id", UINT32),
          new ChildSpec("blob_uri", ArrowType.Utf8.INSTANCE));

  private DescriptorShape() {}

  /** Whether the field claims to be a descriptor; only {@link #require} says that it is one. */
  static boolean marked(Field field) {
    return "true".equals(field.getMetadata().get(BLOB_KEY))
        && ChildSpec.storageType(field) instanceof ArrowType.Struct;
  }

  /** Refuses a marked field with other children; their nullability is free, as readers must. */
  static void require(FieldPath path, Field descriptor) {
    String subject = "Cannot use descriptor field " + path;
    List<String> names = ChildSpec.names(descriptor);
    if (!names.equals(ChildSpec.names(CHILDREN))) {
      throw new IllegalArgumentException(
          "%s: its children must be %s, in this order, not %s"
              .formatted(subject, ChildSpec.names(CHILDREN), names));
    }
    ChildSpec.requireTypes(CHILDREN, descriptor, subject);
  }

  /** The descriptor field that stands for a blob field in a data file. */
  static Field field(Field blob) {
    Map<String, String> metadata = otherMetadata(blob);
    metadata.put(BLOB_KEY, "true");
    metadata.put(PACKED_KEY, "true");
    return new Field(
        blob.getName(),
        new FieldType(blob.isNullable(), ArrowType.Struct.INSTANCE, null, metadata),
        CHILDREN.stream().map(child -> child.field(false)).toList());
  }

  /** The metadata of a blob or descriptor field that does not say how it represents its blobs. */
  static Map<String, String> otherMetadata(Field field) {
    Map<String, String> metadata = new HashMap<>(field.getMetadata());
    metadata.remove(ExtensionType.EXTENSION_METADATA_KEY_NAME);
    metadata.remove(ExtensionType.EXTENSION_METADATA_KEY_METADATA);
    metadata.remove(BLOB_KEY);
    metadata.remove(PACKED_KEY);
    return metadata;
  }
}
