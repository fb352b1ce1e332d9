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

import io.icepack.blob.base.SidecarObjects;
import io.icepack.spark.io.FileIoBlobStore;
import io.icepack.spark.write.TaskCommit;
import io.icepack.spark.write.TaskFiles;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;

/** What the tasks of a job have written, to be committed together or taken back. */
final class WrittenTasks {

  private final Table table;
  private final List<TaskCommit> tasks = new ArrayList<>();
  private boolean aborted;

  WrittenTasks(Table table) {
    this.table = table;
  }

  /** Takes the result of a task. One that comes after an abort is taken back as well. */
  synchronized void add(TaskCommit task) {
    tasks.add(task);
    if (aborted) {
      delete(task);
    }
  }

  /** The data files of all tasks. */
  synchronized List<DataFile> dataFiles() {
    return tasks.stream().flatMap(task -> task.dataFiles().stream()).toList();
  }

  /** Bytes of payload that all tasks have written. */
  synchronized long payloadBytes() {
    return tasks.stream().mapToLong(TaskCommit::payloadBytes).sum();
  }

  /** The objects beside data files that all tasks have written. */
  synchronized ObjectCounts objects() {
    long count =
        tasks.stream()
            .flatMap(task -> task.created().stream())
            .filter(SidecarObjects::isObject)
            .count();
    return ObjectCounts.of(ObjectType.SIDECAR_OBJECT, count, payloadBytes());
  }

  /** Deletes what the tasks have written. */
  synchronized void abort() {
    aborted = true;
    tasks.forEach(this::delete);
  }

  private void delete(TaskCommit task) {
    TaskFiles.deleteAll(FileIoBlobStore.of(table.io()), task.created());
  }
}
