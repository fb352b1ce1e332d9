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

import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.base.DescriptorRewriter;
import io.icepack.spark.column.RowMover;
import io.icepack.spark.merge.RunCursor;
import io.icepack.spark.table.TableBases;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.util.Tasks;
import org.apache.iceberg.util.ThreadPools;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens runs for merging. Descriptors come out as they would stand in a new data file, so that rows
 * may be made of values from several files.
 */
public final class RunRows {

  private static final Logger LOG = LoggerFactory.getLogger(RunRows.class);

  private final MergeRead read;
  private final PhysicalRows rows;
  private final PhysicalRows keys;
  private final ColumnarFiles columnar;
  private final StructType keyType;
  private final DescriptorResolver resolver;
  private final String newDataFile;
  private final RowMover mover;

  public RunRows(Table table, MergeRead read) {
    this.read = read;
    this.rows = new PhysicalRows(table, read.schema());
    this.keys = new PhysicalRows(table, new Schema(read.key().fields()));
    this.columnar = new ColumnarFiles(table, read.schema());
    this.keyType = new StructType(Arrays.copyOf(read.type().fields(), read.keyColumns()));
    this.resolver = TableBases.resolver(table);
    this.newDataFile = table.locationProvider().newDataLocation("new");
    this.mover =
        new RowMover(
            table.name(), read.type(), read.blobs(), new DescriptorRewriter(resolver), newDataFile);
  }

  /** The data file that the descriptors of all rows are relative to. */
  public String dataFile() {
    return newDataFile;
  }

  /** Opens the runs of a section, oldest first: several at a time, since storage takes its time. */
  public List<RunCursor> open(Section section) throws IOException {
    List<Run> runs = section.runs();
    RunCursor[] cursors = new RunCursor[runs.size()];
    boolean done = false;
    try {
      Tasks.range(cursors.length)
          .executeWith(cursors.length > 1 ? ThreadPools.getWorkerPool() : null)
          .stopOnFailure()
          .throwFailureWhenFinished()
          .run(i -> cursors[i] = openSorted(runs.get(i)), IOException.class);
      for (int i = 0; i < cursors.length; i++) {
        if (cursors[i] == null) {
          cursors[i] = open(runs.get(i));
        }
      }
      done = true;
    } finally {
      if (!done) {
        close(cursors);
      }
    }
    return List.of(cursors);
  }

  // Sorting needs the thread of the task.
  private RunCursor openSorted(Run run) throws IOException {
    if (!run.sorted()) {
      return null;
    }
    RunCursor cursor = open(run);
    if (cursor instanceof FileCursor file) {
      boolean done = false;
      try {
        file.prefetch();
        done = true;
      } finally {
        if (!done) {
          close(file);
        }
      }
    }
    return cursor;
  }

  private static void close(RunCursor... cursors) {
    for (RunCursor cursor : cursors) {
      try {
        if (cursor != null) {
          cursor.close();
        }
      } catch (IOException | RuntimeException e) {
        LOG.warn("Cannot close a run after another could not be opened", e);
      }
    }
  }

  /** Opens one run. */
  public RunCursor open(Run run) throws IOException {
    return run.rows().isEmpty() ? tombstones(run) : open(run, this::appliesToRows);
  }

  /** Opens a run of rows without those that newer equality deletes hide. */
  public RunCursor openShown(Run run) throws IOException {
    return open(run, delete -> true);
  }

  private RunCursor open(Run run, Predicate<DeleteFile> applied) throws IOException {
    CloseableIterable<InternalRow> all =
        run.rows().size() == 1
            ? rows(run.rows().get(0), applied)
            : CloseableIterable.concat(
                () -> run.rows().stream().map(task -> rows(task, applied)).iterator());
    return run.sorted()
        ? new FileCursor(all, read.type(), read.kindOrdinal(), run.unique())
        : new FileCursor(
            new SortedRows(all, read.type(), read.keyColumns()),
            read.type(),
            read.kindOrdinal(),
            false);
  }

  private CloseableIterable<InternalRow> rows(FileScanTask task, Predicate<DeleteFile> applied) {
    if (columnar.canRead(task) && task.deletes().stream().noneMatch(applied)) {
      return columnar.rows(task);
    }
    CloseableIterable<InternalRow> live = rows.live(task, applied);
    String dataFile = task.file().location();
    return read.blobs().isEmpty() || resolver.locations().sameImplicitBase(dataFile, newDataFile)
        ? live
        : CloseableIterable.transform(live, row -> mover.move(row, dataFile));
  }

  // Deletes by key take part in the merge; any other kind applies to a data file by itself.
  private boolean appliesToRows(DeleteFile delete) {
    return !read.key().isUpsert() || !read.key().isOf(delete);
  }

  private RunCursor tombstones(Run run) throws IOException {
    CloseableIterable<InternalRow> all =
        CloseableIterable.concat(() -> run.deletedKeys().stream().map(keys::all).iterator());
    return new TombstoneCursor(
        run.sorted() ? all : new SortedRows(all, keyType, read.keyColumns()));
  }
}
