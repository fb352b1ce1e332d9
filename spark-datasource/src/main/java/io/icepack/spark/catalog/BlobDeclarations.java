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

import io.icepack.spark.table.BlobForm;
import io.icepack.spark.table.BlobStorage;
import io.icepack.spark.table.DescriptorType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Finds the blobs that a user declares, at top level and within columns, and gives them their
 * physical type.
 */
final class BlobDeclarations {

  private static final String COMMENT = "comment";
  private static final String TYPES =
      "BINARY, STRUCT<data: BINARY, uri: STRING> or STRUCT<data: BINARY, uri: STRING, position: "
          + "BIGINT, size: BIGINT>, ARRAYs of these,";

  private final String table;
  private final List<StructField> physical = new ArrayList<>();
  private final Map<String, Blob> blobs = new LinkedHashMap<>();

  /**
   * A declared blob.
   *
   * @param type the declared type
   * @param form what its values look like
   */
  record Blob(BlobStorage storage, DataType type, BlobForm form) {}

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
      listed.put(storage, ListedColumns.of(table, storage, schema, properties));
    }
    for (StructField field : schema.fields()) {
      declarations.physical.add(declarations.declare(field, field.name(), listed));
    }
    check(table, declarations.names(), Set.of(schema.fieldNames()));
    return declarations;
  }

  /**
   * Reads the declaration of one added column; {@code comment} may be null.
   *
   * @param column its path
   */
  static BlobDeclarations of(String table, String[] column, DataType type, String comment) {
    BlobDeclarations declarations = new BlobDeclarations(table);
    String name = column[column.length - 1];
    StructField field = new StructField(name, type, true, Metadata.empty());
    declarations.physical.add(
        declarations.declare(
            comment == null ? field : field.withComment(comment),
            String.join(".", column),
            Map.of()));
    return declarations;
  }

  private StructField declare(
      StructField field, String path, Map<BlobStorage, Set<String>> listed) {
    Directive directive = Directive.parse(table, path, comment(field));
    Set<BlobStorage> declared = EnumSet.noneOf(BlobStorage.class);
    directive.storage().ifPresent(declared::add);
    listed.forEach(
        (storage, paths) -> {
          if (paths.contains(path)) {
            declared.add(storage);
          }
        });
    if (declared.isEmpty()) {
      return withType(field, within(field.dataType(), path, listed), field.metadata());
    } else if (declared.size() > 1) {
      throw new ValidationException(
          "Cannot declare column %s of table %s: it is declared by both %s and %s; use one",
          path, table, BlobStorage.MANAGED.property(), BlobStorage.DESCRIPTOR.property());
    }
    BlobStorage storage = declared.iterator().next();
    DataType type =
        storage == BlobStorage.MANAGED
            ? physicalType(field, path, field.dataType())
            : descriptorType(field, path);
    if (field.getCurrentDefaultValue().isDefined()) {
      throw defaultValue(table, path, field.getCurrentDefaultValue().get());
    }
    blobs.put(path, new Blob(storage, field.dataType(), form(field.dataType())));
    return withType(field, type, withComment(field.metadata(), directive.comment()));
  }

  private static StructField withType(StructField field, DataType type, Metadata metadata) {
    return new StructField(field.name(), type, field.nullable(), metadata);
  }

  private DataType within(DataType type, String path, Map<BlobStorage, Set<String>> listed) {
    if (type instanceof StructType struct) {
      return new StructType(
          Arrays.stream(struct.fields())
              .map(field -> declare(field, path + "." + field.name(), listed))
              .toArray(StructField[]::new));
    } else if (type instanceof ArrayType array) {
      return new ArrayType(
          within(array.elementType(), path + ".element", listed), array.containsNull());
    } else if (type instanceof MapType map) {
      checkNone(path + ".key", map.keyType(), listed);
      checkNone(path + ".value", map.valueType(), listed);
    }
    return type;
  }

  private void checkNone(String path, DataType type, Map<BlobStorage, Set<String>> listed) {
    BlobDeclarations inside = new BlobDeclarations(table);
    inside.within(type, path, listed);
    for (String blob : inside.names()) {
      throw new ValidationException(
          "Cannot declare column %s of table %s as a BLOB: it is within a MAP; BLOBs can be within "
              + "STRUCT and ARRAY",
          blob, table);
    }
  }

  private static BlobForm form(DataType type) {
    if (type instanceof ArrayType array) {
      return form(array.elementType());
    }
    return BlobForm.of(type).orElse(BlobForm.BYTES);
  }

  private DataType physicalType(StructField field, String path, DataType type) {
    if (BlobForm.of(type).isPresent()) {
      return DescriptorType.SPARK;
    } else if (type instanceof ArrayType array) {
      return new ArrayType(physicalType(field, path, array.elementType()), array.containsNull());
    } else if (type instanceof MapType map
        && type == field.dataType()
        && path.equals(field.name())
        && map.valueType() instanceof BinaryType
        && isKey(map.keyType())) {
      return new MapType(map.keyType(), DescriptorType.SPARK, map.valueContainsNull());
    }
    throw type(
        field,
        path,
        "use "
            + TYPES
            + " or at top level MAP<K, BINARY> with K an integer type, BOOLEAN, DECIMAL, DATE, "
            + "BINARY, STRING, CHAR or VARCHAR");
  }

  // CHAR and VARCHAR reach a catalog as StringType.
  private static boolean isKey(DataType type) {
    return type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType
        || type instanceof BooleanType
        || type instanceof DecimalType
        || type instanceof DateType
        || type instanceof BinaryType
        || type instanceof StringType;
  }

  private DataType descriptorType(StructField field, String path) {
    if (!path.equals(field.name())) {
      throw new ValidationException(
          "Cannot declare column %s of table %s as a BLOB: it is nested; a descriptor column is at "
              + "top level",
          path, table);
    } else if (!(field.dataType() instanceof BinaryType)) {
      throw type(
          field,
          path,
          "a descriptor column is scalar only; use BINARY, or "
              + BlobStorage.MANAGED.directive()
              + " for arrays and maps");
    }
    return field.dataType();
  }

  private ValidationException type(StructField field, String path, String remedy) {
    return new ValidationException(
        "Cannot declare column %s of table %s as a BLOB: its type is %s; %s",
        path, table, field.dataType().sql(), remedy);
  }

  private static String comment(StructField field) {
    return field.getComment().isDefined() ? field.getComment().get() : null;
  }

  private static Metadata withComment(Metadata metadata, String comment) {
    MetadataBuilder builder = new MetadataBuilder().withMetadata(metadata).remove(COMMENT);
    return (comment == null ? builder : builder.putString(COMMENT, comment)).build();
  }

  /**
   * Checks the columns that a table is to have.
   *
   * @param blobs paths of the blobs
   * @param columns names of all columns
   */
  static void check(String table, Set<String> blobs, Set<String> columns) {
    if (blobs.isEmpty()) {
      return;
    }
    if (blobs.containsAll(columns)) {
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

  /** The declared blobs by their paths, in order. */
  Map<String, Blob> blobs() {
    return blobs;
  }

  /** Paths of the declared blobs, in order, and how each is stored. */
  Map<String, BlobStorage> storages() {
    Map<String, BlobStorage> storages = new LinkedHashMap<>();
    blobs.forEach((path, blob) -> storages.put(path, blob.storage()));
    return storages;
  }

  /** Paths of the declared blobs, in order. */
  Set<String> names() {
    return blobs.keySet();
  }

  /** Paths of those that are stored in one way. */
  Set<String> names(BlobStorage storage) {
    return forms(blobs, storage).keySet();
  }

  /** Paths of those blobs that are stored in one way, and what they look like. */
  static Map<String, BlobForm> forms(Map<String, Blob> blobs, BlobStorage storage) {
    Map<String, BlobForm> forms = new LinkedHashMap<>();
    blobs.forEach(
        (path, blob) -> {
          if (blob.storage() == storage) {
            forms.put(path, blob.form());
          }
        });
    return forms;
  }

  /**
   * Checks the blobs of a table with a primary key.
   *
   * @throws ValidationException if one is nested or struct-shaped
   */
  static void checkPrimaryKey(String table, Map<String, Blob> blobs, Set<String> columns) {
    blobs.forEach(
        (path, blob) -> {
          boolean list =
              blob.type() instanceof ArrayType array && array.elementType() instanceof BinaryType;
          if (!columns.contains(path)
              || !(list || blob.type() instanceof BinaryType || blob.type() instanceof MapType)) {
            throw new ValidationException(
                "Cannot declare column %s of table %s as a BLOB: the table has a primary key, and "
                    + "payloads of its top-level BINARY, ARRAY<BINARY> and MAP<K, BINARY> columns "
                    + "alone can be merged; use one of these, or a table without a primary key",
                path, table);
          }
        });
  }

  /** All columns, descriptor structs in the place of blob leaves, directives stripped. */
  StructType physical() {
    return new StructType(physical.toArray(new StructField[0]));
  }
}
