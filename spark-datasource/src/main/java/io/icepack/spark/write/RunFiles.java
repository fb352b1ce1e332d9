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

import io.icepack.spark.table.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.io.DataWriteResult;
import org.apache.iceberg.io.DeleteWriteResult;
import org.apache.iceberg.io.PartitioningWriter;
import org.apache.spark.sql.catalyst.InternalRow;

/** The open files of one task that writes runs: at most one of each sort at a time. */
public final class RunFiles {

  private final TaskWrite task;
  private final PartitionSpec spec;
  private final Map<RunFile, PartitioningWriter<InternalRow, DataWriteResult>> data =
      new EnumMap<>(RunFile.class);
  private final Map<RunFile, PartitioningWriter<InternalRow, DeleteWriteResult>> deletes =
      new EnumMap<>(RunFile.class);
  private boolean closed;

  public RunFiles(TaskWrite task, PartitionSpec spec) {
    this.task = task;
    this.spec = spec;
  }

  /** Writes a row to a data file; partitions must come one after the other. */
  public void write(RunFile file, InternalRow row, StructLike partition) {
    data.computeIfAbsent(file, task::openRun).write(row, spec, partition);
  }

  /** Writes an equality delete; partitions must come one after the other. */
  public void delete(RunFile file, InternalRow key, StructLike partition) {
    deletes.computeIfAbsent(file, task::openDeletedKeys).write(key, spec, partition);
  }

  /** Completes all files. */
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    IOException failure = null;
    List<PartitioningWriter<InternalRow, ?>> writers = new ArrayList<>(data.values());
    writers.addAll(deletes.values());
    for (PartitioningWriter<InternalRow, ?> writer : writers) {
      try {
        writer.close();
      } catch (UncheckedIOException e) {
        failure = append(failure, e.getCause());
      } catch (IOException e) {
        failure = append(failure, e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static IOException append(IOException first, IOException next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }

  /** The data files, once closed. */
  public List<DataFile> dataFiles() {
    return data.values().stream().flatMap(w -> w.result().dataFiles().stream()).toList();
  }

  /** The equality-delete files, once closed. */
  public List<DeleteFile> deleteFiles() {
    return deletes.values().stream().flatMap(w -> w.result().deleteFiles().stream()).toList();
  }
}
