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
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * A field of an IPC file beside the field to read it as; one of the two may be missing.
 *
 * @param from the field in the file, null if it has none, so that all values are null
 * @param to the field to read it as, null if it is not wanted
 * @param children those of {@code from} in its order, then what it lacks; none if there is no
 *     {@code from}
 */
record WantedField(Field from, Field to, List<WantedField> children) {

  /** Pairs the fields of a schema by name, and refuses what cannot be read. */
  static List<WantedField> match(String location, List<Field> from, List<Field> to) {
    return match(location, null, from, to);
  }

  boolean isStored() {
    return from != null;
  }

  boolean isWanted() {
    return to != null;
  }

  /** Whether the file has indexes in the place of values. */
  boolean isEncoded() {
    return isStored() && from.getDictionary() != null;
  }

  /** Whether this or a field beneath it is wanted and encoded. */
  boolean needsDictionary() {
    return isWanted() && isEncoded() || children.stream().anyMatch(WantedField::needsDictionary);
  }

  /** Whether values of this or of a field beneath it are converted to another type. */
  boolean isConverted() {
    return isStored() && isWanted() && !from.getType().equals(to.getType())
        || children.stream().anyMatch(WantedField::isConverted);
  }

  /** The field as the dictionary has it. */
  WantedField withoutDictionary() {
    FieldType type = new FieldType(from.isNullable(), from.getType(), null, from.getMetadata());
    return new WantedField(new Field(from.getName(), type, from.getChildren()), to, children);
  }

  private static List<WantedField> match(
      String location, FieldPath parent, List<Field> from, List<Field> to) {
    List<WantedField> fields = new ArrayList<>();
    for (Field field : from) {
      Field wanted = find(to, field.getName());
      FieldPath path = parent == null ? FieldPath.root(field) : parent.child(field);
      fields.add(pair(location, path, field, wanted));
    }
    for (Field field : to) {
      if (find(from, field.getName()) == null) {
        fields.add(missing(location, parent, field, from));
      }
    }
    return fields;
  }

  private static WantedField missing(
      String location, FieldPath parent, Field field, List<Field> from) {
    if (!field.isNullable()) {
      throw new IllegalArgumentException(
          "Cannot read column %s of %s: it is not among %s, and may not be null"
              .formatted(
                  parent == null ? FieldPath.root(field) : parent.child(field),
                  location,
                  from.stream().map(one -> String.valueOf(one.getName())).toList()));
    }
    return new WantedField(null, field, List.of());
  }

  private static Field find(List<Field> fields, String name) {
    return fields.stream().filter(one -> one.getName().equals(name)).findFirst().orElse(null);
  }

  private static WantedField pair(String location, FieldPath path, Field from, Field to) {
    if (to == null) {
      List<WantedField> children =
          from.getChildren().stream().map(child -> pair(location, path, child, null)).toList();
      return new WantedField(from, null, children);
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
    return match(location, path, from.getChildren(), to.getChildren());
  }
}
