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

import org.apache.iceberg.DataFile;

/**
 * What a compaction did.
 *
 * @param rewrittenDataFiles data files taken out of the table
 * @param addedDataFiles data files put in their place
 * @param rewrittenBytes size of the former
 * @param addedBytes size of the latter
 * @param payloadBytes bytes of payload that were copied, 0 unless payloads belong to data files
 * @param removedDeleteFiles delete files taken out of the table
 * @param addedDeleteFiles delete files put in their place
 * @param compactedSnapshotId the snapshot that the tag {@code compacted} is at, null if it was not
 *     to be moved or could not be
 */
public record CompactionResult(
    int rewrittenDataFiles,
    int addedDataFiles,
    long rewrittenBytes,
    long addedBytes,
    long payloadBytes,
    int removedDeleteFiles,
    int addedDeleteFiles,
    Long compactedSnapshotId) {

  static final CompactionResult NOTHING = new CompactionResult(0, 0, 0, 0, 0, 0, 0, null);

  static CompactionResult removed(DataFile file) {
    return new CompactionResult(1, 0, file.fileSizeInBytes(), 0, 0, 0, 0, null);
  }

  static CompactionResult added(DataFile file) {
    return new CompactionResult(0, 1, 0, file.fileSizeInBytes(), 0, 0, 0, null);
  }

  static CompactionResult deleteFiles(int removed, int added) {
    return new CompactionResult(0, 0, 0, 0, 0, removed, added, null);
  }

  static CompactionResult payloads(long bytes) {
    return new CompactionResult(0, 0, 0, 0, bytes, 0, 0, null);
  }

  CompactionResult withCompactedSnapshot(Long id) {
    return new CompactionResult(
        rewrittenDataFiles,
        addedDataFiles,
        rewrittenBytes,
        addedBytes,
        payloadBytes,
        removedDeleteFiles,
        addedDeleteFiles,
        id);
  }

  /** What both did together, the other one later. */
  CompactionResult plus(CompactionResult other) {
    return new CompactionResult(
        rewrittenDataFiles + other.rewrittenDataFiles,
        addedDataFiles + other.addedDataFiles,
        rewrittenBytes + other.rewrittenBytes,
        addedBytes + other.addedBytes,
        payloadBytes + other.payloadBytes,
        removedDeleteFiles + other.removedDeleteFiles,
        addedDeleteFiles + other.addedDeleteFiles,
        other.compactedSnapshotId == null ? compactedSnapshotId : other.compactedSnapshotId);
  }
}
