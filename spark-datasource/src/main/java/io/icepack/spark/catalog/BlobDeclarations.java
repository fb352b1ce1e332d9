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
package io.icepack.spark.catalog;

import io.icepack.spark.table.BlobShape;
import io.icepack.spark.table.BlobStorage;
import io.icepack.spark.table.DescriptorType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Finds the columns that a user declares as blobs and gives them their physical type. */
final class BlobDeclarations {

  private static final String COMMENT = "comment";

  private final String table;
  private final List<StructField> physical = new ArrayList<>();
  private final Map<String, BlobStorage> blobs = new LinkedHashMap<>();

  private BlobDeclarations(String table) {
    this.table = table;
  }

  /**
   * Reads the declarations of a new table.
   *
   * @param table full name, for errors
   * @param schema the declared columns, comments in their metadata
   * @param properties the declared table properties
   * @throws ValidationException if a declaration is not possible
   */
  static BlobDeclarations of(String table, StructType schema, Map<String, String> properties) {
    BlobDeclarations declarations = new BlobDeclarations(table);
    Map<BlobStorage, Set<String>> listed = new EnumMap<>(BlobStorage.class);
    for (BlobStorage storage : BlobStorage.values()) {
      listed.put(storage, declarations.listed(storage, schema, properties));
    }
    for (StructField field : schema.fields()) {
      declarations.add(field, listed);
    }
    check(table, declarations.names(), Set.of(schema.fieldNames()));
    return declarations;
  }

  /** Reads the declaration of one added column; {@code comment} may be null. */
  static BlobDeclarations of(String table, String column, DataType type, String comment) {
    BlobDeclarations declarations = new BlobDeclarations(table);
    StructField field = new StructField(column, type, true, Metadata.empty());
    declarations.add(comment == null ? field : field.withComment(comment), Map.of());
    return declarations;
  }

  private Set<String> listed(
      BlobStorage storage, StructType schema, Map<String, String> properties) {
    String property = properties.get(storage.property());
    if (property == null) {
      return Set.of();
    }
    Set<String> listed = new LinkedHashSet<>();
    for (String entry : property.split(",")) {
      String name = entry.trim();
      listed.add(
          Arrays.stream(schema.fieldNames())
              .filter(field -> field.equalsIgnoreCase(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new ValidationException(
                          "Cannot set '%s' = '%s' on table %s: no top-level column '%s'; the "
                              + "columns are %s",
                          storage.property(),
                          property,
                          table,
                          name,
                          String.join(", ", schema.fieldNames()))));
    }
    return listed;
  }

  private void add(StructField field, Map<BlobStorage, Set<String>> listed) {
    Directive directive = Directive.parse(table, field.name(), comment(field));
    Set<BlobStorage> declared = EnumSet.noneOf(BlobStorage.class);
    directive.storage().ifPresent(declared::add);
    listed.forEach(
        (storage, names) -> {
          if (names.contains(field.name())) {
            declared.add(storage);
          }
        });
    if (declared.isEmpty()) {
      checkNoDirectiveBelow(field.name(), field.dataType());
      physical.add(field);
      return;
    } else if (declared.size() > 1) {
      throw new ValidationException(
          "Cannot declare column %s of table %s: it is declared by both %s and %s; use one",
          field.name(), table, BlobStorage.MANAGED.property(), BlobStorage.DESCRIPTOR.property());
    }
    BlobStorage storage = declared.iterator().next();
    DataType type = physicalType(field, storage);
    if (field.getCurrentDefaultValue().isDefined()) {
      throw defaultValue(table, field.name(), field.getCurrentDefaultValue().get());
    }
    blobs.put(field.name(), storage);
    physical.add(
        new StructField(
            field.name(),
            type,
            field.nullable(),
            withComment(field.metadata(), directive.comment())));
  }

  private DataType physicalType(StructField field, BlobStorage storage) {
    DataType type = field.dataType();
    if (storage == BlobStorage.MANAGED) {
      return BlobShape.of(type)
          .orElseThrow(
              () ->
                  type(
                      field,
                      "use BINARY, ARRAY<BINARY> or MAP<K, BINARY> with K an integer type, "
                          + "BOOLEAN, DECIMAL, DATE, BINARY, STRING, CHAR or VARCHAR"))
          .withLeaf(type, DescriptorType.SPARK);
    } else if (!(type instanceof BinaryType)) {
      throw type(
          field,
          "a descriptor column is scalar only; use BINARY, or "
              + BlobStorage.MANAGED.directive()
              + " for arrays and maps");
    }
    return type;
  }

  private ValidationException type(StructField field, String remedy) {
    return new ValidationException(
        "Cannot declare column %s of table %s as a BLOB: its type is %s; %s",
        field.name(), table, field.dataType().sql(), remedy);
  }

  private static String comment(StructField field) {
    return field.getComment().isDefined() ? field.getComment().get() : null;
  }

  private static Metadata withComment(Metadata metadata, String comment) {
    MetadataBuilder builder = new MetadataBuilder().withMetadata(metadata).remove(COMMENT);
    return (comment == null ? builder : builder.putString(COMMENT, comment)).build();
  }

  private void checkNoDirectiveBelow(String path, DataType type) {
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        String nested = path + "." + field.name();
        if (Directive.parse(table, nested, comment(field)).blob()) {
          throw new ValidationException(
              "Cannot declare column %s of table %s as a BLOB: it is nested; only top-level "
                  + "columns can be BLOBs",
              nested, table);
        }
        checkNoDirectiveBelow(nested, field.dataType());
      }
    } else if (type instanceof ArrayType array) {
      checkNoDirectiveBelow(path + ".element", array.elementType());
    } else if (type instanceof MapType map) {
      checkNoDirectiveBelow(path + ".key", map.keyType());
      checkNoDirectiveBelow(path + ".value", map.valueType());
    }
  }

  /**
   * Checks the columns that a table is to have.
   *
   * @param blobs names of the blob columns
   * @param columns names of all columns
   */
  static void check(String table, Set<String> blobs, Set<String> columns) {
    if (blobs.isEmpty()) {
      return;
    }
    if (blobs.size() == columns.size()) {
      throw new ValidationException(
          "Cannot have only BLOB columns in table %s: rows need at least one other column to be "
              + "found by; add one, such as an id",
          table);
    }
  }

  static ValidationException defaultValue(String table, String column, String sql) {
    return new ValidationException(
        "Cannot declare column %s of table %s as a BLOB: it has the default value %s; BLOB columns "
            + "can have none",
        column, table, sql);
  }

  /** Full name of the table. */
  String table() {
    return table;
  }

  boolean isEmpty() {
    return blobs.isEmpty();
  }

  /** Names of the declared blob columns, in order, and how each is stored. */
  Map<String, BlobStorage> storages() {
    return blobs;
  }

  /** Names of the declared blob columns, in order. */
  Set<String> names() {
    return blobs.keySet();
  }

  /** Names of those that are stored in one way. */
  Set<String> names(BlobStorage storage) {
    return blobs.keySet().stream()
        .filter(name -> blobs.get(name) == storage)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** All columns, descriptor structs in the place of blob leaves, directives stripped. */
  StructType physical() {
    return new StructType(physical.toArray(new StructField[0]));
  }
}
