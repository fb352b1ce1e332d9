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
import io.icepack.spark.merge.RowKind;
import io.icepack.spark.merge.RunCursor;
import io.icepack.spark.merge.UnfoldedMerge;
import io.icepack.spark.scan.MergeRead;
import io.icepack.spark.scan.Run;
import io.icepack.spark.scan.RunRows;
import io.icepack.spark.scan.Section;
import io.icepack.spark.scan.SectionRows;
import io.icepack.spark.table.RunFile;
import io.icepack.spark.write.RunFiles;
import io.icepack.spark.write.TaskCommit;
import io.icepack.spark.write.TaskWrite;
import io.icepack.spark.write.WriteContext;
import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.util.SerializationUtil;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Merges the runs of one group and writes what takes their place.
 *
 * @param table the table as executors see it
 * @param context the rows as they are read and written
 */
record RunGroupTask(Table table, WriteContext context, MergeRead read)
    implements TaskJob.Work<byte[], RunGroupTask.Result> {

  /**
   * The work of a task.
   *
   * @param number which of the groups of a plan it is
   * @param packs identities of packs whose payloads are copied to new ones
   */
  record Input(int number, RunGroup group, Set<String> packs) implements Serializable {}

  /** What a task has written for a group. */
  record Result(int number, TaskCommit commit) implements Serializable {}

  @Override
  public Result run(Iterator<byte[]> input, TaskContext task) throws Exception {
    try {
      Input work = SerializationUtil.deserializeFromBytes(input.next());
      return new Result(work.number(), merge(work, task));
    } finally {
      if (table instanceof AutoCloseable copy) {
        copy.close();
      }
    }
  }

  private TaskCommit merge(Input work, TaskContext task) throws Exception {
    TaskWrite write = new TaskWrite(table, context, task.partitionId(), task.taskAttemptId());
    RunFiles files = new RunFiles(write, spec(work.group()));
    boolean done = false;
    try (PayloadMover payloads = new PayloadMover(table, write, work.packs())) {
      write.step(() -> merge(work.group(), files, payloads, task));
      CommitPermission.request(task);
      List<String> created = write.complete(files::close);
      done = true;
      CommitPermission.onKill(task, () -> write.rollBack(files::close));
      return new TaskCommit(files.dataFiles(), files.deleteFiles(), List.of(), List.of(), created);
    } finally {
      if (!done) {
        write.rollBack(files::close);
      }
    }
  }

  private PartitionSpec spec(RunGroup group) {
    return group.output() == RunGroup.Output.SAME
        ? group.run().rows().get(0).spec()
        : table.specs().get(context.specId());
  }

  private void merge(RunGroup group, RunFiles files, PayloadMover payloads, TaskContext task)
      throws IOException {
    StructLike partition = group.partition();
    switch (group.output()) {
      case FOLDED -> {
        if (partition == null) {
          spread(group, files, task);
        } else {
          try (RowHandoff rows =
              new RowHandoff(
                  read.type(),
                  "compaction-writer-" + task.taskAttemptId(),
                  row -> files.write(RunFile.UNIQUE, row, partition))) {
            fold(group, task, rows::add);
            rows.finish();
          }
        }
      }
      case UPSERTS ->
          keep(
              group,
              task,
              (kind, row) -> {
                // The key comes first, so that what follows is not looked at.
                if (kind.isRetract()) {
                  files.delete(RunFile.DELETED_KEYS, row, partition);
                } else {
                  files.write(RunFile.UNIQUE, row, partition);
                  files.delete(RunFile.UPSERTED_KEYS, row, partition);
                }
              });
      case UNFOLDED ->
          keep(group, task, (kind, row) -> files.write(RunFile.SORTED, row, partition));
      case SAME -> move(group.run(), files, payloads, partition, task);
    }
  }

  private void move(
      Run run, RunFiles files, PayloadMover payloads, StructLike partition, TaskContext task)
      throws IOException {
    RunFile file = run.file() == RunFile.UNIQUE ? RunFile.UNIQUE : RunFile.SORTED;
    RunRows runs = new RunRows(table, read);
    RowMover mover = TaskRewrite.mover(table, context, payloads);
    try (RunCursor rows = runs.openShown(run)) {
      while (rows.advance()) {
        task.killTaskIfInterrupted();
        files.write(file, mover.move(rows.row(), runs.dataFile()), partition);
      }
    }
  }

  /** Takes merged rows. */
  @FunctionalInterface
  private interface FoldedRows {
    void add(InternalRow row) throws IOException;
  }

  private void fold(RunGroup group, TaskContext task, FoldedRows output) throws IOException {
    RunRows runs = new RunRows(table, read);
    for (Section section : group.sections()) {
      try (SectionRows rows = new SectionRows(runs, read, section)) {
        while (rows.next()) {
          task.killTaskIfInterrupted();
          output.add(rows.storedRow());
        }
      }
    }
  }

  /** Takes rows that are to be merged with others later. */
  @FunctionalInterface
  private interface KeptRows {
    void add(RowKind kind, InternalRow row);
  }

  private void keep(RunGroup group, TaskContext task, KeptRows output) throws IOException {
    RunRows runs = new RunRows(table, read);
    for (Section section : group.sections()) {
      try (UnfoldedMerge rows =
          new UnfoldedMerge(runs.open(section), read.type(), read.options())) {
        while (rows.next()) {
          task.killTaskIfInterrupted();
          output.add(rows.kind(), rows.row());
        }
      }
    }
  }

  /** Folds what lies in partitions of other specs, and sorts rows by their new partition. */
  private void spread(RunGroup group, RunFiles files, TaskContext task) throws IOException {
    try (SpreadRows rows = new SpreadRows(spec(group), context, read.keyColumns())) {
      fold(group, task, rows::add);
      rows.write(files, task);
    }
  }
}
