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
package io.icepack.spark.maintenance;

import io.icepack.spark.column.BlobSource;
import io.icepack.spark.table.BlobColumn;
import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.BlobShape;
import io.icepack.spark.table.BlobStorage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Every blob column that a table has or had whose payloads it stores. Data files keep the values of
 * a dropped column, and snapshots from before the drop still show them.
 *
 * @param schema physical columns, named after their field ids because names may repeat
 * @param sources the same columns in rows of that schema, under the names they have or had last
 */
record BlobHistory(Schema schema, List<BlobSource> sources) {

  static BlobHistory of(Table table) {
    Map<Integer, Types.NestedField> fields = new TreeMap<>();
    Map<Integer, String> paths = new HashMap<>();
    List<Schema> schemas = new ArrayList<>(new TreeMap<>(table.schemas()).values());
    schemas.add(table.schema());
    for (Schema past : schemas) {
      for (BlobColumn column : BlobColumns.of(past, table.properties()).all(BlobStorage.MANAGED)) {
        column.shape().values().forEach(blob -> paths.put(blob.fieldId(), blob.path()));
        fields.merge(
            column.field().fieldId(), blobsOf(column.field(), column.shape()), BlobHistory::merge);
      }
    }
    Schema schema = new Schema(List.copyOf(fields.values()));
    List<BlobSource> sources = new ArrayList<>();
    for (BlobColumn column : BlobColumns.of(schema, table.properties()).all(BlobStorage.MANAGED)) {
      BlobShape shape =
          column
              .shape()
              .map(
                  blob ->
                      new BlobShape.Value(
                          blob.fieldId(), paths.get(blob.fieldId()), blob.form(), blob.shown()));
      String name = shape.values().findFirst().orElseThrow().path();
      sources.add(new BlobSource(sources.size(), name, shape));
    }
    return new BlobHistory(schema, sources);
  }

  /** The part of a column that has blobs, under a name that no other has. */
  private static Types.NestedField blobsOf(Types.NestedField field, BlobShape shape) {
    return Types.NestedField.from(field)
        .withName("blob_" + field.fieldId())
        .asOptional()
        .ofType(blobsOf(field.type(), shape))
        .build();
  }

  private static Type blobsOf(Type type, BlobShape shape) {
    if (shape instanceof BlobShape.Elements elements) {
      Types.ListType list = type.asListType();
      return Types.ListType.ofOptional(
          list.elementId(), blobsOf(list.elementType(), elements.element()));
    } else if (!(shape instanceof BlobShape.Fields struct)) {
      return type;
    } else {
      List<Types.NestedField> fields = new ArrayList<>();
      for (BlobShape.Field field : struct.fields()) {
        if (field.shape() != null) {
          fields.add(blobsOf(type.asStructType().field(field.name()), field.shape()));
        }
      }
      return Types.StructType.of(fields);
    }
  }

  private static Types.NestedField merge(Types.NestedField past, Types.NestedField later) {
    return Types.NestedField.from(later).ofType(merge(past.type(), later.type())).build();
  }

  // A struct of blobs has other fields in each schema; a descriptor always has the same.
  private static Type merge(Type past, Type later) {
    if (past.isListType() && later.isListType()) {
      Types.ListType list = later.asListType();
      Type element = merge(past.asListType().elementType(), list.elementType());
      return Types.ListType.ofOptional(list.elementId(), element);
    } else if (past.isStructType() && later.isStructType()) {
      Map<Integer, Types.NestedField> fields = new LinkedHashMap<>();
      past.asStructType().fields().forEach(field -> fields.put(field.fieldId(), field));
      later
          .asStructType()
          .fields()
          .forEach(field -> fields.merge(field.fieldId(), field, BlobHistory::merge));
      return Types.StructType.of(List.copyOf(fields.values()));
    }
    return later;
  }

  boolean isEmpty() {
    return sources.isEmpty();
  }
}
