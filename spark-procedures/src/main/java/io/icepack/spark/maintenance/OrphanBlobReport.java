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

/**
 * What a removal of orphan blobs found and did.
 *
 * @param status how it ended
 * @param reason why nothing or not everything was deleted, null if all was
 * @param snapshots retained snapshots whose references were collected
 * @param candidates objects that are old enough to be deleted if nothing references them
 * @param deleted objects deleted, those that would be in a dry run
 */
public record OrphanBlobReport(
    RemovalStatus status, String reason, long snapshots, long candidates, ObjectCounts deleted) {

  /** The report if something that is needed for the proof could not be read. */
  public static OrphanBlobReport unreadable(Exception failure) {
    return nothing(RemovalStatus.UNREADABLE, SparkJobs.rootOf(failure).getMessage());
  }

  static OrphanBlobReport nothing(RemovalStatus status, String reason) {
    return new OrphanBlobReport(status, reason, 0, 0, ObjectCounts.NONE);
  }
}
