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

import io.icepack.spark.merge.RowKind;
import io.icepack.spark.table.InternalRowStruct;
import io.icepack.spark.table.MergeEngine;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.RunFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.ProjectingInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/**
 * Writes the rows of one task of a primary-key table: payloads as they come, then, when all rows
 * are there, one sorted run per partition and bucket.
 */
public final class RunWriter {

  private static final Object[] NO_KIND = {};

  private final TaskWrite task;
  private final RunContext context;
  private final PartitionSpec spec;
  private final PartitionKey partition;
  private final InternalRowStruct struct;
  private final RunSorter sorter;
  private final RunFiles files;
  private final Map<PartitionKey, Integer> runs = new HashMap<>();
  private final List<PartitionKey> partitions = new ArrayList<>();

  /**
   * Opens a writer for one task attempt.
   *
   * @param context what the statement writes, with its {@link RunContext}
   */
  public RunWriter(Table table, WriteContext context, TaskWrite task) throws IOException {
    this.task = task;
    this.context = context.runs();
    this.spec = table.specs().get(context.specId());
    this.partition = new PartitionKey(spec, context.schema());
    this.struct = new InternalRowStruct(context.schema().asStruct());
    int[] keys =
        this.context.key().names().stream()
            .mapToInt(name -> context.sparkSchema().fieldIndex(name))
            .toArray();
    this.sorter = new RunSorter(context.sparkSchema(), keys);
    this.files = new RunFiles(task, spec);
  }

  /**
   * Takes a row.
   *
   * @param row the columns of the statement; of a retraction, blobs are not looked at
   */
  public void write(RowKind kind, InternalRow row) throws IOException {
    task.step(
        () -> {
          InternalRow encoded =
              kind.isRetract()
                  ? task.encodeWithoutBlobs(row, stored(kind))
                  : task.encode(row, stored(kind));
          partition.partition(struct.wrap(encoded));
          Integer run = runs.get(partition);
          if (run == null) {
            run = partitions.size();
            PartitionKey key = partition.copy();
            runs.put(key, run);
            partitions.add(key);
          }
          sorter.insert(run, kind.code(), encoded);
        });
  }

  private Object[] stored(RowKind kind) {
    if (!context.key().storesRowKind()) {
      return NO_KIND;
    }
    boolean plain = kind == RowKind.INSERT || kind == RowKind.UPDATE_AFTER;
    return new Object[] {plain ? null : kind.code()};
  }

  /** Writes everything and tells what was written. */
  public TaskCommit commit() throws IOException {
    List<String> created = task.complete(this::writeRuns);
    return new TaskCommit(files.dataFiles(), files.deleteFiles(), List.of(), List.of(), created);
  }

  private void writeRuns() throws IOException {
    Iterator<InternalRow> rows = sorter.sort();
    Output output = new Output();
    switch (fold(context.key())) {
      case LAST -> writeLast(rows, output);
      case FIRST -> writeFirst(rows, output);
      case NONE -> rows.forEachRemaining(output::write);
    }
    files.close();
  }

  /** Which of several rows of one key a run keeps. */
  private enum Fold {
    FIRST,
    LAST,
    NONE
  }

  private static Fold fold(PrimaryKey key) {
    if (key.isUpsert()) {
      return Fold.LAST;
    }
    return key.engine() == MergeEngine.FIRST_ROW ? Fold.FIRST : Fold.NONE;
  }

  private void writeLast(Iterator<InternalRow> rows, Output output) {
    Comparator<InternalRow> identity = sorter.identity();
    UnsafeRow last = buffer();
    boolean pending = false;
    while (rows.hasNext()) {
      UnsafeRow row = (UnsafeRow) rows.next();
      if (pending && identity.compare(last, row) != 0) {
        output.write(last);
      }
      last.copyFrom(row);
      pending = true;
    }
    if (pending) {
      output.write(last);
    }
  }

  private void writeFirst(Iterator<InternalRow> rows, Output output) {
    Comparator<InternalRow> identity = sorter.identity();
    UnsafeRow first = buffer();
    boolean pending = false;
    while (rows.hasNext()) {
      UnsafeRow row = (UnsafeRow) rows.next();
      if (!pending || identity.compare(first, row) != 0) {
        first.copyFrom(row);
        output.write(row);
      }
      pending = true;
    }
  }

  private UnsafeRow buffer() {
    UnsafeRow buffer = new UnsafeRow(sorter.width());
    buffer.pointTo(new byte[0], 0);
    return buffer;
  }

  /** Where sorted rows go. */
  private final class Output {
    private final TaskContext taskContext = TaskContext.get();
    private final ProjectingInternalRow row = sorter.rowView();
    private final ProjectingInternalRow key = sorter.keyView();
    private final RunFile dataFile =
        fold(context.key()) == Fold.NONE ? RunFile.SORTED : RunFile.UNIQUE;

    void write(InternalRow sorted) {
      taskContext.killTaskIfInterrupted();
      PartitionKey to = partitions.get(sorter.run(sorted));
      key.project(sorted);
      if (context.key().isUpsert() && RowKind.ofCode(sorter.kind(sorted)).isRetract()) {
        if (context.tombstones()) {
          files.delete(RunFile.DELETED_KEYS, key, to);
        }
        return;
      }
      row.project(sorted);
      files.write(dataFile, row, to);
      if (context.key().isUpsert() && context.tombstones()) {
        files.delete(RunFile.UPSERTED_KEYS, key, to);
      }
    }
  }

  /** Deletes what the attempt has written. */
  public void abort() {
    sorter.close();
    task.rollBack(files::close);
  }

  /** Releases the task's resources after a commit or an abort. */
  public void close() throws IOException {
    sorter.close();
    task.close(files::close);
  }
}
