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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Names a field of a schema, however deeply nested (Blob v2, "Table Schema": blob fields may appear
 * beneath Struct, List and LargeList).
 *
 * @param names the field names from the outside in, at least one, none null; the element field of a
 *     list counts
 */
public record FieldPath(List<String> names) {

  public FieldPath {
    names = List.copyOf(names);
    if (names.isEmpty()) {
      throw new IllegalArgumentException("Cannot create field path: it has no names");
    }
  }

  public static FieldPath of(String... names) {
    return new FieldPath(List.of(names));
  }

  static FieldPath root(Field field) {
    return of(name(field));
  }

  FieldPath child(Field field) {
    return new FieldPath(Stream.concat(names.stream(), Stream.of(name(field))).toList());
  }

  /** The names joined by dots; a name that would make this ambiguous stands in backquotes. */
  @Override
  public String toString() {
    return names.stream().map(FieldPath::quoted).collect(Collectors.joining("."));
  }

  private static String name(Field field) {
    return field.getName() == null ? "" : field.getName();
  }

  private static String quoted(String name) {
    boolean plain = !name.isEmpty() && name.indexOf('.') < 0 && name.indexOf('`') < 0;
    return plain ? name : "`" + name.replace("`", "``") + "`";
  }
}
