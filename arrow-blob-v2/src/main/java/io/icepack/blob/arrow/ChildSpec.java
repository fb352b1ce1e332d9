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
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * A child that a blob struct must have; a list of these is a contract on names, types and order.
 */
record ChildSpec(String name, ArrowType type) {

  static final ArrowType UINT8 = new ArrowType.Int(8, false);
  static final ArrowType UINT32 = new ArrowType.Int(32, false);
  static final ArrowType UINT64 = new ArrowType.Int(64, false);

  Field field(boolean nullable) {
    return new Field(name, new FieldType(nullable, type, null), null);
  }

  static List<String> names(List<ChildSpec> children) {
    return children.stream().map(ChildSpec::name).toList();
  }

  static List<String> names(Field struct) {
    return struct.getChildren().stream().map(child -> String.valueOf(child.getName())).toList();
  }

  /** Refuses a struct whose children, already known to have the right names, have wrong types. */
  static void requireTypes(List<ChildSpec> children, Field struct, String subject) {
    for (int i = 0; i < children.size(); i++) {
      ChildSpec expected = children.get(i);
      ArrowType actual = storageType(struct.getChildren().get(i));
      if (!expected.type.equals(actual)) {
        throw new IllegalArgumentException(
            "%s: child %s must be %s, not %s"
                .formatted(subject, expected.name, expected.type, actual));
      }
    }
  }

  static void requireStruct(Field field, String subject) {
    if (!(storageType(field) instanceof ArrowType.Struct)) {
      throw new IllegalArgumentException(
          "%s: its type must be Struct, not %s".formatted(subject, storageType(field)));
    }
  }

  /** The type of a field without the extension that its metadata may put on top. */
  static ArrowType storageType(Field field) {
    return field.getType() instanceof ExtensionType extension
        ? extension.storageType()
        : field.getType();
  }
}
