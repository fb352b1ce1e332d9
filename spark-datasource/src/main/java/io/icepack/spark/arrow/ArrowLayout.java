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
package io.icepack.spark.arrow;

import io.icepack.blob.arrow.BlobSchemas;
import io.icepack.blob.arrow.LogicalShape;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.ArrowUtils;

/**
 * The Arrow schema of rows that are written. Blob fields are those that an option names, and those
 * that the query passes on from Arrow files. Binary values have 64-bit offsets, so that a record
 * batch never has too many bytes of them.
 */
final class ArrowLayout implements Serializable {

  private static final StructType MINIMAL =
      new StructType().add("data", "binary").add("uri", "string");
  private static final StructType COMPLETE =
      MINIMAL.add("position", "bigint").add("size", "bigint");

  /** The name that Spark gives to the elements of an array in Arrow. */
  private static final String ELEMENT = "element";

  private final String schema;

  /**
   * @param blobFields the columns to mark, as names from the outside in; {@code element} names the
   *     elements of an array and may be left out
   * @throws IllegalArgumentException if there is no such column, or it has no shape of a blob
   */
  ArrowLayout(StructType columns, List<List<String>> blobFields, SQLConf conf) {
    Schema plain = ArrowUtils.toArrowSchema(columns, conf.sessionLocalTimeZone(), true, false);
    Marking marking = new Marking(blobFields, conf.caseSensitiveAnalysis());
    Schema marked = new Schema(marking.fields(List.of(), columns, plain.getFields()));
    marking.requireAllFound(columns);
    BlobSchemas.blobPaths(marked);
    this.schema = marked.toJson();
  }

  Schema schema() {
    try {
      return Schema.fromJSON(schema);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Walks the columns and their Arrow fields side by side. */
  private static final class Marking {
    private final List<List<String>> declared;
    private final boolean caseSensitive;
    private final Set<List<String>> found = new HashSet<>();

    Marking(List<List<String>> declared, boolean caseSensitive) {
      this.declared = declared;
      this.caseSensitive = caseSensitive;
    }

    List<Field> fields(List<String> parent, StructType struct, List<Field> fields) {
      List<Field> marked = new ArrayList<>();
      for (int i = 0; i < fields.size(); i++) {
        StructField column = struct.fields()[i];
        List<String> path = child(parent, column.name());
        boolean blob = isDeclared(path) || ArrowTypes.isBlob(column);
        marked.add(field(path, column.dataType(), fields.get(i), blob));
      }
      return marked;
    }

    private Field field(List<String> path, DataType type, Field field, boolean blob) {
      if (type instanceof ArrayType array) {
        List<String> element = child(path, ELEMENT);
        boolean blobs = blob || isDeclared(element);
        Field marked =
            field(blobs ? path : element, array.elementType(), field.getChildren().get(0), blobs);
        return new Field(field.getName(), field.getFieldType(), List.of(marked));
      }
      if (blob) {
        return blobField(path, type, field);
      }
      if (type instanceof StructType struct) {
        List<Field> children = fields(path, struct, field.getChildren());
        return new Field(field.getName(), field.getFieldType(), children);
      }
      return large(field);
    }

    private static Field large(Field field) {
      List<Field> children = field.getChildren().stream().map(Marking::large).toList();
      FieldType type = field.getFieldType();
      boolean binary = field.getType() instanceof ArrowType.Binary;
      return new Field(
          field.getName(),
          binary
              ? new FieldType(
                  type.isNullable(), ArrowType.LargeBinary.INSTANCE, null, type.getMetadata())
              : type,
          children);
    }

    private static Field blobField(List<String> path, DataType type, Field field) {
      for (LogicalShape shape : LogicalShape.values()) {
        StructType expected = shape == LogicalShape.MINIMAL ? MINIMAL : COMPLETE;
        if (expected.catalogString().equals(type.catalogString())) {
          return shape.field(field.getName(), field.isNullable());
        }
      }
      throw new IllegalArgumentException(
          "Cannot write blob column %s: its type must be %s or %s, not %s"
              .formatted(String.join(".", path), MINIMAL.sql(), COMPLETE.sql(), type.sql()));
    }

    private boolean isDeclared(List<String> path) {
      for (List<String> one : declared) {
        if (matches(one, path)) {
          found.add(one);
          return true;
        }
      }
      return false;
    }

    private boolean matches(List<String> one, List<String> path) {
      return caseSensitive
          ? one.equals(path)
          : String.join("\0", one).equalsIgnoreCase(String.join("\0", path));
    }

    void requireAllFound(StructType columns) {
      for (List<String> one : declared) {
        if (!found.contains(one)) {
          throw new IllegalArgumentException(
              "Cannot write blob column %s: the query has no such column, it has %s"
                  .formatted(String.join(".", one), List.of(columns.fieldNames())));
        }
      }
    }

    private static List<String> child(List<String> parent, String name) {
      List<String> path = new ArrayList<>(parent);
      path.add(name);
      return List.copyOf(path);
    }
  }
}
