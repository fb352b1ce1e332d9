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
import io.icepack.spark.column.RowMover;
import io.icepack.spark.table.InternalRowStruct;
import io.icepack.spark.write.TaskCommit;
import io.icepack.spark.write.TaskWrite;
import io.icepack.spark.write.WriteContext;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriteResult;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.PartitioningWriter;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;

/** Writes physical rows into new data files of one task, and takes them back if that fails. */
final class TaskRewrite {

  private final Table table;
  private final WriteContext context;
  private final TaskContext task;
  private final TaskWrite write;

  TaskRewrite(Table table, WriteContext context, TaskContext task) {
    this(table, context, task, table.io());
  }

  /** A rewrite of rows whose payloads another table can read. */
  TaskRewrite(Table table, WriteContext context, TaskContext task, FileIO stored) {
    this.table = table;
    this.context = context;
    this.task = task;
    this.write = new TaskWrite(table, context, task.partitionId(), task.taskAttemptId(), stored);
  }

  /** Moves rows of a context, of which each blob column has its place there. */
  static RowMover mover(Table table, WriteContext context, RowMover.Rule rule) {
    return new RowMover(
        table.name(),
        context.sparkSchema(),
        context.blobs().stream()
            .map(blob -> new BlobSource(blob.ordinal(), blob.name(), blob.shape()))
            .toList(),
        rule);
  }

  /**
   * Opens rows, writes and closes them.
   *
   * @param order how the rows are sorted before that, those of a partition together
   */
  TaskCommit run(Source source, SortOrder order) throws Exception {
    PartitioningWriter<InternalRow, DataWriteResult> files = write.openDataFiles();
    boolean done = false;
    try (CloseableIterable<InternalRow> rows = source.open(write)) {
      write.step(() -> write(sort(rows, order), files));
      CommitPermission.request(task);
      List<String> created = write.complete(files::close);
      done = true;
      CommitPermission.onKill(task, () -> write.rollBack(files::close));
      return new TaskCommit(
          files.result().dataFiles(),
          List.of(),
          List.of(),
          List.of(),
          created,
          write.payloadBytes());
    } finally {
      if (!done) {
        write.rollBack(files::close);
      }
    }
  }

  /** Where rows come from. */
  @FunctionalInterface
  interface Source {
    CloseableIterable<InternalRow> open(TaskWrite write) throws IOException;
  }

  private Iterator<InternalRow> sort(Iterable<InternalRow> rows, SortOrder order)
      throws IOException {
    return order.isUnsorted()
        ? rows.iterator()
        : new RowSorter(context.schema(), context.sparkSchema(), order).sort(rows.iterator());
  }

  private void write(
      Iterator<InternalRow> rows, PartitioningWriter<InternalRow, DataWriteResult> files) {
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
