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
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/**
 * The blob columns of one table schema.
 *
 * <p>A table property lists the field ids of every column that was ever declared as a blob. An id
 * is never removed: RENAME keeps the column, a dropped and re-added name is another column, and an
 * older snapshot reads with its own schema.
 */
public final class BlobColumns {

  /** Internal table property: comma-separated field ids of all managed blob columns. */
  public static final String FIELD_IDS = "icepack.blob-field-ids";

  private final List<BlobColumn> columns;

  private BlobColumns(List<BlobColumn> columns) {
    this.columns = List.copyOf(columns);
  }

  /** The blob columns of {@code schema}, in schema order. */
  public static BlobColumns of(Schema schema, Map<String, String> properties) {
    Set<Integer> ids = fieldIds(properties);
    List<BlobColumn> found = new ArrayList<>();
    for (Types.NestedField field : schema.columns()) {
      if (ids.contains(field.fieldId())) {
        BlobShape.of(field.type()).ifPresent(shape -> found.add(new BlobColumn(field, shape)));
      }
    }
    return new BlobColumns(found);
  }

  /** The property value that adds {@code names} of {@code schema} to the recorded ids. */
  public static String recordIds(
      Map<String, String> properties, Schema schema, Collection<String> names) {
    Set<Integer> ids = fieldIds(properties);
    names.forEach(name -> ids.add(schema.findField(name).fieldId()));
    return ids.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static Set<Integer> fieldIds(Map<String, String> properties) {
    String value = properties.getOrDefault(FIELD_IDS, "");
    return Arrays.stream(value.split(","))
        .filter(id -> !id.isEmpty())
        .map(Integer::valueOf)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  public List<BlobColumn> all() {
    return columns;
  }

  public boolean isEmpty() {
    return columns.isEmpty();
  }

  /** The column of that name, compared exactly. */
  public Optional<BlobColumn> find(String name) {
    return columns.stream().filter(column -> column.name().equals(name)).findFirst();
  }

  /** Comma-separated current names, as a user declares them in {@code blob-field}. */
  public String names() {
    return columns.stream().map(BlobColumn::name).collect(Collectors.joining(","));
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
