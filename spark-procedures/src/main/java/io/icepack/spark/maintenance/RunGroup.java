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

import io.icepack.spark.scan.Run;
import io.icepack.spark.scan.Section;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.util.ContentFileUtil;

/**
 * Runs of one bucket that become one run; the work of one task.
 *
 * @param output what takes their place
 * @param sections the runs, section by section in the order of their keys
 * @param partition partition of the new files, of the current spec or of that of the one run that
 *     keeps what it is; null if rows go to those of the current spec
 * @param deleteFiles the delete files that are not needed any more
 * @param sequenceNumber data sequence number of the new files, which is that of the newest run
 */
record RunGroup(
    Output output,
    List<Section> sections,
    StructLike partition,
    List<DeleteFile> deleteFiles,
    long sequenceNumber)
    implements Serializable {

  /** What the rows of one key become. */
  enum Output {
    /** The one row that the merge engine makes of them. */
    FOLDED,

    /** Their newest row with an equality delete of the key, or the equality delete alone. */
    UPSERTS,

    /** All those that a result can still depend on, retractions included. */
    UNFOLDED,
    /** What they are, apart from rows that a delete file hides; of one run. */
    SAME
  }

  RunGroup {
    sections = List.copyOf(sections);
    deleteFiles = List.copyOf(deleteFiles);
  }

  RunGroup withSequenceNumber(long newNumber) {
    return new RunGroup(output, sections, partition, deleteFiles, newNumber);
  }

  /** Whether there is nothing to merge, only delete files to remove. */
  boolean isEmpty() {
    return sections.isEmpty();
  }

  /** The one run of a group that keeps what it is. */
  Run run() {
    return sections.get(0).runs().get(0);
  }

  /** The data files that are replaced. */
  List<DataFile> dataFiles() {
    return sections.stream().flatMap(section -> section.dataFiles().stream()).toList();
  }

  /** Every number that a file of a section or a delete file that applies to one has. */
  static Stream<Long> sequenceNumbers(List<Section> sections) {
    return sections.stream()
        .flatMap(section -> section.runs().stream())
        .flatMap(
            run ->
                Stream.concat(
                    Stream.of(run.sequenceNumber()),
                    run.rows().stream()
                        .flatMap(task -> task.deletes().stream())
                        .filter(delete -> !ContentFileUtil.isFileScoped(delete))
                        .map(DeleteFile::dataSequenceNumber)));
  }

  /** The delete files that apply to nothing but data files of a section: deletion vectors. */
  static Stream<DeleteFile> ownDeletes(List<Section> sections) {
    return sections.stream()
        .flatMap(section -> section.runs().stream())
        .flatMap(run -> run.rows().stream())
        .map(FileScanTask::deletes)
        .flatMap(List::stream)
        .filter(ContentFileUtil::isFileScoped);
  }
}
