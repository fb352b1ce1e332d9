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

import io.icepack.spark.column.DescriptorSource;
import io.icepack.spark.column.Handle;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableOptions;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.iceberg.spark.SparkWriteRequirements;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.types.StructType;

/**
 * What a task needs to know to write rows; sent to executors.
 *
 * @param schema physical schema of the rows written, in the order of the incoming columns
 * @param sparkSchema the same as Spark types
 * @param blobs the blob columns among them whose payloads the table stores, by ordinal
 * @param descriptors the columns of serialised descriptors among them
 * @param options options of the table
 * @param uris what becomes of URIs in blob columns, null if these can have none
 * @param source whose payloads values are descriptors of, null if values are bytes
 * @param runs how rows of a primary-key table are written, null on an append table
 * @param mark tells handles of the statement, null if there are none
 * @param format format of data files
 * @param targetFileSize bytes; data files roll at it
 * @param specId partition spec of new data files
 * @param sortOrderId sort order of new data files
 * @param fanout whether partitions arrive in any order
 * @param queryId part of file names
 * @param properties properties of the file writers
 */
public record WriteContext(
    Schema schema,
    StructType sparkSchema,
    List<WrittenBlob> blobs,
    List<DescriptorSource> descriptors,
    TableOptions options,
    UriPolicy uris,
    SourceTable source,
    RunContext runs,
    Handle.Mark mark,
    FileFormat format,
    long targetFileSize,
    int specId,
    int sortOrderId,
    boolean fanout,
    String queryId,
    Map<String, String> properties)
    implements Serializable {

  /**
   * The context of one statement.
   *
   * @param schema physical schema of the rows, which may end in row lineage columns
   */
  public static WriteContext of(
      BlobTable table,
      Schema schema,
      Handle.Mark mark,
      SparkWriteConf conf,
      SparkWriteRequirements requirements,
      String queryId) {
    return new WriteContext(
        schema,
        SparkSchemaUtil.convert(schema),
        WrittenBlob.of(table.columns(), schema),
        descriptors(table, schema),
        table.options(),
        null,
        null,
        null,
        mark,
        conf.dataFileFormat(),
        conf.targetDataFileSize(),
        conf.outputSpecId(),
        conf.outputSortOrderId(requirements),
        conf.useFanoutWriter(requirements),
        queryId,
        conf.writeProperties());
  }

  private static List<DescriptorSource> descriptors(BlobTable table, Schema schema) {
    List<DescriptorSource> descriptors = new ArrayList<>();
    for (int i = 0; i < schema.columns().size(); i++) {
      String name = schema.columns().get(i).name();
      if (table.columns().find(name).filter(column -> !column.isManaged()).isPresent()) {
        descriptors.add(new DescriptorSource(i, name));
      }
    }
    return descriptors;
  }

  /** The same for values that may have URIs. */
  public WriteContext withUris(UriPolicy newUris) {
    return with(newUris, source, runs);
  }

  /** The same for values that are descriptors of another table's payloads, unless it is null. */
  public WriteContext withSource(SourceTable newSource) {
    return with(uris, newSource, runs);
  }

  /** The same for rows of a primary-key table. */
  public WriteContext withRuns(RunContext newRuns) {
    return with(uris, source, newRuns);
  }

  private WriteContext with(UriPolicy newUris, SourceTable newSource, RunContext newRuns) {
    return new WriteContext(
        schema,
        sparkSchema,
        blobs,
        descriptors,
        options,
        newUris,
        newSource,
        newRuns,
        mark,
        format,
        targetFileSize,
        specId,
        sortOrderId,
        fanout,
        queryId,
        properties);
  }

  /** The physical schema of rows whose logical columns are {@code logical}, in their order. */
  public static Schema physical(BlobTable table, Schema logical) {
    List<Types.NestedField> fields =
        logical.columns().stream().map(field -> table.schema().findField(field.fieldId())).toList();
    if (table.primaryKey().map(PrimaryKey::storesRowKind).orElse(false)) {
      fields = new ArrayList<>(fields);
      fields.add(table.schema().findField(PrimaryKey.ROW_KIND));
    }
    return new Schema(fields, table.schema().identifierFieldIds());
  }
}
