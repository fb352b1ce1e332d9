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

import static io.icepack.blob.arrow.ChildSpec.UINT64;

import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** The two shapes of a logical blob field (Blob v2, "Table Schema"). */
public enum LogicalShape {
  /** Bytes, or the URI of a whole object. */
  MINIMAL(
      new ChildSpec("data", ArrowType.LargeBinary.INSTANCE),
      new ChildSpec("uri", ArrowType.Utf8.INSTANCE)),

  /** Bytes, or the URI of an object and optionally a byte range within it. */
  COMPLETE(
      new ChildSpec("data", ArrowType.LargeBinary.INSTANCE),
      new ChildSpec("uri", ArrowType.Utf8.INSTANCE),
      new ChildSpec("position", UINT64),
      new ChildSpec("size", UINT64));

  /** The leading children that must be nullable: {@code data} and {@code uri}. */
  private static final int NULLABLE_CHILDREN = 2;

  private final List<ChildSpec> children;

  LogicalShape(ChildSpec... children) {
    this.children = List.of(children);
  }

  /**
   * Answers a blob field of this shape with nullable children, as a plain struct that carries the
   * extension name in its metadata.
   */
  public Field field(String name, boolean nullable) {
    Map<String, String> metadata = Map.of(ExtensionType.EXTENSION_METADATA_KEY_NAME, BlobType.NAME);
    return new Field(
        name,
        new FieldType(nullable, ArrowType.Struct.INSTANCE, null, metadata),
        children.stream().map(child -> child.field(true)).toList());
  }

  /** Answers the shape of a field that is marked as a blob, or refuses it. */
  static LogicalShape of(FieldPath path, Field blob) {
    String subject = "Cannot use blob field " + path;
    ChildSpec.requireStruct(blob, subject);
    LogicalShape shape = named(blob, subject);
    ChildSpec.requireTypes(shape.children, blob, subject);
    for (Field child : blob.getChildren().subList(0, NULLABLE_CHILDREN)) {
      if (!child.isNullable()) {
        throw new IllegalArgumentException(
            "%s: child %s must be nullable".formatted(subject, child.getName()));
      }
    }
    return shape;
  }

  private static LogicalShape named(Field blob, String subject) {
    List<String> names = ChildSpec.names(blob);
    for (LogicalShape shape : values()) {
      if (ChildSpec.names(shape.children).equals(names)) {
        return shape;
      }
    }
    throw new IllegalArgumentException(
        "%s: its children must be %s or %s, in this order, not %s"
            .formatted(
                subject,
                ChildSpec.names(MINIMAL.children),
                ChildSpec.names(COMPLETE.children),
                names));
  }
}
