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
package io.icepack.spark.table;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * What REPLACE TABLE leaves of a table that had another primary key, or none. Its older snapshots
 * stay, but properties are not part of them, so nothing tells how their rows are to be merged.
 */
public final class KeyHistory {

  /**
   * Internal table property: the sequence number of the last snapshot that was written under
   * another primary key, merge engine, sequence field or partitioning.
   */
  public static final String SINCE = "icepack.primary-key-since";

  private KeyHistory() {}

  /**
   * The value of {@link #SINCE} for a table that replaces another, empty if nothing has to be set.
   *
   * @param staged the new table as it is staged, with the properties of the one that it replaces
   * @param properties properties of the new table
   */
  public static Optional<String> since(TableMetadata staged, Map<String, String> properties) {
    List<String> before = merging(staged.properties());
    List<String> after = merging(properties);
    boolean placed =
        staged.changes().stream()
            .noneMatch(MetadataUpdate.SetDefaultPartitionSpec.class::isInstance);
    return staged.snapshots().isEmpty() || before.equals(after) && (after.isEmpty() || placed)
        ? Optional.empty()
        : Optional.of(String.valueOf(staged.lastSequenceNumber()));
  }

  private static List<String> merging(Map<String, String> properties) {
    String ids = properties.get(PrimaryKey.FIELD_IDS);
    if (ids == null) {
      return List.of();
    }
    PrimaryKey key = PrimaryKey.of(List.of(), properties);
    return List.of(ids, key.engine().option(), String.join(",", key.sequenceFields()));
  }

  /**
   * Checks that the rows of a snapshot can be merged.
   *
   * @param snapshot may be null
   */
  public static void check(String table, Snapshot snapshot, Map<String, String> properties) {
    String since = properties.get(SINCE);
    if (snapshot != null && since != null && snapshot.sequenceNumber() <= Long.parseLong(since)) {
      throw new ValidationException(
          "Cannot use snapshot %s of table %s: REPLACE TABLE has changed the primary key, merge "
              + "engine, sequence field or partitioning since; use newer snapshots",
          snapshot.snapshotId(), table);
    }
  }
}
