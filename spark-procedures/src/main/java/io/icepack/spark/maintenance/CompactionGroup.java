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

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ScanTaskGroup;
import org.apache.iceberg.actions.RewriteFileGroup;
import org.apache.iceberg.util.ContentFileUtil;
import org.apache.iceberg.util.DataFileSet;
import org.apache.iceberg.util.DeleteFileSet;
import org.apache.iceberg.util.TableScanUtil;

/**
 * Data files that are replaced together.
 *
 * @param bins the parts of the files, in the order of insertion; each bin is the work of one task
 */
record CompactionGroup(List<List<FileScanTask>> bins) {

  private static final Comparator<FileScanTask> INSERTION =
      Comparator.comparing(
              (FileScanTask task) -> task.file().firstRowId(),
              Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparing(task -> task.file().location());

  /**
   * Divides a group of Iceberg's planner.
   *
   * @param rewriteAll whether to keep a bin that would only copy one file
   */
  static CompactionGroup of(RewriteFileGroup group, boolean rewriteAll) {
    List<FileScanTask> tasks = new ArrayList<>(group.fileScanTasks());
    tasks.sort(INSERTION);
    List<List<FileScanTask>> bins = new ArrayList<>();
    for (ScanTaskGroup<FileScanTask> bin :
        TableScanUtil.planTaskGroups(tasks, group.inputSplitSize(), 1, 0)) {
      bins.add(new ArrayList<>(bin.tasks()));
    }
    if (!rewriteAll) {
      Map<String, Integer> parts = new HashMap<>();
      bins.forEach(
          bin -> bin.forEach(task -> parts.merge(task.file().location(), 1, Integer::sum)));
      bins.removeIf(bin -> isCopy(bin, group, parts));
    }
    return new CompactionGroup(bins);
  }

  // Without this, files that are too large to be joined in pairs would be copied at every call.
  private static boolean isCopy(
      List<FileScanTask> bin, RewriteFileGroup group, Map<String, Integer> parts) {
    FileScanTask task = bin.get(0);
    return bin.size() == 1
        && parts.get(task.file().location()) == 1
        && task.deletes().isEmpty()
        && task.file().specId() == group.outputSpecId()
        && task.file().fileSizeInBytes() <= group.maxOutputFileSize();
  }

  /** The files that are replaced. */
  DataFileSet files() {
    DataFileSet files = DataFileSet.create();
    bins.forEach(bin -> bin.forEach(task -> files.add(task.file())));
    return files;
  }

  /** The deletion vectors that point at them. */
  DeleteFileSet deletionVectors() {
    DeleteFileSet vectors = DeleteFileSet.create();
    for (List<FileScanTask> bin : bins) {
      for (FileScanTask task : bin) {
        for (DeleteFile delete : task.deletes()) {
          if (ContentFileUtil.isDV(delete)) {
            vectors.add(delete);
          }
        }
      }
    }
    return vectors;
  }
}
