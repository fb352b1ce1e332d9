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
import io.icepack.spark.table.BlobTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.spark.SparkSchemaUtil;
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
   * The columns to ask Iceberg for.
   *
   * @param filtered blob columns that a filter looks at
   */
  StructType physical(Collection<String> filtered) {
    Map<String, StructField> columns = new LinkedHashMap<>();
    for (StructField field : requested.fields()) {
      if (field.name().equals(BlobsColumn.NAME)) {
        for (String name : ((StructType) field.dataType()).fieldNames()) {
          columns.put(name, physicalSchema.apply(name));
        }
      } else if (isBlob(field)) {
        columns.put(field.name(), physicalSchema.apply(field.name()));
      } else if (!field.name().equals(OriginsColumn.NAME)) {
        columns.put(field.name(), field);
      }
    }
    filtered.forEach(name -> columns.putIfAbsent(name, physicalSchema.apply(name)));
    columns.putIfAbsent(FILE, new StructField(FILE, DataTypes.StringType, false, Metadata.empty()));
    return new StructType(columns.values().toArray(new StructField[0]));
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
      for (String name : type.fieldNames()) {
        sources.add(source(name, physical));
      }
      return new OutputColumn.Blobs(type, sources);
    } else if (field.name().equals(OriginsColumn.NAME)) {
      return origins(physical, mode);
    } else if (isBlob(field)) {
      return mode.column(source(field.name(), physical));
    } else {
      return new OutputColumn.Plain(physical.fieldIndex(field.name()), field.dataType());
    }
  }

  private OutputColumn origins(StructType physical, BlobMode mode) {
    List<BlobSource> sources = new ArrayList<>();
    List<Integer> payloads = new ArrayList<>();
    if (mode instanceof BlobMode.PayloadsWithOrigins withOrigins) {
      for (int i = 0; i < requested.length(); i++) {
        SourceColumn source =
            isBlob(requested.fields()[i]) ? source(requested.fields()[i].name(), physical) : null;
        if (source instanceof BlobSource blob) {
          sources.add(blob);
          payloads.add(i);
        }
      }
      return new OutputColumn.Origins(sources, payloads, withOrigins.mark());
    }
    return new OutputColumn.Nothing();
  }

  SourceColumn source(String name, StructType physical) {
    BlobColumn column = table.columns().find(name).orElseThrow();
    int ordinal = physical.fieldIndex(name);
    return column.isManaged()
        ? new BlobSource(ordinal, name, column.shape())
        : new DescriptorSource(ordinal, name);
  }

  private boolean isBlob(StructField field) {
    return table.columns().find(field.name()).isPresent();
  }
}
