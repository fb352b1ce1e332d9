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
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A field of an IPC file beside the field to read it as.
 *
 * @param from the field in the file
 * @param to the field to read it as, null if it is not wanted
 * @param children those of {@code from}, in its order
 */
record WantedField(Field from, Field to, List<WantedField> children) {

  /** Pairs the fields of a struct or schema by name, and refuses what cannot be read. */
  static List<WantedField> match(String location, List<Field> from, List<Field> to) {
    List<WantedField> fields = match(location, null, from, to);
    long found = fields.stream().filter(WantedField::isWanted).count();
    if (found != to.size()) {
      throw new IllegalArgumentException(
          "Cannot read columns %s of %s: it has %s".formatted(names(to), location, names(from)));
    }
    return fields;
  }

  boolean isWanted() {
    return to != null;
  }

  /** The children that are wanted, in the order in which they are. */
  List<WantedField> wantedChildren() {
    return to.getChildren().stream()
        .map(child -> children.stream().filter(one -> one.to == child).findFirst().orElseThrow())
        .toList();
  }

  private static List<WantedField> match(
      String location, FieldPath parent, List<Field> from, List<Field> to) {
    List<WantedField> fields = new ArrayList<>();
    for (Field field : from) {
      Field wanted =
          to.stream().filter(one -> one.getName().equals(field.getName())).findFirst().orElse(null);
      FieldPath path = parent == null ? FieldPath.root(field) : parent.child(field);
      fields.add(pair(location, path, field, wanted));
    }
    return fields;
  }

  private static WantedField pair(String location, FieldPath path, Field from, Field to) {
    if (to == null) {
      List<WantedField> children =
          from.getChildren().stream().map(child -> pair(location, path, child, null)).toList();
      return new WantedField(from, null, children);
    }
    if (from.getDictionary() != null) {
      throw new IllegalArgumentException(
          "Cannot read column %s of %s: it is dictionary-encoded; write its plain values instead"
              .formatted(path, location));
    }
    ArrowType type = ChildSpec.storageType(from);
    ArrowType target = ChildSpec.storageType(to);
    if (!target.equals(type) && !target.equals(SignedSchema.of(type))) {
      throw new IllegalArgumentException(
          "Cannot read column %s of %s: it is %s there, not %s"
              .formatted(path, location, type, target));
    }
    return new WantedField(from, to, children(location, path, from, to));
  }

  private static List<WantedField> children(String location, FieldPath path, Field from, Field to) {
    if (!(ChildSpec.storageType(from) instanceof ArrowType.Struct)) {
      List<WantedField> children = new ArrayList<>();
      for (int i = 0; i < from.getChildren().size(); i++) {
        Field child = from.getChildren().get(i);
        children.add(pair(location, path.child(child), child, to.getChildren().get(i)));
      }
      return children;
    }
    List<WantedField> children = match(location, path, from.getChildren(), to.getChildren());
    if (children.stream().filter(WantedField::isWanted).count() != to.getChildren().size()) {
      throw new IllegalArgumentException(
          "Cannot read column %s of %s: it has children %s there, not %s"
              .formatted(path, location, ChildSpec.names(from), ChildSpec.names(to)));
    }
    return children;
  }

  private static List<String> names(List<Field> fields) {
    return fields.stream().map(field -> String.valueOf(field.getName())).toList();
  }
}
