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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two writers and compactions that go on at the same time. */
class KeyedConcurrencyTest extends ProcedureTest {

  private static final int ROUNDS = 6;
  private static final int KEYS = 20;

  @ParameterizedTest
  @ValueSource(strings = {"'bucket'='2'", "'merge-engine'='partial-update'"})
  void loseNoUpdate(String properties) throws Exception {
    String table = "race_" + Math.abs(properties.hashCode());
    sql(
        "CREATE TABLE lake.db.%s (id INT, a INT, b INT, pic BINARY COMMENT '__BLOB_FIELD', "
            + "PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES (%s)",
        table, properties);
    AtomicBoolean writing = new AtomicBoolean(true);
    List<CompletableFuture<Void>> writers = new ArrayList<>();
    for (int first : List.of(0, KEYS / 2)) {
      writers.add(CompletableFuture.runAsync(() -> write(table, first)));
    }
    CompletableFuture<Integer> compactions =
        CompletableFuture.supplyAsync(() -> compactWhile(table, writing));
    for (CompletableFuture<Void> writer : writers) {
      writer.get(3, TimeUnit.MINUTES);
    }
    writing.set(false);
    assertThat(compactions.get(3, TimeUnit.MINUTES)).isPositive();
    assertNothingLost(table);
    compact("'db.%s'", table);
    assertNothingLost(table);
  }

  /** Writes every key of a range in each round; half of the range is also another writer's. */
  private void write(String table, int first) {
    for (int round = 1; round <= ROUNDS; round++) {
      sql(
          "INSERT INTO lake.db.%s SELECT int(id), %d, %d, cast(string(%d) AS BINARY) "
              + "FROM range(%d, %d)",
          table, first, round, first * 100 + round, first, first + KEYS);
    }
  }

  private int compactWhile(String table, AtomicBoolean writing) {
    int done = 0;
    for (int i = 0; writing.get(); i++) {
      try {
        compact("'db.%s', strategy => '%s'", table, i % 2 == 0 ? "minor" : "full");
        done++;
      } catch (ValidationException e) {
        assertThat(e).hasMessageStartingWith("Cannot commit compaction of table");
      }
      assertThat(sql("SELECT id FROM lake.db.%s GROUP BY id HAVING count(*) > 1", table)).isEmpty();
    }
    return done;
  }

  private void assertNothingLost(String table) {
    List<List<Object>> rows =
        sql("SELECT id, a, b, string(pic) FROM lake.db.%s ORDER BY id", table);
    assertThat(rows).hasSize(KEYS + KEYS / 2);
    for (int i = 0; i < rows.size(); i++) {
      int writer = (int) rows.get(i).get(1);
      assertThat(i).isBetween(writer, writer + KEYS - 1);
      assertThat(rows.get(i)).isEqualTo(row(i, writer, ROUNDS, "" + (writer * 100 + ROUNDS)));
    }
  }
}
