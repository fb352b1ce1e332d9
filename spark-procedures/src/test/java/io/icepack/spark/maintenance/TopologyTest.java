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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.SnapshotRef;
import org.junit.jupiter.api.Test;

class TopologyTest {

  private static final UUID TABLE = new UUID(1, 2);
  private static final List<String> ROOTS = List.of("/a");
  private static final Map<String, SnapshotRef> REFS =
      Map.of("main", SnapshotRef.branchBuilder(1).build());
  private static final Topology BEFORE = new Topology(TABLE, ROOTS, REFS, Set.of(1L, 2L));

  @Test
  void tellsWhatIsDifferent() {
    assertThat(BEFORE)
        .isEqualTo(new Topology(new UUID(1, 2), ROOTS, Map.copyOf(REFS), Set.of(2L, 1L)));
    assertDifference(
        new Topology(new UUID(1, 3), ROOTS, REFS, Set.of(1L, 2L)),
        "the table was replaced by another one");
    assertDifference(
        new Topology(
            TABLE, ROOTS, Map.of("main", SnapshotRef.branchBuilder(2).build()), Set.of(1L, 2L)),
        "a branch or tag changed");
    assertDifference(new Topology(TABLE, ROOTS, REFS, Set.of(1L)), "the snapshots changed");
    assertDifference(
        new Topology(TABLE, List.of("/a", "/b"), REFS, Set.of(1L, 2L)), "the location changed");
  }

  private static void assertDifference(Topology after, String difference) {
    assertThat(after).isNotEqualTo(BEFORE);
    assertThat(BEFORE.difference(after)).isEqualTo(difference);
  }
}
