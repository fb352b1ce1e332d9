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
package io.icepack.spark.procedures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/**
 * What rows a table may have after statements that ran at the same time: for each id the versions
 * of those of the last ones that succeeded, in whichever order they were committed.
 */
final class ExpectedRows {

  private static final int ABSENT = -1;

  private final String name;
  private final boolean upserted;
  private final AtomicInteger versions = new AtomicInteger();
  private final Map<Integer, Set<Integer>> settled = new HashMap<>();
  private final Map<Integer, Set<Integer>> written = new HashMap<>();

  private final List<Update> updates = new ArrayList<>();

  private record Update(IntPredicate ids, int version) {}

  private ExpectedRows(String name, boolean upserted) {
    this.name = name;
    this.upserted = upserted;
  }

  /** A table whose rows each have an id of their own. */
  static ExpectedRows appended(String name) {
    return new ExpectedRows(name, false);
  }

  /** A table whose key is the id. */
  static ExpectedRows upserted(String name) {
    return new ExpectedRows(name, true);
  }

  String name() {
    return name;
  }

  boolean isUpserted() {
    return upserted;
  }

  int nextVersion() {
    return versions.incrementAndGet();
  }

  synchronized void inserted(int from, int to, int version) {
    for (int id = from; id < to; id++) {
      written.computeIfAbsent(id, i -> new HashSet<>()).add(version);
    }
  }

  /** An update of the rows that are there, which may be those of statements beside it. */
  synchronized void updated(IntPredicate ids, int version) {
    updates.add(new Update(ids, version));
  }

  /** A deletion of rows, which may be those of statements beside it. */
  synchronized void deleted(int below) {
    updates.add(new Update(id -> id < below, ABSENT));
  }

  private void settle() {
    Map<Integer, Set<Integer>> inserted = new HashMap<>();
    written.forEach((id, versions) -> inserted.put(id, Set.copyOf(versions)));
    Set<Integer> known = new HashSet<>(settled.keySet());
    known.addAll(inserted.keySet());
    for (Update update : updates) {
      for (int id : known) {
        if (update.ids.test(id)) {
          Set<Integer> versions = written.computeIfAbsent(id, i -> new HashSet<>());
          versions.add(update.version);
          if (!inserted.containsKey(id) && settled.get(id).contains(ABSENT)) {
            versions.add(ABSENT);
          }
        }
      }
    }
    settled.putAll(written);
    written.clear();
    updates.clear();
  }

  /**
   * Checks rows of id, version, and whether the bytes are those of both, when nothing is running.
   */
  synchronized void check(List<List<Object>> rows) {
    settle();
    Map<Integer, Integer> found = new HashMap<>();
    for (List<Object> row : rows) {
      assertThat(row.get(2)).as("bytes of %s in %s", row, name).isEqualTo(true);
      Integer other = found.put((Integer) row.get(0), (Integer) row.get(1));
      assertThat(other).as("a second row of %s in %s", row, name).isNull();
    }
    assertThat(settled.keySet()).containsAll(found.keySet());
    settled.forEach(
        (id, versions) ->
            assertThat(versions)
                .as("versions that row %d of %s may have", id, name)
                .contains(found.getOrDefault(id, ABSENT)));
    settled.replaceAll((id, versions) -> Set.of(found.getOrDefault(id, ABSENT)));
  }
}
