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

import io.icepack.blob.base.DescriptorRewriter;
import io.icepack.spark.column.BlobSource;
import io.icepack.spark.column.RowMover;
import io.icepack.spark.scan.PhysicalRows;
import io.icepack.spark.table.InternalRowStruct;
import io.icepack.spark.table.TableBases;
import io.icepack.spark.write.TaskCommit;
import io.icepack.spark.write.TaskWrite;
import io.icepack.spark.write.WriteContext;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriteResult;
import org.apache.iceberg.io.PartitioningWriter;
import org.apache.iceberg.util.SerializationUtil;
import org.apache.iceberg.util.SortOrderUtil;
import org.apache.iceberg.util.StructLikeSet;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Writes the rows of one bin into new data files. Rows keep their order unless the table has a sort
 * order or they go to several partitions.
 *
 * @param table the table as executors see it
 * @param context the rows as they are read and written
 */
record CompactionTask(Table table, WriteContext context)
    implements TaskJob.Work<byte[], TaskCommit> {

  @Override
  public TaskCommit run(Iterator<byte[]> input, TaskContext task) throws Exception {
    try {
      return compact(SerializationUtil.deserializeFromBytes(input.next()), task);
    } finally {
      if (table instanceof AutoCloseable copy) {
        copy.close();
      }
    }
  }

  private TaskCommit compact(List<FileScanTask> bin, TaskContext task) throws Exception {
    TaskWrite write = new TaskWrite(table, context, task.partitionId(), task.taskAttemptId());
    PartitioningWriter<InternalRow, DataWriteResult> files = write.openDataFiles();
    boolean done = false;
    try (CloseableIterable<InternalRow> rows = open(bin)) {
      write.step(() -> write(sort(bin, rows), files, task));
      CommitPermission.request(task);
      List<String> created = write.complete(files::close);
      done = true;
      return new TaskCommit(files.result().dataFiles(), List.of(), List.of(), List.of(), created);
    } finally {
      if (!done) {
        write.rollBack(files::close);
      }
    }
  }

  private CloseableIterable<InternalRow> open(List<FileScanTask> bin) {
    PhysicalRows physical = new PhysicalRows(table, context.schema());
    RowMover mover = mover();
    return CloseableIterable.concat(
        () -> bin.stream().map(part -> moved(part, physical, mover)).iterator());
  }

  private RowMover mover() {
    return new RowMover(
        table.name(),
        context.sparkSchema(),
        context.blobs().stream()
            .map(blob -> new BlobSource(blob.ordinal(), blob.name(), blob.shape()))
            .toList(),
        new DescriptorRewriter(TableBases.resolver(table)),
        table.locationProvider().newDataLocation("new"));
  }

  private static CloseableIterable<InternalRow> moved(
      FileScanTask part, PhysicalRows physical, RowMover mover) {
    String dataFile = part.file().location();
    return CloseableIterable.transform(physical.live(part), row -> mover.move(row, dataFile));
  }

  private Iterator<InternalRow> sort(List<FileScanTask> bin, Iterable<InternalRow> rows)
      throws IOException {
    PartitionSpec spec = table.specs().get(context.specId());
    SortOrder order = table.sortOrder();
    if (!isOnePartition(bin, spec)) {
      order = SortOrderUtil.buildSortOrder(table.schema(), spec, order);
    }
    return order.isUnsorted()
        ? rows.iterator()
        : new RowSorter(context.schema(), context.sparkSchema(), order).sort(rows.iterator());
  }

  private static boolean isOnePartition(List<FileScanTask> bin, PartitionSpec spec) {
    StructLikeSet partitions = StructLikeSet.create(spec.partitionType());
    for (FileScanTask part : bin) {
      if (part.file().specId() != spec.specId()) {
        return false;
      }
      partitions.add(part.file().partition());
    }
    return partitions.size() == 1;
  }

  private void write(
      Iterator<InternalRow> rows,
      PartitioningWriter<InternalRow, DataWriteResult> files,
      TaskContext task) {
    PartitionSpec spec = table.specs().get(context.specId());
    PartitionKey partition = new PartitionKey(spec, context.schema());
    InternalRowStruct struct = new InternalRowStruct(context.schema().asStruct());
    while (rows.hasNext()) {
      task.killTaskIfInterrupted();
      InternalRow row = rows.next();
      partition.partition(struct.wrap(row));
      files.write(row, spec, partition);
    }
  }
}
