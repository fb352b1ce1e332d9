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

import io.icepack.spark.table.RunFile;
import java.io.Serializable;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;

/**
 * Runs, or parts of runs, whose key ranges overlap, so that they must be merged.
 *
 * @param runs oldest first, and of one commit deleted keys first
 */
public record Section(List<Run> runs) implements Serializable {

  public Section {
    runs = List.copyOf(runs);
  }

  /** Whether the rows can be read as they are: one run with every key once. */
  public boolean isClean() {
    return runs.size() == 1 && runs.get(0).file() == RunFile.UNIQUE;
  }

  /** Whether a delete file of any kind applies to one of the data files. */
  public boolean hasDeletes() {
    return runs.stream()
        .flatMap(run -> run.rows().stream())
        .anyMatch(task -> !task.deletes().isEmpty());
  }

  /** The data files. */
  public List<DataFile> dataFiles() {
    return runs.stream().flatMap(run -> run.rows().stream()).map(FileScanTask::file).toList();
  }

  public long bytes() {
    return runs.stream().mapToLong(Run::bytes).sum();
  }

  /** Rows before merging. */
  public long records() {
    return runs.stream().mapToLong(Run::records).sum();
  }
}
