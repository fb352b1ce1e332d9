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

import io.icepack.spark.testing.StorageProbe;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A full compaction moves the tag {@code compacted}, so that any reader sees clean rows there. */
class CompactedTagTest extends KeyedTest {

  private static final String SEQUENCED = "TBLPROPERTIES ('sequence.field' = 'name')";

  private Object current(String table) {
    return scalar("SELECT snapshot_id FROM lake.db.%s.refs WHERE name = 'main'", table);
  }

  private List<Object> tagged(String table) {
    return column("SELECT snapshot_id FROM lake.db." + table + ".refs WHERE name = 'compacted'");
  }

  private List<List<Object>> stockTagged(String table) {
    return sql("SELECT id, name FROM stock.db.%s VERSION AS OF 'compacted' ORDER BY id", table);
  }

  private List<List<Object>> rows(String table) {
    return sql("SELECT id, name FROM lake.db.%s ORDER BY id", table);
  }

  private Object compacted(List<Object> result) {
    return result.get(7);
  }

  @Test
  void showsOtherReadersTheRows() {
    createKeyed("tagged", SEQUENCED);
    insert("tagged", "(1, 'b', X'01', NULL, NULL), (2, 'b', X'02', NULL, NULL)");
    insert("tagged", "(1, 'a', X'03', NULL, NULL), (2, 'c', X'04', NULL, NULL)");
    sql("DELETE FROM lake.db.tagged WHERE id = 2");

    List<Object> result = compact("'db.tagged'");

    assertThat(figures(result)).isEqualTo(row(3, 1, 0, 0));
    assertThat(compacted(result)).isEqualTo(current("tagged"));
    assertThat(tagged("tagged")).containsExactly(current("tagged"));
    assertThat(stockTagged("tagged")).isEqualTo(rows("tagged")).containsExactly(row(1, "b"));
    result = compact("'db.tagged'");
    assertThat(figures(result)).isEqualTo(row(0, 0, 0, 0));
    assertThat(compacted(result)).isEqualTo(current("tagged"));
    assertThat(scalar("SELECT count(*) FROM lake.db.tagged.snapshots")).isEqualTo(4L);

    insert("tagged", "(1, 'd', X'05', NULL, NULL)");
    assertThat(stockTagged("tagged")).containsExactly(row(1, "b"));
    assertThat(compacted(compact("'db.tagged', strategy => 'minor'"))).isNull();
    assertThat(stockTagged("tagged")).containsExactly(row(1, "b"));
    assertThat(compacted(compact("'db.tagged'"))).isEqualTo(current("tagged"));
    assertThat(stockTagged("tagged")).containsExactly(row(1, "d"));
  }

  @Test
  void needsNoRewriteWhereEverythingIsClean() {
    createKeyed("fresh", "TBLPROPERTIES ('merge-engine' = 'first-row')");
    insert("fresh", "(1, 'a', X'01', NULL, NULL)");

    List<Object> result = compact("'db.fresh'");

    assertThat(figures(result)).isEqualTo(row(0, 0, 0, 0));
    assertThat(tagged("fresh")).containsExactly(compacted(result));
    assertThat(scalar("SELECT count(*) FROM lake.db.fresh.snapshots")).isEqualTo(1L);
    assertThat(stockTagged("fresh")).containsExactly(row(1, "a"));
  }

  @Test
  void isNotThereForUpserts() {
    createKeyed("upserts");
    insert("upserts", "(1, 'a', NULL, NULL, NULL)");
    insert("upserts", "(1, 'b', NULL, NULL, NULL)");
    assertThat(compacted(compact("'db.upserts'"))).isNull();
    assertThat(tagged("upserts")).isEmpty();
  }

  @Test
  void staysWhereABucketIsNotClean() {
    sql(
        "CREATE TABLE lake.db.halves (id INT NOT NULL, name STRING, PRIMARY KEY (id) NOT ENFORCED)"
            + " TBLPROPERTIES ('bucket' = '4', 'merge-engine' = 'first-row')");
    for (String name : List.of("a", "b")) {
      sql("INSERT INTO lake.db.halves SELECT id, '%s' FROM range(20)", name);
    }
    assertThat(compact("'db.halves', where => 'id = 1'").subList(0, 2)).isEqualTo(row(2, 1));
    assertThat(tagged("halves")).isEmpty();
    List<Object> result = compact("'db.halves'");
    assertThat(result.subList(0, 2)).isEqualTo(row(6, 3));
    assertThat(compacted(result)).isEqualTo(current("halves"));
    assertThat(stockTagged("halves")).isEqualTo(rows("halves")).hasSize(20);
    sql("ALTER TABLE lake.db.halves CREATE BRANCH b");
    sql("INSERT INTO lake.db.halves.branch_b SELECT id, 'c' FROM range(20)");
    assertThat(compact("'db.halves', branch => 'b'").subList(0, 2)).isEqualTo(row(8, 4));
    assertThat(tagged("halves")).containsExactly(compacted(result));
  }

  /** The snapshot of a compaction that another write came before has a run that is not folded. */
  @Test
  void waitsUntilAnotherWriteIsFoldedToo() {
    createKeyed("raced", SEQUENCED);
    insert("raced", "(1, 'a', X'01', NULL, NULL)");
    insert("raced", "(2, 'b', X'02', NULL, NULL)");
    meanwhile("INSERT INTO lake.db.raced VALUES (1, 'c', X'03', NULL, NULL)");

    List<Object> result = compact("'db.raced'");

    // Two files become one, which is folded once more with the new one.
    assertThat(figures(result)).isEqualTo(row(4, 2, 0, 0));
    assertThat(compacted(result)).isEqualTo(current("raced"));
    assertThat(tagged("raced")).containsExactly(current("raced"));
    assertThat(stockTagged("raced"))
        .isEqualTo(rows("raced"))
        .containsExactly(row(1, "c"), row(2, "b"));
    assertSidecarsOfFiles("raced");
    StorageProbe.reset();
  }

  @Test
  void leavesABranchOfThatNameAlone() {
    createKeyed("branch", SEQUENCED);
    insert("branch", "(1, 'a', X'01', NULL, NULL)");
    sql("ALTER TABLE lake.db.branch CREATE BRANCH compacted");
    List<Object> before = tagged("branch");
    List<Object> result = compact("'db.branch'");
    assertThat(result.subList(0, 2)).isEqualTo(row(1, 1));
    assertThat(compacted(result)).isNull();
    assertThat(tagged("branch")).isEqualTo(before);
  }
}
