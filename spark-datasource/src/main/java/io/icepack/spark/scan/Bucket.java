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

import java.util.List;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.StructLike;

/**
 * The files of one partition and bucket: rows of one key are in one of these.
 *
 * @param specId partition spec of the files
 * @param partition their partition
 * @param tasks the data files with the delete files that apply to them
 * @param sections the same, divided by what must be merged
 */
public record Bucket(
    int specId, StructLike partition, List<FileScanTask> tasks, List<Section> sections) {

  /** Whether nothing must be merged. */
  public boolean isClean() {
    return sections.stream().allMatch(Section::isClean);
  }
}
