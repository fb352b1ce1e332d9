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
package io.icepack.spark.write;

import io.icepack.blob.base.DescriptorResolver;
import io.icepack.spark.column.BlobSource;
import io.icepack.spark.column.DataFilePlacement;
import io.icepack.spark.column.RowMover;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.RegistryBasedFileWriterFactory;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/**
 * Opens Iceberg's file writers for one task and keeps what each data file references. Where
 * payloads belong to data files, it opens the objects of each as well.
 */
final class DataFileWriters extends RegistryBasedFileWriterFactory<InternalRow, StructType> {

  private final transient List<BlobSource> sources;
  private final transient DescriptorResolver resolver;
  private final transient Function<String, DataFilePlacement> placements;
  private final transient String tableName;
  private final transient StructType rowType;
  private final transient Map<String, PackReferences> references = new LinkedHashMap<>();

  /**
   * Prepares to open writers.
   *
   * @param placements opens the objects of a data file at a location; null if payloads are managed
   */
  DataFileWriters(
      Table table,
      WriteContext context,
      DescriptorResolver resolver,
      Function<String, DataFilePlacement> placements) {
    super(
        table,
        context.format(),
        InternalRow.class,
        context.schema(),
        table.sortOrders().get(context.sortOrderId()),
        context.format(),
        keyIds(context),
        keySchema(context),
        null,
        ParquetLayout.properties(table, context),
        context.sparkSchema(),
        keySchema(context) == null ? null : SparkSchemaUtil.convert(keySchema(context)));
    this.sources =
        context.blobs().stream()
            .map(blob -> new BlobSource(blob.ordinal(), blob.name(), blob.shape()))
            .toList();
    this.resolver = resolver;
    this.placements = placements;
    this.tableName = table.name();
    this.rowType = context.sparkSchema();
  }

  private static int[] keyIds(WriteContext context) {
    return context.runs() == null
        ? null
        : context.runs().key().fields().stream().mapToInt(Types.NestedField::fieldId).toArray();
  }

  private static Schema keySchema(WriteContext context) {
    return context.runs() == null ? null : new Schema(context.runs().key().fields());
  }

  @Override
  public DataWriter<InternalRow> newDataWriter(
      EncryptedOutputFile file, PartitionSpec spec, StructLike partition) {
    String location = file.encryptingOutputFile().location();
    PackReferences fileReferences = new PackReferences(sources, resolver);
    references.put(location, fileReferences);
    DataWriter<InternalRow> writer =
        new RecordingDataWriter(
            super.newDataWriter(file, spec, partition), location, spec, partition, fileReferences);
    if (placements == null) {
      return writer;
    }
    DataFilePlacement placement = placements.apply(location);
    return new PlacingDataWriter(writer, location, spec, partition, placement, mover(placement));
  }

  private RowMover mover(RowMover.Rule rule) {
    return new RowMover(tableName, rowType, sources, rule);
  }

  /** What each data file references, by location. */
  Map<String, PackReferences> references() {
    return references;
  }
}
