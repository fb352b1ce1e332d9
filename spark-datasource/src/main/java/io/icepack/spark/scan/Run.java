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
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;

/**
 * One sorted input of a merge: the files that one task wrote for one bucket in one commit, or one
 * file of another client. A run has either rows or keys that it deletes.
 *
 * @param sequenceNumber Iceberg's data sequence number, by which runs are ordered
 * @param file what the names of the files promise, null if nothing
 * @param rows data files, in the order of their keys
 * @param deletedKeys equality-delete files, in the order of their keys
 */
public record Run(
    long sequenceNumber, RunFile file, List<FileScanTask> rows, List<DeleteFile> deletedKeys)
    implements Serializable {

  public Run {
    rows = List.copyOf(rows);
    deletedKeys = List.copyOf(deletedKeys);
  }

  /** Whether no key occurs twice. */
  boolean unique() {
    return file != null && file != RunFile.SORTED;
  }

  /** Whether rows or keys are sorted by key. */
  boolean sorted() {
    return file != null;
  }

  /** The name of the first file. Directories may be hashes, which tell no order. */
  String name() {
    return name(rows.isEmpty() ? deletedKeys.get(0) : rows.get(0).file());
  }

  static String name(ContentFile<?> file) {
    String location = file.location();
    return location.substring(location.lastIndexOf('/') + 1);
  }

  long bytes() {
    return rows.stream().mapToLong(FileScanTask::sizeBytes).sum()
        + deletedKeys.stream().mapToLong(DeleteFile::fileSizeInBytes).sum();
  }

  long records() {
    return rows.stream().mapToLong(FileScanTask::estimatedRowsCount).sum();
  }
}
