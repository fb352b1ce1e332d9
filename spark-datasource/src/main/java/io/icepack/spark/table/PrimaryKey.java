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

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.Types;

/**
 * The primary key of a table: what makes an INSERT an upsert.
 *
 * @param fields the key columns, in the order in which runs are sorted
 * @param engine how rows of one key become one
 * @param sequenceFields columns that order the rows of {@code deduplicate}, often empty
 */
public record PrimaryKey(
    List<Types.NestedField> fields, MergeEngine engine, List<String> sequenceFields)
    implements Serializable {

  /** Internal table property: comma-separated field ids of the key columns, in order. */
  public static final String FIELD_IDS = "icepack.primary-key-ids";

  /**
   * Hidden physical column of runs that store retractions: the code of a row kind, null for an
   * insertion.
   */
  public static final String ROW_KIND = "_row_kind";

  public PrimaryKey {
    fields = List.copyOf(fields);
    sequenceFields = List.copyOf(sequenceFields);
  }

  /** The primary key of a table as {@code schema} has it, empty for an append table. */
  public static Optional<PrimaryKey> of(Schema schema, Map<String, String> properties) {
    String ids = properties.get(FIELD_IDS);
    if (ids == null) {
      return Optional.empty();
    }
    List<Types.NestedField> fields = new ArrayList<>();
    for (String id : ids.split(",")) {
      Types.NestedField field = schema.findField(Integer.parseInt(id));
      if (field == null) {
        throw new ValidationException(
            "Cannot find the primary key: there is no column with the field id %s in schema %s; "
                + "another client has dropped it",
            id, schema.schemaId());
      }
      fields.add(field);
    }
    return Optional.of(of(fields, properties));
  }

  /** A primary key of {@code fields} under the options in {@code properties}. */
  public static PrimaryKey of(List<Types.NestedField> fields, Map<String, String> properties) {
    String engine =
        properties.getOrDefault(TableOptions.MERGE_ENGINE, MergeEngine.DEDUPLICATE.option());
    return new PrimaryKey(
        fields,
        MergeEngine.of(engine).orElseThrow(),
        split(properties.getOrDefault(TableOptions.SEQUENCE_FIELD, "")));
  }

  /** The schema without {@link #ROW_KIND}, ids unchanged. */
  public static Schema withoutRowKind(Schema schema) {
    List<Types.NestedField> fields =
        schema.columns().stream().filter(field -> !field.name().equals(ROW_KIND)).toList();
    return new Schema(schema.schemaId(), fields, schema.identifierFieldIds());
  }

  /** The property value that records the columns {@code names} of {@code schema} as the key. */
  public static String recordIds(Schema schema, List<String> names) {
    return names.stream()
        .map(name -> String.valueOf(schema.findField(name).fieldId()))
        .collect(Collectors.joining(","));
  }

  /** The names that an option lists, separated by commas. */
  public static List<String> split(String names) {
    return Arrays.stream(names.split(","))
        .map(String::trim)
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** Names of the key columns, in order. */
  public List<String> names() {
    return fields.stream().map(Types.NestedField::name).toList();
  }

  /** Field ids of the key columns. */
  public Set<Integer> ids() {
    return Set.copyOf(fields.stream().map(Types.NestedField::fieldId).toList());
  }

  /** Whether a delete file deletes rows by this key. */
  public boolean isOf(DeleteFile delete) {
    return delete.content() == FileContent.EQUALITY_DELETES
        && Set.copyOf(delete.equalityFieldIds()).equals(ids());
  }

  /**
   * Whether a run is what Iceberg calls an upsert, new rows and equality deletes of their keys, so
   * that any Iceberg reader sees the table right.
   */
  public boolean isUpsert() {
    return engine == MergeEngine.DEDUPLICATE && sequenceFields.isEmpty();
  }

  /** Whether runs have the column {@link #ROW_KIND}. */
  public boolean storesRowKind() {
    return engine != MergeEngine.FIRST_ROW && !isUpsert();
  }
}
