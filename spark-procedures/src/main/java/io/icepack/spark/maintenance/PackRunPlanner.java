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

import io.icepack.spark.maintenance.RunGroup.Output;
import io.icepack.spark.scan.Bucket;
import io.icepack.spark.scan.Run;
import io.icepack.spark.scan.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * Chooses the runs of a primary-key table whose payloads are copied. Each stays a run of its own,
 * as old as it was, because newer and older ones are to be merged with it as before.
 */
final class PackRunPlanner {

  private final Table table;
  private final Set<String> dataFiles;

  /**
   * Prepares a choice.
   *
   * @param dataFiles locations of the data files whose payloads are copied
   */
  PackRunPlanner(Table table, Set<String> dataFiles) {
    this.table = table;
    this.dataFiles = dataFiles;
  }

  /**
   * The runs to rewrite, each a group.
   *
   * @param buckets buckets, each with its runs in one section
   */
  List<RunGroup> groups(List<Bucket> buckets) {
    List<RunGroup> groups = new ArrayList<>();
    for (Bucket bucket : buckets) {
      List<Run> runs = bucket.sections().get(0).runs();
      for (Run run : runs) {
        if (run.rows().stream().anyMatch(task -> dataFiles.contains(location(task)))) {
          check(runs, run);
          List<Section> sections = List.of(new Section(List.of(run)));
          groups.add(
              new RunGroup(
                  Output.SAME,
                  sections,
                  run.rows().get(0).file().partition(),
                  RunGroup.ownDeletes(sections).toList(),
                  run.sequenceNumber()));
        }
      }
    }
    return groups;
  }

  private void check(List<Run> runs, Run run) {
    // Runs of one commit are ordered by name, and the new one has another.
    boolean alone =
        runs.stream()
            .noneMatch(
                other ->
                    other != run
                        && !other.rows().isEmpty()
                        && other.sequenceNumber() == run.sequenceNumber()
                        && (other.file() == null || run.file() == null));
    if (!alone) {
      throw new ValidationException(
          "Cannot repack table %s: data file %s is one of several that another client has added at "
              + "once; compact the table first",
          table.name(), location(run.rows().get(0)));
    }
  }

  private static String location(FileScanTask task) {
    return task.file().location();
  }
}
