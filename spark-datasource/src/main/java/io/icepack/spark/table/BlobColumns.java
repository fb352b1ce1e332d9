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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * The blob columns of one table schema.
 *
 * <p>For each {@link BlobStorage} a table property lists the field ids of every column and nested
 * field that was ever declared so, with what it looks like: {@code 2,5:reference,7:range}. An id is
 * never removed: RENAME keeps the column, a dropped and re-added name is another column, and an
 * older snapshot reads with its own schema.
 */
public final class BlobColumns {

  /** Internal table property: comma-separated field ids of all managed blobs, and their forms. */
  public static final String FIELD_IDS = "icepack.blob-field-ids";

  /** Internal table property: comma-separated field ids of all descriptor columns. */
  public static final String DESCRIPTOR_FIELD_IDS = "icepack.blob-descriptor-field-ids";

  private final List<BlobColumn> columns;

  private BlobColumns(List<BlobColumn> columns) {
    this.columns = List.copyOf(columns);
  }

  /** The blob columns of {@code schema}, in schema order. */
  public static BlobColumns of(Schema schema, Map<String, String> properties) {
    BlobShapes shapes = new BlobShapes(schema, forms(BlobStorage.MANAGED, properties));
    Set<Integer> descriptors = fieldIds(BlobStorage.DESCRIPTOR, properties);
    List<BlobColumn> found = new ArrayList<>();
    for (Types.NestedField field : schema.columns()) {
      Optional<BlobShape> shape = shapes.of(field);
      if (shape.isPresent()) {
        found.add(new BlobColumn(field, shape.get(), BlobStorage.MANAGED));
      } else if (isDescriptor(field, descriptors)) {
        found.add(new BlobColumn(field, descriptor(field), BlobStorage.DESCRIPTOR));
      }
    }
    return new BlobColumns(found);
  }

  private static BlobShape descriptor(Types.NestedField field) {
    BlobForm form = BlobForm.BYTES;
    return new BlobShape.Value(field.fieldId(), field.name(), form, form.type());
  }

  private static boolean isDescriptor(Types.NestedField field, Set<Integer> ids) {
    return field.type().typeId() == Type.TypeID.BINARY && ids.contains(field.fieldId());
  }

  /**
   * The property value that adds fields of {@code schema} to the recorded ones.
   *
   * @param fields their paths, and what they look like
   */
  public static String recordIds(
      BlobStorage storage,
      Map<String, String> properties,
      Schema schema,
      Map<String, BlobForm> fields) {
    Map<Integer, BlobForm> forms = new TreeMap<>(forms(storage, properties));
    fields.forEach((path, form) -> forms.put(schema.findField(path).fieldId(), form));
    return forms.entrySet().stream()
        .map(
            id ->
                id.getValue().isStruct()
                    ? id.getKey() + ":" + id.getValue().code()
                    : "" + id.getKey())
        .collect(Collectors.joining(","));
  }

  /** The recorded ids of fields, of which a schema may have some. */
  public static Set<Integer> fieldIds(BlobStorage storage, Map<String, String> properties) {
    return forms(storage, properties).keySet();
  }

  private static Map<Integer, BlobForm> forms(BlobStorage storage, Map<String, String> properties) {
    Map<Integer, BlobForm> forms = new TreeMap<>();
    for (String entry : properties.getOrDefault(storage.fieldIds(), "").split(",")) {
      if (!entry.isEmpty()) {
        int colon = entry.indexOf(':');
        String id = colon < 0 ? entry : entry.substring(0, colon);
        String code = colon < 0 ? "" : entry.substring(colon + 1);
        forms.put(Integer.valueOf(id), BlobForm.ofCode(code));
      }
    }
    return forms;
  }

  public List<BlobColumn> all() {
    return columns;
  }

  /** Paths of the fields of one sort, and what they look like. */
  public Map<String, BlobForm> forms(BlobStorage storage) {
    Map<String, BlobForm> forms = new LinkedHashMap<>();
    all(storage)
        .forEach(
            column -> column.shape().values().forEach(blob -> forms.put(blob.path(), blob.form())));
    return forms;
  }

  /** Those of one sort. */
  public List<BlobColumn> all(BlobStorage storage) {
    return columns.stream().filter(column -> column.storage() == storage).toList();
  }

  public boolean isEmpty() {
    return columns.isEmpty();
  }

  /** The column of that name, compared exactly. */
  public Optional<BlobColumn> find(String name) {
    return columns.stream().filter(column -> column.name().equals(name)).findFirst();
  }

  /** Whether there are blobs at a path through structs, or it lies within a blob. */
  public boolean isBlob(String... path) {
    return find(path[0])
        .flatMap(column -> column.shape().at(Arrays.asList(path).subList(1, path.length)))
        .isPresent();
  }

  /** Whether a path through structs ends at a column, field or blob, and not within a blob. */
  public boolean reaches(String... path) {
    Optional<BlobShape> shape = find(path[0]).map(BlobColumn::shape);
    for (int i = 1; i < path.length && shape.isPresent(); i++) {
      List<String> name = List.of(path[i]);
      shape = shape.filter(s -> s instanceof BlobShape.Fields).flatMap(s -> s.at(name));
    }
    return shape.isPresent();
  }

  /** The column of that name if its values are descriptor structs. */
  public Optional<BlobColumn> findManaged(String name) {
    return find(name).filter(BlobColumn::isManaged);
  }

  /** The same columns, some blobs of which look different; by field id. */
  BlobColumns withForms(Map<Integer, BlobForm> forms) {
    return new BlobColumns(
        columns.stream()
            .map(
                column ->
                    new BlobColumn(
                        column.field(),
                        column.shape().map(blob -> withForm(blob, forms)),
                        column.storage()))
            .toList());
  }

  private static BlobShape.Value withForm(BlobShape.Value blob, Map<Integer, BlobForm> forms) {
    BlobForm form = forms.getOrDefault(blob.fieldId(), blob.form());
    return new BlobShape.Value(blob.fieldId(), blob.path(), form, form.type());
  }

  /** Current names, in schema order, and how each column is stored. */
  public Map<String, BlobStorage> storages() {
    Map<String, BlobStorage> storages = new LinkedHashMap<>();
    columns.forEach(column -> storages.put(column.name(), column.storage()));
    return storages;
  }

  /** The schema that users see: BINARY in the place of descriptors, field ids unchanged. */
  public Schema logical(Schema physical) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (Types.NestedField field : physical.columns()) {
      fields.add(find(field.name()).map(BlobColumn::logicalField).orElse(field));
    }
    return new Schema(physical.schemaId(), fields, physical.identifierFieldIds());
  }
}
