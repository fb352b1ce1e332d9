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

import io.icepack.spark.table.TableBases;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;

/**
 * What decides about which objects a table references, short of reading manifests.
 *
 * @param table identity of the table, which changes when it is dropped and created again
 * @param roots locations that the table owns
 * @param refs branches and tags
 * @param snapshots ids of the snapshots in the metadata, on a branch or not
 */
record Topology(
    UUID table, List<String> roots, Map<String, SnapshotRef> refs, Set<Long> snapshots) {

  /** The topology of the metadata that a table has loaded. */
  static Topology of(Table table) {
    Set<Long> snapshots = new HashSet<>();
    for (Snapshot snapshot : table.snapshots()) {
      snapshots.add(snapshot.snapshotId());
    }
    return new Topology(
        table.uuid(), TableBases.ownRoots(table), Map.copyOf(table.refs()), Set.copyOf(snapshots));
  }

  /** What is different in another topology of the table, for a person to read. */
  String difference(Topology other) {
    if (!table.equals(other.table)) {
      return "the table was replaced by another one";
    } else if (!refs.equals(other.refs)) {
      return "a branch or tag changed";
    } else if (!snapshots.equals(other.snapshots)) {
      return "the snapshots changed";
    } else {
      return "the location changed";
    }
  }
}
