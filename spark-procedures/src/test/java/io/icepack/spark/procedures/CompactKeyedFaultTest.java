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
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Access;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A compaction of a primary-key table whose storage fails at any point. */
class CompactKeyedFaultTest extends KeyedTest {

  private static final List<List<Object>> ROWS =
      List.of(row(1, "a", "A1"), row(2, "b", "B2"), row(3, "b", "B3"));

  private void createRuns(String table) {
    createKeyed(table);
    insert(table, "(1, 'a', X'A1', NULL, NULL), (2, 'a', X'A2', NULL, NULL)");
    insert(table, "(2, 'b', X'B2', NULL, NULL), (3, 'b', X'B3', NULL, NULL)");
  }

  private void assertRows(String table) {
    assertThat(sql("SELECT id, name, pic FROM lake.db.%s ORDER BY id", table)).isEqualTo(ROWS);
  }

  private static String kind(Access access) {
    return access.operation() + access.location().replaceAll(".*[.]", "");
  }

  /** Makes the nth access fail, and all that are like it from then on. */
  private AtomicReference<Access> failFrom(int n) {
    AtomicInteger seen = new AtomicInteger();
    AtomicReference<Access> failed = new AtomicReference<>();
    StorageProbe.inject(
        access -> {
          boolean counted =
              access.operation() != Operation.READ
                  && access.operation() != Operation.WRITE
                  && access.operation() != Operation.DELETE;
          if (counted && seen.incrementAndGet() == n) {
            failed.set(access);
          }
          if (failed.get() != null && kind(access).equals(kind(failed.get()))) {
            throw new IOException("injected");
          }
        });
    return failed;
  }

  @Test
  void leavesTheTableAsItWas() {
    createRuns("broken");
    Set<Path> files = Set.copyOf(stored("broken").all());
    List<String> survived = new ArrayList<>();
    int accesses = 0;
    int snapshots = 2;
    for (AtomicReference<Access> failed = failFrom(1); ; failed = failFrom(accesses + 1)) {
      Throwable failure = catchThrowable(() -> compact("'db.broken'"));
      StorageProbe.reset();
      if (failed.get() == null) {
        assertThat(failure).isNull();
        break;
      }
      accesses++;
      if (failure == null) {
        // Iceberg reads the new snapshot to tidy up, and does without if it cannot.
        assertThat(failed.get().location()).contains("/snap-");
        assertRows("broken");
        sql(
            "CALL lake.system.set_current_snapshot('db.broken', %d)",
            iceberg("lake.db.broken").currentSnapshot().parentId());
        snapshots++;
        files = Set.copyOf(stored("broken").all());
      } else if (failed.get().location().endsWith(".json")
          && failed.get().operation() != Operation.OPEN) {
        // The catalog may have committed. A data file and its sidecar stay.
        survived.add(kind(failed.get()));
        assertThat(stored("broken").all()).hasSize(files.size() + 2).containsAll(files);
        files = Set.copyOf(stored("broken").all());
      } else {
        assertFiles("broken", files);
      }
      assertThat(iceberg("lake.db.broken").snapshots()).hasSize(snapshots);
    }
    assertThat(accesses).isGreaterThan(30);
    assertThat(survived).contains("CREATEjson", "CLOSE_WRITEjson");
    assertThat(promises("broken")).containsExactly("unique");
    assertRows("broken");
    assertSidecarsOfFiles("broken");
  }
}
