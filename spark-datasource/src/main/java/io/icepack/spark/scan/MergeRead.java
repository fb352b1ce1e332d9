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
package io.icepack.spark.scan;

import io.icepack.spark.column.BlobSource;
import io.icepack.spark.merge.MergeOptions;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.PrimaryKey;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.types.StructType;

/**
 * Which columns are read of runs, and how rows are merged; sent to executors.
 *
 * @param schema physical columns: the key first, then what is asked for and what merging needs
 * @param type the same as Spark types
 * @param blobs the blob columns among them
 * @param key the primary key
 * @param options how rows are merged
 */
public record MergeRead(
    Schema schema, StructType type, List<BlobSource> blobs, PrimaryKey key, MergeOptions options)
    implements Serializable {

  /**
   * The reading of some columns.
   *
   * @param columns names of the physical columns asked for
   */
  public static MergeRead of(BlobTable table, Collection<String> columns) {
    MergeOptions options = MergeOptions.of(table);
    Set<String> names = new LinkedHashSet<>(table.primaryKey().orElseThrow().names());
    names.addAll(columns);
    names.addAll(options.columnsFor(Set.copyOf(columns)));
    return of(table, names, options);
  }

  /**
   * The reading of whole rows to write them again: all physical columns and, where rows have it,
   * their lineage.
   */
  public static MergeRead ofRows(BlobTable table) {
    Set<String> names = new LinkedHashSet<>(table.primaryKey().orElseThrow().names());
    table.schema().columns().forEach(column -> names.add(column.name()));
    MergeRead read = of(table, names, MergeOptions.of(table));
    if (!TableUtil.supportsRowLineage(table.table())) {
      return read;
    }
    Schema schema = MetadataColumns.schemaWithRowLineage(read.schema);
    return new MergeRead(
        schema, SparkSchemaUtil.convert(schema), read.blobs, read.key, read.options);
  }

  private static MergeRead of(BlobTable table, Set<String> names, MergeOptions options) {
    Map<String, Types.NestedField> fields = new LinkedHashMap<>();
    List<BlobSource> blobs = new ArrayList<>();
    for (String name : names) {
      table
          .columns()
          .findManaged(name)
          .ifPresent(blob -> blobs.add(new BlobSource(fields.size(), name, blob.shape())));
      fields.put(name, field(table, name));
    }
    Schema schema = new Schema(List.copyOf(fields.values()));
    return new MergeRead(
        schema, SparkSchemaUtil.convert(schema), blobs, table.primaryKey().orElseThrow(), options);
  }

  // An option may name a column that the snapshot of a time travel does not have yet.
  private static Types.NestedField field(BlobTable table, String name) {
    Types.NestedField field = table.schema().findField(name);
    return field == null ? table.table().schema().findField(name) : field;
  }

  /** Ordinal of the row kind, -1 if runs have none. */
  int kindOrdinal() {
    return key.storesRowKind() ? type.fieldIndex(PrimaryKey.ROW_KIND) : -1;
  }

  /** Number of key columns, which come first. */
  public int keyColumns() {
    return key.fields().size();
  }
}
