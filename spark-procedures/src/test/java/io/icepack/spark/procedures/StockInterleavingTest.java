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
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statements of this catalog and of Iceberg's own on one table, in a random order: what each
 * snapshot showed when it was new, it shows for as long as it is retained. {@code
 * -Dicepack.interleaving.steps} and {@code -Dicepack.interleaving.seed} choose how many and which.
 */
class StockInterleavingTest extends KeyedTest {

  private static final int STEPS = Integer.getInteger("icepack.interleaving.steps", 7);
  private static final long SEED = Long.getLong("icepack.interleaving.seed", 1);

  private enum Step {
    INSERT,
    UPDATE,
    DELETE,
    COMPACT,
    REPACK,
    EXPIRE,
    COLLECT,
    ROLL_BACK,
    STOCK_INSERT,
    STOCK_UPDATE,
    STOCK_DELETE,
    STOCK_DELETE_FROM_FILES,
    STOCK_REWRITE,
    STOCK_EXPIRE
  }

  private static final Set<Step> REMOVING = Set.of(Step.EXPIRE, Step.COLLECT, Step.STOCK_EXPIRE);

  private final Map<Long, Map<Integer, List<Object>>> snapshots = new HashMap<>();
  private Map<Integer, List<Object>> rows;
  private Random random;
  private String table;
  private boolean keyed;
  private int version;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void showsWhatItHas(boolean primaryKey) {
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    spark.conf().set("spark.sql.shuffle.partitions", "1");
    // Many small queries: compiling them takes longer than running them.
    spark.conf().set("spark.sql.codegen.wholeStage", "false");
    spark.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
    keyed = primaryKey;
    table = keyed ? "keyed" : "appended";
    sql(
        "CREATE TABLE lake.db.%s (id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD', "
            + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD'%s) "
            + "TBLPROPERTIES ('write.update.mode'='copy-on-write', 'blob.target-file-size'='64')",
        table, keyed ? ", PRIMARY KEY (id) NOT ENFORCED" : "");
    snapshots.clear();
    rows = new TreeMap<>();
    random = new Random(keyed ? ~SEED : SEED);
    run(Step.INSERT);
    List<Step> done = new ArrayList<>();
    List<Step> next = new ArrayList<>();
    while (done.size() < STEPS) {
      if (next.isEmpty()) {
        next.addAll(List.of(Step.values()));
        Collections.shuffle(next, random);
      }
      Step step = next.remove(0);
      done.add(step);
      run(step);
      check(done.toString(), REMOVING.contains(step));
    }
    run(Step.COLLECT);
    check("all", true);
    assertThat(sql("CALL lake.sys.verify_blobs(table => 'db.%s', deep => true)", table)).isEmpty();
  }

  private void run(Step step) {
    version++;
    int remainder = random.nextInt(3);
    switch (step) {
      case INSERT -> insert();
      case UPDATE -> {
        String pic = payload(remainder);
        sql("UPDATE lake.db.%s SET pic = X'%s' WHERE id %% 3 = %d", table, pic, remainder);
        change(remainder, row -> row.set(1, pic));
      }
      case DELETE -> delete("lake", remainder);
      case COMPACT -> sql("CALL lake.sys.compact('db.%s')", table);
      case REPACK -> {
        // What another client has added at once cannot be repacked before.
        sql("CALL lake.sys.compact('db.%s')", table);
        sql("CALL lake.sys.repack_blobs('db.%s', 1.0)", table);
      }
      case EXPIRE -> expireThrough("lake");
      case COLLECT -> {
        sql("CALL lake.sys.rebuild_blob_refs('db.%s')", table);
        assertThat(collectGarbage(table).subList(0, 2)).isEqualTo(row("done", null));
      }
      case ROLL_BACK -> rollBack();
      case STOCK_INSERT -> {
        int id = 100 + version;
        sql("INSERT INTO stock.db.%s (id, name) VALUES (%d, 'stock')", table, id);
        rows.put(id, Arrays.asList("stock", null, null));
      }
      case STOCK_UPDATE -> {
        sql("UPDATE stock.db.%s SET name = 'v%d' WHERE id %% 3 = %d", table, version, remainder);
        change(remainder, row -> row.set(0, "v" + version));
      }
      case STOCK_DELETE -> stockDelete("merge-on-read", remainder);
      case STOCK_DELETE_FROM_FILES -> stockDelete("copy-on-write", remainder);
      case STOCK_REWRITE ->
          sql(
              "CALL stock.system.rewrite_data_files(table => 'db.%s', "
                  + "options => map('rewrite-all', 'true'))",
              table);
      case STOCK_EXPIRE -> expireThrough("stock");
    }
    Table iceberg = iceberg("lake.db." + table);
    iceberg.snapshots().forEach(s -> snapshots.putIfAbsent(s.snapshotId(), copy(rows)));
  }

  private void insert() {
    Map<Integer, String> values = new TreeMap<>();
    for (int i = 0; i < 4; i++) {
      int id = keyed ? random.nextInt(12) : 10 * version + i;
      String pic = random.nextInt(4) == 0 ? null : payload(id);
      String img = random.nextInt(4) == 0 ? "" : payload(id + 1);
      rows.put(id, Arrays.asList("v" + version, pic, row(img, null)));
      String literal = pic == null ? "binary(NULL)" : "X'" + pic + "'";
      values.put(id, "(%d, 'v%d', %s, array(X'%s', NULL))".formatted(id, version, literal, img));
    }
    insert(table, String.join(", ", values.values()));
  }

  private String payload(int id) {
    return "%02X%02X".formatted(version % 256, id % 256).repeat(1 + random.nextInt(8));
  }

  private void change(int remainder, Consumer<List<Object>> change) {
    rows.forEach(
        (id, row) -> {
          if (id % 3 == remainder) {
            change.accept(row);
          }
        });
  }

  private void delete(String catalog, int remainder) {
    sql("DELETE FROM %s.db.%s WHERE (id + 1) %% 3 = %d", catalog, table, remainder);
    rows.keySet().removeIf(id -> (id + 1) % 3 == remainder);
  }

  private void stockDelete(String mode, int remainder) {
    sql("ALTER TABLE lake.db.%s SET TBLPROPERTIES ('write.delete.mode'='%s')", table, mode);
    delete("stock", remainder);
  }

  private void expireThrough(String catalog) {
    sql(
        "CALL %s.system.expire_snapshots(table => 'db.%s', older_than => "
            + "TIMESTAMP '2999-01-01 00:00:00', retain_last => 2)",
        catalog, table);
  }

  private void rollBack() {
    Table iceberg = iceberg("lake.db." + table);
    Long parent = iceberg.currentSnapshot().parentId();
    if (parent != null && iceberg.snapshot(parent) != null) {
      sql("CALL stock.system.rollback_to_snapshot('db.%s', %d)", table, parent);
      rows = copy(snapshots.get(parent));
    }
  }

  private void check(String steps, boolean history) {
    Map<Long, Map<Integer, List<Object>>> expected = new TreeMap<>();
    Map<Long, Map<Integer, List<Object>>> actual = new TreeMap<>();
    List<String> queries = new ArrayList<>();
    queries.add("SELECT 0L, id, name, pic, imgs FROM lake.db." + table);
    expected.put(0L, rows);
    Table iceberg = iceberg("lake.db." + table);
    for (Snapshot snapshot : history ? iceberg.snapshots() : List.<Snapshot>of()) {
      long id = snapshot.snapshotId();
      expected.put(id, snapshots.get(id));
      queries.add(
          "SELECT %d, id, name, pic, imgs FROM lake.db.%s VERSION AS OF %d"
              .formatted(id, table, id));
    }
    expected.keySet().forEach(id -> actual.put(id, new TreeMap<>()));
    for (List<Object> row : sql(String.join(" UNION ALL ", queries))) {
      List<Object> twice = actual.get(row.get(0)).put((Integer) row.get(1), row.subList(2, 5));
      assertThat(twice).as("%s: a second row of id %s", steps, row.get(1)).isNull();
    }
    assertThat(actual).as(steps).isEqualTo(expected);
  }

  private static Map<Integer, List<Object>> copy(Map<Integer, List<Object>> rows) {
    Map<Integer, List<Object>> copy = new TreeMap<>();
    rows.forEach((id, row) -> copy.put(id, new ArrayList<>(row)));
    return copy;
  }
}
