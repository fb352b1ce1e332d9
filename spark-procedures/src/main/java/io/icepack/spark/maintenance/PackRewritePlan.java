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

import io.icepack.spark.table.BlobTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.util.PropertyUtil;

/**
 * Divides the data files whose payloads are copied into the work of tasks: in the order of
 * insertion, files of one partition together until their rows fill a data file.
 */
final class PackRewritePlan {

  private static final Comparator<FileScanTask> INSERTION =
      Comparator.comparing(
              (FileScanTask task) -> task.file().firstRowId(),
              Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparing(task -> task.file().location());

  private PackRewritePlan() {}

  /** Plans the rewrite of some data files of the main branch. */
  static CompactionPlan of(BlobTable blobs, Set<String> dataFiles) {
    Table table = blobs.table();
    long maxFileSize =
        PropertyUtil.propertyAsLong(
            table.properties(),
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
    Snapshot snapshot = table.currentSnapshot();
    List<List<FileScanTask>> bins = new ArrayList<>();
    for (List<FileScanTask> partition : byPartition(table, snapshot, dataFiles).values()) {
      partition.sort(INSERTION);
      bins.addAll(bins(partition, maxFileSize));
    }
    return new CompactionPlan(
        snapshot,
        CompactionOptions.of(table.name(), Map.of(), Set.of()),
        table.spec().specId(),
        maxFileSize,
        List.of(new CompactionGroup(bins)));
  }

  private static Map<String, List<FileScanTask>> byPartition(
      Table table, Snapshot snapshot, Set<String> dataFiles) {
    Map<String, List<FileScanTask>> byPartition = new TreeMap<>();
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().useSnapshot(snapshot.snapshotId()).planFiles()) {
      for (FileScanTask task : tasks) {
        if (dataFiles.contains(task.file().location())) {
          String partition =
              task.file().specId() + "/" + task.spec().partitionToPath(task.file().partition());
          byPartition.computeIfAbsent(partition, key -> new ArrayList<>()).add(task);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot plan a scan of table " + table.name(), e);
    }
    return byPartition;
  }

  private static List<List<FileScanTask>> bins(List<FileScanTask> files, long maxFileSize) {
    List<List<FileScanTask>> bins = new ArrayList<>();
    long bytes = maxFileSize;
    for (FileScanTask file : files) {
      if (bytes + file.length() > maxFileSize) {
        bins.add(new ArrayList<>());
        bytes = 0;
      }
      bins.get(bins.size() - 1).add(file);
      bytes += file.length();
    }
    return bins;
  }
}
