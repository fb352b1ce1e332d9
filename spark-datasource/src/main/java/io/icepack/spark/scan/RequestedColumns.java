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
import io.icepack.spark.column.BlobsColumn;
import io.icepack.spark.column.DescriptorSource;
import io.icepack.spark.column.OriginsColumn;
import io.icepack.spark.column.OutputColumn;
import io.icepack.spark.column.SourceColumn;
import io.icepack.spark.table.BlobColumn;
import io.icepack.spark.table.BlobShape;
import io.icepack.spark.table.BlobTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns that Spark asks a scan for, and which physical columns they come from. */
final class RequestedColumns {

  private static final String FILE = MetadataColumns.FILE_PATH.name();

  private final BlobTable table;
  private final StructType requested;
  private final StructType physicalSchema;

  RequestedColumns(BlobTable table, StructType requested) {
    this.table = table;
    this.requested = requested;
    this.physicalSchema = SparkSchemaUtil.convert(table.schema());
  }

  /** Whether blobs, their descriptors or their nullness are asked for. */
  boolean touchBlobs(Collection<String> filtered) {
    return !filtered.isEmpty()
        || requested.exists(
            field ->
                isBlob(field)
                    || field.name().equals(BlobsColumn.NAME)
                    || field.name().equals(OriginsColumn.NAME));
  }

  /** Whether none of the columns is a metadata column. */
  boolean areStored() {
    return Arrays.stream(requested.fieldNames()).noneMatch(MetadataColumns::isMetadataColumn);
  }

  /**
   * The columns to ask Iceberg for, of each no more than is wanted: plain fields are returned as
   * they are read.
   *
   * @param filtered paths of blobs, or of fields with blobs, that a filter looks at
   */
  StructType physical(Collection<List<String>> filtered) {
    Map<String, StructField> columns = new LinkedHashMap<>();
    for (StructField field : requested.fields()) {
      if (field.name().equals(BlobsColumn.NAME)) {
        for (StructField described : ((StructType) field.dataType()).fields()) {
          add(columns, described(described.name(), described.dataType()));
        }
      } else if (!field.name().equals(OriginsColumn.NAME)) {
        add(columns, isBlob(field) ? physical(field) : field);
      }
    }
    filtered.forEach(path -> add(columns, tested(path)));
    columns.putIfAbsent(FILE, new StructField(FILE, DataTypes.StringType, false, Metadata.empty()));
    return new StructType(columns.values().toArray(new StructField[0]));
  }

  private void add(Map<String, StructField> columns, StructField field) {
    columns.merge(
        field.name(),
        field,
        (one, other) -> StoredParts.union(physicalSchema.apply(field.name()), one, other));
  }

  private StructField physical(StructField field) {
    BlobColumn column = column(field.name());
    DataType type =
        column.isManaged() ? column.shape().physical(field.dataType()) : field.dataType();
    return new StructField(field.name(), type, field.nullable(), field.metadata());
  }

  private StructField described(String name, DataType type) {
    StructField stored = physicalSchema.apply(name);
    BlobColumn column = column(name);
    return column.isManaged()
        ? StoredParts.withType(stored, column.shape().physical(type))
        : stored;
  }

  private StructField tested(List<String> path) {
    StructField stored = physicalSchema.apply(path.get(0));
    BlobColumn column = column(path.get(0));
    return column.isManaged()
        ? StoredParts.blobs(stored, column.shape(), path.subList(1, path.size()))
        : stored;
  }

  /**
   * How each requested column is made from a physical row.
   *
   * @param physical type of the physical rows
   */
  List<OutputColumn> output(StructType physical, BlobMode mode) {
    List<OutputColumn> output = new ArrayList<>();
    for (StructField field : requested.fields()) {
      output.add(output(field, physical, mode));
    }
    return output;
  }

  private OutputColumn output(StructField field, StructType physical, BlobMode mode) {
    if (field.name().equals(BlobsColumn.NAME)) {
      StructType type = (StructType) field.dataType();
      List<SourceColumn> sources = new ArrayList<>();
      for (StructField blob : type.fields()) {
        sources.add(source(blob.name(), physical, blob.dataType()));
      }
      return new OutputColumn.Blobs(type, sources);
    } else if (field.name().equals(OriginsColumn.NAME)) {
      return origins(physical, mode);
    } else if (isBlob(field) || isPart(field, physical)) {
      return mode.column(source(field.name(), physical, field.dataType()));
    } else {
      return new OutputColumn.Plain(physical.fieldIndex(field.name()), field.dataType());
    }
  }

  // Plain fields of a struct whose blobs are read for _blobs or for a filter.
  private boolean isPart(StructField field, StructType physical) {
    return table.columns().findManaged(field.name()).isPresent()
        && !physical.apply(field.name()).dataType().equals(field.dataType());
  }

  private OutputColumn origins(StructType physical, BlobMode mode) {
    if (mode instanceof BlobMode.PayloadsWithOrigins withOrigins) {
      List<OutputColumn.Origin> columns = new ArrayList<>();
      for (int i = 0; i < requested.length(); i++) {
        StructField field = requested.fields()[i];
        if (isBlob(field)
            && source(field.name(), physical, field.dataType()) instanceof BlobSource blob) {
          BlobShape built = column(field.name()).shape().bind(field.dataType(), field.dataType());
          columns.add(new OutputColumn.Origin(blob, i, built));
        }
      }
      return new OutputColumn.Origins(columns, withOrigins.mark());
    }
    return new OutputColumn.Nothing();
  }

  /**
   * The condition that a blob, or a field with blobs, is null or is not.
   *
   * @param path from a column through structs
   */
  RowFilter.BlobCondition condition(List<String> path, StructType physical, boolean isNull) {
    String name = path.get(0);
    BlobColumn column = column(name);
    DataType stored = physical.apply(name).dataType();
    DataType shown = column.isManaged() ? column.shape().logical(stored) : stored;
    SourceColumn source = source(name, physical, only(path.subList(1, path.size()), shown));
    return new RowFilter.BlobCondition(source, path.size() - 1, isNull);
  }

  private static DataType only(List<String> path, DataType type) {
    if (path.isEmpty()) {
      return type;
    }
    StructField field = ((StructType) type).apply(path.get(0));
    DataType part = only(path.subList(1, path.size()), field.dataType());
    return new StructType().add(field.name(), part, field.nullable());
  }

  private SourceColumn source(String name, StructType physical, DataType shown) {
    BlobColumn column = column(name);
    int ordinal = physical.fieldIndex(name);
    return column.isManaged()
        ? new BlobSource(
            ordinal, name, column.shape().bind(physical.fields()[ordinal].dataType(), shown))
        : new DescriptorSource(ordinal, name);
  }

  private BlobColumn column(String name) {
    return table.columns().find(name).orElseThrow();
  }

  private boolean isBlob(StructField field) {
    return table
        .columns()
        .find(field.name())
        .filter(column -> !column.isManaged() || column.shape().isIn(field.dataType()))
        .isPresent();
  }
}
