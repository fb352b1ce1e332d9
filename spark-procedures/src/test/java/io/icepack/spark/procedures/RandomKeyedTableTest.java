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

import io.icepack.spark.merge.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Primary-key tables under random batches of changes, statements and compactions, read after each
 * step and compared with a plain model of what merging means.
 */
class RandomKeyedTableTest extends ProcedureTest {

  private static final List<String> COLUMNS = List.of("name", "ts", "pic", "v", "n", "free");
  private static final int KEYS = 6;
  private static final int ROUNDS = 18;

  /** The engines, and what the model has to know of them. */
  private enum Engine {
    UPSERT("'bucket'='2'", settings("deduplicate", List.of())),
    SEQUENCED("'sequence.field'='ts'", settings("deduplicate", List.of("ts"))),
    FIRST_ROW(
        "'merge-engine'='first-row', 'ignore-delete'='true'", settings("first-row", List.of())),
    PARTIAL(
        "'merge-engine'='partial-update', 'fields.ts.sequence-group'='name,pic', "
            + "'fields.v.sequence-group'='n', 'fields.n.aggregate-function'='sum'",
        new Model.Settings(
            "partial-update",
            List.of(),
            List.of(
                new Model.Group(List.of("ts"), List.of("name", "pic")),
                new Model.Group(List.of("v"), List.of("n"))),
            Map.of("n", "sum"),
            Set.of(),
            Set.of(),
            false,
            false));

    private final String properties;
    private final Model.Settings settings;

    Engine(String properties, Model.Settings settings) {
      this.properties = properties;
      this.settings = settings;
    }

    private static Model.Settings settings(String engine, List<String> sequence) {
      return new Model.Settings(
          engine, sequence, List.of(), Map.of(), Set.of(), Set.of(), false, false);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void comesToTheSameRows(Engine engine) {
    String table = "random_" + engine.name().toLowerCase(java.util.Locale.ROOT);
    sql(
        "CREATE TABLE lake.db.%s (id INT, name STRING, ts INT, "
            + "pic BINARY COMMENT '__BLOB_FIELD', v INT, n INT, free STRING, "
            + "PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES (%s)",
        table, engine.properties);
    Random random = new Random(engine.ordinal());
    Map<Integer, Model> models = new TreeMap<>();
    for (int id = 0; id < KEYS; id++) {
      models.put(id, new Model(engine.settings));
    }
    for (int round = 0; round < ROUNDS; round++) {
      String step = step(engine, table, random, models, round);
      assertThat(rows(table)).as("round %d: %s", round, step).isEqualTo(expected(models));
    }
    assertSidecarsOfFiles(table);
  }

  private String step(
      Engine engine, String table, Random random, Map<Integer, Model> models, int round) {
    if (round % 6 == 5) {
      compact("'db.%s', strategy => 'full'", table);
      models.values().forEach(Model::forgetDeletions);
      return "full compaction";
    } else if (round % 3 == 2) {
      compact("'db.%s', strategy => 'minor'", table);
      return "minor compaction";
    } else if (round % 4 == 3) {
      return statement(engine, table, random.nextInt(KEYS), random.nextBoolean(), models);
    }
    return batch(table, random, models);
  }

  private String statement(
      Engine engine, String table, int id, boolean update, Map<Integer, Model> models) {
    Map<String, Object> before = models.get(id).row();
    if (update) {
      sql("UPDATE lake.db.%s SET name = 'set', pic = NULL, n = 100 WHERE id = %d", table, id);
    } else {
      sql("DELETE FROM lake.db.%s WHERE id = %d", table, id);
    }
    if (before != null && engine != Engine.FIRST_ROW) {
      Map<String, Object> after = new HashMap<>(before);
      after.put("name", "set");
      after.put("pic", null);
      after.put("n", 100);
      models.get(id).apply(new Model.Row(update ? "=U" : "=D", update ? after : Map.of()));
    }
    return (update ? "UPDATE " : "DELETE ") + id;
  }

  private String batch(String table, Random random, Map<Integer, Model> models) {
    List<String> values = new ArrayList<>();
    int rows = 1 + random.nextInt(8);
    for (int i = 0; i < rows; i++) {
      int id = random.nextInt(KEYS);
      String kind = List.of("+I", "+U", "+I", "+U", "-D", "-U").get(random.nextInt(6));
      Map<String, Object> row = new HashMap<>();
      row.put("name", random.nextInt(4) == 0 ? null : "n" + random.nextInt(100));
      row.put("ts", random.nextInt(4) == 0 ? null : (Object) random.nextInt(5));
      row.put("pic", random.nextInt(3) == 0 ? null : "%02X".formatted(random.nextInt(256)));
      row.put("v", random.nextInt(4) == 0 ? null : (Object) random.nextInt(5));
      row.put("n", random.nextInt(4) == 0 ? null : (Object) random.nextInt(10));
      row.put("free", random.nextInt(3) == 0 ? null : "f" + random.nextInt(100));
      values.add(
          "(%d, %s, %s, %s, %s, %s, %s, '%s')"
              .formatted(
                  id,
                  text(row.get("name")),
                  row.get("ts"),
                  row.get("pic") == null ? "NULL" : "X'" + row.get("pic") + "'",
                  row.get("v"),
                  row.get("n"),
                  text(row.get("free")),
                  kind));
      if (kind.startsWith("-")) {
        row.put("pic", null);
      }
      models.get(id).apply(new Model.Row(kind, row));
    }
    sql(
        "INSERT INTO lake.db.%s.row_kind_op SELECT /*+ COALESCE(1) */ id, name, int(ts), pic, "
            + "int(v), int(n), free, op "
            + "FROM VALUES %s AS t(id, name, ts, pic, v, n, free, op)",
        table, String.join(", ", values));
    return String.join(", ", values);
  }

  private static String text(Object value) {
    return value == null ? "string(NULL)" : "'" + value + "'";
  }

  private List<List<Object>> rows(String table) {
    return sql("SELECT id, %s FROM lake.db.%s ORDER BY id", String.join(", ", COLUMNS), table);
  }

  private static List<List<Object>> expected(Map<Integer, Model> models) {
    return models.entrySet().stream()
        .filter(entry -> entry.getValue().row() != null)
        .map(
            entry -> {
              Object[] row = new Object[COLUMNS.size() + 1];
              row[0] = entry.getKey();
              for (int i = 0; i < COLUMNS.size(); i++) {
                row[i + 1] = entry.getValue().row().get(COLUMNS.get(i));
              }
              return Arrays.asList(row);
            })
        .collect(Collectors.toList());
  }
}
