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
import io.icepack.blob.arrow.SignedSchema;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.ArrowUtils;

/**
 * The columns that a scan of Arrow files returns.
 *
 * @param data the columns that the files have
 * @param read those of them that the query wants, with the children that it wants
 * @param partition the columns that come from the names of directories
 */
record ArrowColumns(StructType data, StructType read, StructType partition, boolean caseSensitive)
    implements Serializable {

  /**
   * Answers what to read of a file, a field for each column of {@link #read}, in order. A column or
   * child that the file does not have is null.
   *
   * @throws IllegalArgumentException if a column has another type there, or blobs have byte ranges
   *     for which {@link #data} has no place
   */
  Schema in(String location, Schema file) {
    Schema signed = SignedSchema.of(file);
    requireRanges(location, signed.getFields(), data);
    List<Field> fields = new ArrayList<>();
    for (StructField column : read.fields()) {
      Field field = find(location, signed.getFields(), column.name());
      Field wanted = field == null ? missing(column) : select(location, field, column.dataType());
      requireType(location, column, wanted);
      fields.add(wanted);
    }
    return new Schema(fields);
  }

  private static Field missing(StructField column) {
    return ArrowUtils.toArrowField(column.name(), column.dataType(), true, "UTC", false);
  }

  private Field select(String location, Field field, DataType type) {
    List<Field> children = field.getChildren();
    if (type instanceof StructType struct && field.getType() instanceof ArrowType.Struct) {
      List<Field> selected = new ArrayList<>();
      for (StructField child : struct.fields()) {
        Field found = find(location, children, child.name());
        selected.add(found == null ? missing(child) : select(location, found, child.dataType()));
      }
      return new Field(field.getName(), field.getFieldType(), selected);
    }
    if (type instanceof ArrayType array && field.getType() instanceof ArrowType.List) {
      Field element = select(location, children.get(0), array.elementType());
      return new Field(field.getName(), field.getFieldType(), List.of(element));
    }
    if (type instanceof MapType map && field.getType() instanceof ArrowType.Map) {
      Field entries = children.get(0);
      List<Field> selected =
          List.of(
              select(location, entries.getChildren().get(0), map.keyType()),
              select(location, entries.getChildren().get(1), map.valueType()));
      return new Field(
          field.getName(),
          field.getFieldType(),
          List.of(new Field(entries.getName(), entries.getFieldType(), selected)));
    }
    return field;
  }

  /** Answers the field with a name, null if there is none. */
  private Field find(String location, List<Field> fields, String name) {
    List<Field> same = fields.stream().filter(field -> name.equals(field.getName())).toList();
    if (same.isEmpty() && !caseSensitive) {
      same = fields.stream().filter(field -> name.equalsIgnoreCase(field.getName())).toList();
    }
    if (same.size() > 1) {
      throw new IllegalArgumentException(
          "Cannot read column %s of %s: %s have this name; give a schema without it"
              .formatted(name, location, same));
    }
    return same.isEmpty() ? null : same.get(0);
  }

  private static void requireType(String location, StructField column, Field field) {
    DataType type = ArrowTypes.of(location, field);
    if (!type.catalogString().equalsIgnoreCase(column.dataType().catalogString())) {
      throw new IllegalArgumentException(
          "Cannot read column %s of %s: it is %s there, not %s; read files of one schema at a time"
              .formatted(column.name(), location, type.sql(), column.dataType().sql()));
    }
  }

  /** A range that is not read would turn a part of an object into the whole. */
  private void requireRanges(String location, List<Field> fields, StructType struct) {
    for (StructField column : struct.fields()) {
      Field field = find(location, fields, column.name());
      if (field != null) {
        requireRanges(location, column.name(), field, column.dataType());
      }
    }
  }

  private void requireRanges(String location, String path, Field field, DataType type) {
    if (type instanceof ArrayType array && field.getType() instanceof ArrowType.List) {
      requireRanges(location, path, field.getChildren().get(0), array.elementType());
    } else if (type instanceof StructType struct && field.getType() instanceof ArrowType.Struct) {
      boolean lost =
          BlobSchemas.isBlob(field)
              && find(location, field.getChildren(), "size") != null
              && !List.of(struct.fieldNames()).contains("size");
      if (lost) {
        throw new IllegalArgumentException(
            "Cannot read blob column %s of %s: its blobs may have position and size, which %s lacks;"
                    .formatted(path, location, type.sql())
                + " set the option mergeSchema to true, or give a schema that has them");
      }
      requireRanges(location, field.getChildren(), struct);
    }
  }

  ArrowColumns {
    Objects.requireNonNull(data, "data");
    Objects.requireNonNull(read, "read");
    Objects.requireNonNull(partition, "partition");
  }
}
