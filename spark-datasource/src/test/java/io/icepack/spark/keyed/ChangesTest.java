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
package io.icepack.spark.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.SparkTest;
import org.junit.jupiter.api.Test;

/** Change rows that a pipeline writes with their row kinds. */
class ChangesTest extends SparkTest {

  private static final String COLUMNS =
      "(id INT, name STRING, ts INT, pic BINARY COMMENT '__BLOB_FIELD', "
          + "PRIMARY KEY (id) NOT ENFORCED) ";

  private static final String CHANGES =
      "SELECT * FROM VALUES (1, 'a', 1, X'AA', '+I'), (2, 'b', 1, X'BB', '+I'), "
          + "(1, 'a', 1, X'AA', '-U'), (1, 'c', 2, X'CC', '+U'), (2, 'b', 1, X'BB', '-D'), "
          + "(3, 'd', 1, NULL, '+I') AS v(id, name, ts, pic, op)";

  @Test
  void appliesThemInOrder() {
    String table = create(COLUMNS);
    sql("INSERT INTO %s VALUES (2, 'x', 0, X'11'), (4, 'y', 0, X'22')", table);
    spark
        .sql(CHANGES + " UNION ALL SELECT 4, 'y', 0, X'22', '-D'")
        .coalesce(1)
        .write()
        .format("icepack")
        .option("row-kind-field", "op")
        .mode("append")
        .save(table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(1, "c", 2, "CC"), row(3, "d", 1, null));
  }

  @Test
  void writesNoPayloadOfARetraction() {
    String table = create(COLUMNS);
    sql("INSERT INTO %s.row_kind_op %s", table, CHANGES);
    long stored = files(table).packs().stream().mapToLong(pack -> pack.toFile().length()).sum();
    assertThat(stored).isEqualTo(3);
    String sequenced = create(COLUMNS + "TBLPROPERTIES ('sequence.field'='ts')");
    sql("INSERT INTO %s.row_kind_op %s", sequenced, CHANGES);
    stored = files(sequenced).packs().stream().mapToLong(pack -> pack.toFile().length()).sum();
    assertThat(stored).isEqualTo(3);
    assertThat(sql("SELECT id, name FROM %s ORDER BY id", sequenced))
        .containsExactly(row(1, "c"), row(3, "d"));
  }

  @Test
  void ordersRowsByASequenceField() {
    String table = create(COLUMNS + "TBLPROPERTIES ('sequence.field'='ts')");
    sql("INSERT INTO %s VALUES (1, 'new', 5, X'AA'), (2, 'new', 5, X'BB')", table);
    sql(
        "INSERT INTO %s VALUES (1, 'old', 4, X'CC'), (2, 'equal', 5, X'DD'), (3, 'n', NULL, NULL)",
        table);
    sql(
        "INSERT INTO %s.row_kind_op VALUES (2, 'old', 4, NULL, '-D'), (3, 'n', 1, NULL, '-D')",
        table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(1, "new", 5, "AA"), row(2, "equal", 5, "DD"));
    sql("UPDATE %s SET name = 'set', ts = 1 WHERE id = 1", table);
    sql("DELETE FROM %s WHERE id = 2", table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table)).containsExactly(row(1, "set", 1, "AA"));
  }

  @Test
  void keepsTheFirstRow() {
    String table = create(COLUMNS + "TBLPROPERTIES ('merge-engine'='first-row')");
    sql("INSERT INTO %s VALUES (1, 'a', 1, X'AA'), (1, 'b', 1, X'BB')", table);
    sql("INSERT INTO %s VALUES (1, 'c', 1, X'CC'), (2, 'd', 1, X'DD')", table);
    assertThat(sql("SELECT id, name, pic FROM %s ORDER BY id", table))
        .containsExactly(row(1, "a", "AA"), row(2, "d", "DD"));
    assertFails(
        "INSERT INTO " + table + ".row_kind_op " + CHANGES,
        "Cannot write a row of kind -U to table "
            + table
            + ": merge engine first-row keeps the earliest row of a key; set 'ignore-delete' = "
            + "'true' to skip deletions");
    sql("ALTER TABLE %s SET TBLPROPERTIES ('ignore-delete'='true')", table);
    sql("INSERT INTO %s.row_kind_op %s", table, CHANGES);
    assertThat(sql("SELECT id, name, pic FROM %s ORDER BY id", table))
        .containsExactly(row(1, "a", "AA"), row(2, "d", "DD"), row(3, "d", null));
  }

  @Test
  void refusesWhatIsNoRowKind() {
    String table = create(COLUMNS);
    assertFails(
        "INSERT INTO " + table + ".row_kind_op VALUES (1, 'a', 1, X'AA', '=U')",
        "Cannot write to table "
            + table
            + ": row kind '=U' in column op is none of +I, -U, +U, -D");
    assertFails(
        "INSERT INTO " + table + ".row_kind_op VALUES (1, 'a', 1, X'AA', NULL)",
        "Cannot write to table "
            + table
            + ": row kind NULL in column op is none of +I, -U, +U, -D");
    assertFails(
        "INSERT INTO " + table + ".row_kind_name VALUES (1, 'a', 1, X'AA', '+I')",
        "Cannot write row kinds of column name to table "
            + table
            + ": the table has a column of that name; rename the one with the row kinds");
    assertFails(
        "INSERT INTO " + table + ".row_kind_ VALUES (1, 'a', 1, X'AA', '+I')",
        "Cannot write row kinds to table "
            + table
            + ": the name of their column is missing; use row_kind_<column>");
    String append = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    assertFails(
        "INSERT INTO " + append + ".row_kind_op VALUES (1, X'AA', '+I')",
        "Cannot write row kinds of column op to table "
            + append
            + ": it has no primary key, so rows cannot be taken back");
    assertThat(files(table).all()).isEmpty();
  }

  @Test
  void leavesTablesOfSuchANameAlone() {
    sql("CREATE TABLE lake.db.row_kind_op (id INT)");
    sql("INSERT INTO lake.db.row_kind_op VALUES (1)");
    assertThat(sql("SELECT * FROM lake.db.row_kind_op")).containsExactly(row(1));
    sql("DROP TABLE lake.db.row_kind_op");
  }
}
