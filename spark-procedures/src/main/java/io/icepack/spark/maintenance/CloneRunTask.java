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

import io.icepack.spark.column.RowMover;
import io.icepack.spark.scan.MergeRead;
import io.icepack.spark.scan.RunRows;
import io.icepack.spark.scan.Section;
import io.icepack.spark.scan.SectionRows;
import io.icepack.spark.table.RunFile;
import io.icepack.spark.table.TableBases;
import io.icepack.spark.write.RunFiles;
import io.icepack.spark.write.TaskCommit;
import io.icepack.spark.write.TaskWrite;
import io.icepack.spark.write.WriteContext;
import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.util.SerializationUtil;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Merges the runs of one bucket of a table with a primary key and writes the rows as one run of
 * another table, with descriptors of the copies of their objects.
 *
 * @param source the table that is read, as executors see it
 * @param read how its rows are read and merged
 * @param target the table that is written
 * @param context the rows as they are written, in the order of {@code read}
 */
record CloneRunTask(Table source, MergeRead read, Table target, WriteContext context)
    implements TaskJob.Work<byte[], TaskCommit> {

  /**
   * The work of one task: the runs of a bucket.
   *
   * @param partition its partition, which is the same in both tables; null if rows of an earlier
   *     partitioning go to several partitions
   */
  record Input(StructLike partition, List<Section> sections) implements Serializable {}

  @Override
  public TaskCommit run(Iterator<byte[]> input, TaskContext task) throws Exception {
    SparkJobs.closeAfterTask(source, task);
    SparkJobs.closeAfterTask(target, task);
    Input bucket = SerializationUtil.deserializeFromBytes(input.next());
    TaskWrite write = new TaskWrite(target, context, task.partitionId(), task.taskAttemptId());
    RunFiles files = new RunFiles(write, target.specs().get(context.specId()));
    boolean done = false;
    try {
      write.step(() -> copy(bucket, files, task));
      CommitPermission.request(task);
      List<String> created = write.complete(files::close);
      done = true;
      CommitPermission.onKill(task, () -> write.rollBack(files::close));
      return new TaskCommit(files.dataFiles(), List.of(), List.of(), List.of(), created);
    } finally {
      if (!done) {
        write.rollBack(files::close);
      }
    }
  }

  private void copy(Input bucket, RunFiles files, TaskContext task) throws IOException {
    if (bucket.partition() != null) {
      merge(bucket, task, row -> files.write(RunFile.UNIQUE, row, bucket.partition()));
      return;
    }
    PartitionSpec spec = target.specs().get(context.specId());
    try (SpreadRows rows = new SpreadRows(spec, context, read.keyColumns())) {
      merge(bucket, task, rows::add);
      rows.write(files, task);
    }
  }

  /** Takes merged rows. */
  @FunctionalInterface
  private interface MergedRows {
    void add(InternalRow row) throws IOException;
  }

  private void merge(Input bucket, TaskContext task, MergedRows output) throws IOException {
    RunRows runs = new RunRows(source, read);
    RowMover mover =
        TaskRewrite.mover(target, context, ObjectCopy.mover(TableBases.resolver(source)));
    for (Section section : bucket.sections()) {
      try (SectionRows rows = new SectionRows(runs, read, section)) {
        while (rows.next()) {
          task.killTaskIfInterrupted();
          output.add(mover.move(rows.storedRow(), runs.dataFile()));
        }
      }
    }
  }
}
