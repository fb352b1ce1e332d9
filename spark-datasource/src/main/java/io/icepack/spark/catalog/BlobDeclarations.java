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
import io.icepack.spark.table.DescriptorType;
import io.icepack.spark.table.TableOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.types.ArrayType;
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
  private final Set<String> names = new LinkedHashSet<>();

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
    Set<String> listed = declarations.listed(schema, properties);
    for (StructField field : schema.fields()) {
      declarations.add(field, listed.contains(field.name()));
    }
    check(table, declarations.names, Set.of(schema.fieldNames()));
    return declarations;
  }

  /** Reads the declaration of one added column; {@code comment} may be null. */
  static BlobDeclarations of(String table, String column, DataType type, String comment) {
    BlobDeclarations declarations = new BlobDeclarations(table);
    StructField field = new StructField(column, type, true, Metadata.empty());
    declarations.add(comment == null ? field : field.withComment(comment), false);
    return declarations;
  }

  private Set<String> listed(StructType schema, Map<String, String> properties) {
    String property = properties.get(TableOptions.BLOB_FIELD);
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
                          TableOptions.BLOB_FIELD,
                          property,
                          table,
                          name,
                          String.join(", ", schema.fieldNames()))));
    }
    return listed;
  }

  private void add(StructField field, boolean listed) {
    Directive directive = Directive.parse(table, field.name(), comment(field));
    if (!directive.blob() && !listed) {
      checkNoDirectiveBelow(field.name(), field.dataType());
      physical.add(field);
      return;
    }
    BlobShape shape =
        BlobShape.of(field.dataType())
            .orElseThrow(
                () ->
                    new ValidationException(
                        "Cannot declare column %s of table %s as a BLOB: its type is %s; use "
                            + "BINARY, ARRAY<BINARY> or MAP<K, BINARY> with K an integer type, "
                            + "BOOLEAN, DECIMAL, DATE, BINARY, STRING, CHAR or VARCHAR",
                        field.name(), table, field.dataType().sql()));
    if (field.getCurrentDefaultValue().isDefined()) {
      throw defaultValue(table, field.name(), field.getCurrentDefaultValue().get());
    }
    names.add(field.name());
    physical.add(
        new StructField(
            field.name(),
            shape.withLeaf(field.dataType(), DescriptorType.SPARK),
            field.nullable(),
            withComment(field.metadata(), directive.comment())));
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

  /** Names of the declared blob columns, in order. */
  Set<String> names() {
    return names;
  }

  /** All columns, descriptor structs in the place of blob leaves, directives stripped. */
  StructType physical() {
    return new StructType(physical.toArray(new StructField[0]));
  }
}
