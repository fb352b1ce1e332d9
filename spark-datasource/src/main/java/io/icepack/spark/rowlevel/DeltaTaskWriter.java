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
package io.icepack.spark.rowlevel;

import io.icepack.spark.table.InternalRowStruct;
import io.icepack.spark.write.TaskCommit;
import io.icepack.spark.write.TaskWrite;
import io.icepack.spark.write.WriteMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.io.BasePositionDeltaWriter;
import org.apache.iceberg.io.DataWriteResult;
import org.apache.iceberg.io.DeleteWriteResult;
import org.apache.iceberg.io.PartitioningDVWriter;
import org.apache.iceberg.io.PartitioningWriter;
import org.apache.iceberg.io.WriteResult;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** Writes the deletion vectors and new rows of one task. */
final class DeltaTaskWriter implements DeltaWriter<InternalRow> {

  private static final Object[] NO_LINEAGE = {};
  private static final Object[] NEW_ROW_LINEAGE = {null, null};

  private final TaskWrite task;
  private final DeltaContext context;
  private final BasePositionDeltaWriter<InternalRow> files;
  private final DeletedPartitions deleted;
  private final PartitionSpec spec;
  private final PartitionKey partition;
  private final InternalRowStruct struct;

  DeltaTaskWriter(
      Table table,
      PreviousDeletes previousDeletes,
      DeltaContext context,
      int partitionId,
      long taskId) {
    this.task = new TaskWrite(table, context.rows(), partitionId, taskId);
    this.context = context;
    PartitioningWriter<InternalRow, DataWriteResult> rows = task.openDataFiles();
    PartitioningWriter<PositionDelete<InternalRow>, DeleteWriteResult> deletes =
        new PartitioningDVWriter<>(
            task.newFiles(FileFormat.PUFFIN, "deletes"), previousDeletes.loader(table));
    this.files = new BasePositionDeltaWriter<>(rows, deletes);
    this.deleted = new DeletedPartitions(table);
    this.spec = table.specs().get(context.rows().specId());
    this.partition = context.writesRows() ? new PartitionKey(spec, context.rows().schema()) : null;
    this.struct = new InternalRowStruct(context.rows().schema().asStruct());
  }

  @Override
  public void delete(InternalRow metadata, InternalRow id) throws IOException {
    task.step(
        () -> {
          int specId = metadata.getInt(context.specId());
          InternalRow oldPartition =
              metadata.getStruct(context.partition(), deleted.partitionFields());
          files.delete(
              id.getString(context.file()),
              id.getLong(context.position()),
              deleted.spec(specId),
              deleted.partition(specId, oldPartition));
        });
  }

  @Override
  public void update(InternalRow metadata, InternalRow id, InternalRow row) {
    throw new UnsupportedOperationException(
        "Cannot update in place: rows are deleted and inserted");
  }

  @Override
  public void insert(InternalRow row) throws IOException {
    write(row, context.lineage() ? NEW_ROW_LINEAGE : NO_LINEAGE);
  }

  @Override
  public void reinsert(InternalRow metadata, InternalRow row) throws IOException {
    int origins = context.origins();
    task.origins(metadata.isNullAt(origins) ? null : metadata.getArray(origins));
    write(row, context.lineage() ? lineage(metadata) : NO_LINEAGE);
    task.origins(null);
  }

  private Object[] lineage(InternalRow metadata) {
    int sequenceNumber = context.lineageSequenceNumber();
    return new Object[] {
      metadata.isNullAt(context.lineageRowId()) ? null : metadata.getLong(context.lineageRowId()),
      metadata.isNullAt(sequenceNumber) ? null : metadata.getLong(sequenceNumber)
    };
  }

  private void write(InternalRow row, Object[] lineage) throws IOException {
    task.step(
        () -> {
          InternalRow encoded = task.encode(row, lineage);
          partition.partition(struct.wrap(encoded));
          files.insert(encoded, spec, partition);
        });
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return WriteMetrics.of(task);
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    List<String> created = task.complete(files::close);
    WriteResult result = files.result();
    List<String> referenced = new ArrayList<>();
    Arrays.stream(result.referencedDataFiles()).forEach(file -> referenced.add(file.toString()));
    return new TaskCommit(
        List.of(result.dataFiles()),
        List.of(result.deleteFiles()),
        List.of(result.rewrittenDeleteFiles()),
        referenced,
        created);
  }

  @Override
  public void abort() {
    task.rollBack(files::close);
  }

  @Override
  public void close() throws IOException {
    task.close(files::close);
  }
}
