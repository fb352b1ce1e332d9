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
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icepack.spark.testing.Sessions;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * UPDATE, DELETE and MERGE on primary-key tables of the engines that take them. Runs twice, as the
 * tests of append tables do: with Icepack's extension and without.
 */
abstract class KeyedRowLevelContract extends SparkTest {

  private static final String COLUMNS =
      "(id INT, name STRING, ts INT, pic BINARY COMMENT '__BLOB_FIELD', "
          + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
          + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD', "
          + "PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES (";

  static final String DEDUPLICATE = "'bucket'='2'";
  static final String SEQUENCED = "'sequence.field'='ts'";
  static final String PARTIAL = "'merge-engine'='partial-update'";

  abstract boolean extended();

  @Override
  protected SparkSession newSession() {
    SparkSession session = extended() ? Sessions.withExtension() : Sessions.withoutExtension();
    return session.newSession();
  }

  /** Three rows in two runs that overlap. */
  private String media(String properties) {
    String table = create(COLUMNS + properties + ")");
    sql(
        "INSERT INTO %s VALUES (1, 'a', 1, X'AAAA', array(X'01', NULL, X''), map('k', X'01')), "
            + "(2, 'old', 1, X'00', NULL, NULL), (3, 'c', 1, X'', array(), map())",
        table);
    sql("INSERT INTO %s VALUES (2, 'b', 2, X'BB', array(X'02'), map('n', NULL))", table);
    StorageProbe.reset();
    return table;
  }

  private List<List<Object>> rowsOf(String table) {
    return sql("SELECT id, name, ts, pic, imgs, m, _blobs FROM %s ORDER BY id", table);
  }

  private void runWithoutPayloads(String statement, Object... args) {
    StorageProbe.reset();
    sql(statement, args);
    assertThat(StorageProbe.payloadBytesWritten()).as(statement).isZero();
    if (extended()) {
      assertThat(StorageProbe.payloadBytesRead()).as(statement).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {DEDUPLICATE, SEQUENCED, PARTIAL})
  void updatesLabelsAndKeepsPayloads(String properties) {
    String table = media(properties);
    List<List<Object>> before = rowsOf(table);
    runWithoutPayloads("UPDATE %s SET name = concat(name, '!'), ts = NULL WHERE id < 3", table);
    List<List<Object>> after = rowsOf(table);
    for (int i = 0; i < 3; i++) {
      assertThat(after.get(i).subList(3, 7)).isEqualTo(before.get(i).subList(3, 7));
    }
    assertThat(sql("SELECT id, name, ts FROM %s ORDER BY id", table))
        .containsExactly(row(1, "a!", null), row(2, "b!", null), row(3, "c", 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {DEDUPLICATE, SEQUENCED, PARTIAL})
  void setsAndClearsBlobs(String properties) {
    String table = media(properties);
    sql("UPDATE %s SET pic = NULL, imgs = array(pic), name = NULL WHERE id = 2", table);
    sql("UPDATE %s SET pic = concat(pic, X'CC') WHERE length(pic) = 2", table);
    assertThat(sql("SELECT id, name, pic, imgs, m FROM %s ORDER BY id", table).toString())
        .isEqualTo(
            "[[1, a, AAAACC, [01, null, ], {k=01}], [2, null, null, [BB], {n=null}], "
                + "[3, c, , [], {}]]");
  }

  @ParameterizedTest
  @ValueSource(strings = {DEDUPLICATE, SEQUENCED, PARTIAL})
  void deletesRows(String properties) {
    String table = media(properties);
    runWithoutPayloads("DELETE FROM %s WHERE name = 'b' OR id = 3", table);
    assertThat(sql("SELECT id, pic FROM %s", table)).containsExactly(row(1, "AAAA"));
    sql("INSERT INTO %s (id, name) VALUES (2, 'again')", table);
    assertThat(sql("SELECT id, name, ts, pic FROM %s ORDER BY id", table))
        .containsExactly(row(1, "a", 1, "AAAA"), row(2, "again", null, null));
    sql("DELETE FROM %s WHERE pic = X'AAAA'", table);
    assertThat(sql("SELECT id FROM %s", table)).containsExactly(row(2));
    sql("DELETE FROM %s", table);
    assertThat(sql("SELECT count(*) FROM %s", table)).containsExactly(row(0L));
  }

  @Test
  void deletesRowsWithColumnsThatAreNotNull() {
    String table =
        create(
            "(ts INT NOT NULL, id INT NOT NULL, s STRUCT<a: INT> NOT NULL, "
                + "pic BINARY NOT NULL COMMENT '__BLOB_FIELD', "
                + "m MAP<STRING, BINARY> NOT NULL COMMENT '__BLOB_FIELD', "
                + "PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES ("
                + SEQUENCED
                + ")");
    sql(
        "INSERT INTO %s VALUES (1, 1, named_struct('a', 1), X'01', map()), "
            + "(1, 2, named_struct('a', 2), X'02', map('k', X'02'))",
        table);
    runWithoutPayloads("DELETE FROM %s WHERE id = 1", table);
    assertThat(sql("SELECT * FROM %s", table))
        .containsExactly(row(1, 2, row(2), "02", Map.of("k", "02")));
  }

  @ParameterizedTest
  @ValueSource(strings = {DEDUPLICATE, SEQUENCED, PARTIAL})
  void mergesEachClause(String properties) {
    String table = media(properties);
    sql(
        "MERGE INTO %s t USING (SELECT * FROM VALUES (1, 'x', X'11'), (2, 'y', X'22'), "
            + "(3, 'z', X'33'), (4, 'w', X'44') AS v(id, name, pic)) s ON t.id = s.id "
            + "WHEN MATCHED AND s.id = 1 THEN UPDATE SET name = s.name "
            + "WHEN MATCHED AND s.id = 2 THEN UPDATE SET pic = s.pic "
            + "WHEN MATCHED THEN DELETE "
            + "WHEN NOT MATCHED THEN INSERT (id, name, pic) VALUES (s.id, s.name, s.pic)",
        table);
    assertThat(sql("SELECT id, name, pic FROM %s ORDER BY id", table))
        .containsExactly(row(1, "x", "AAAA"), row(2, "b", "22"), row(4, "w", "44"));
    assertThat(sql("SELECT imgs, m FROM %s WHERE id = 1", table).toString())
        .isEqualTo("[[[01, null, ], {k=01}]]");
  }

  @Test
  void setsABlobColumnThatWasAdded() {
    String table = media(DEDUPLICATE);
    sql("ALTER TABLE %s ADD COLUMN thumb BINARY COMMENT '__BLOB_FIELD'", table);
    sql(
        "MERGE INTO %s t USING (SELECT 1 AS id) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET thumb = X'EE'",
        table);
    assertThat(sql("SELECT id, pic, thumb FROM %s ORDER BY id", table))
        .containsExactly(row(1, "AAAA", "EE"), row(2, "BB", null), row(3, "", null));
  }

  @Test
  void refusesToChangeAKey() {
    String table = media(DEDUPLICATE);
    List<List<Object>> before = rowsOf(table);
    Throwable failure = catchThrowable(() -> sql("UPDATE %s SET id = id + 1 WHERE id = 3", table));
    assertThat(rootOf(failure).getMessage())
        .isEqualTo(
            "Cannot update column id of table "
                + table
                + " from 3 to 4: it is part of the primary key; delete the row and insert another");
    assertThat(rowsOf(table)).isEqualTo(before);
  }

  @Test
  void refusesToDeleteFirstRows() {
    String table = create(COLUMNS + "'merge-engine'='first-row')");
    sql("INSERT INTO %s (id, name) VALUES (1, 'a'), (2, 'b')", table);
    String reason =
        " table "
            + table
            + ": merge engine first-row keeps the earliest row of a key; set 'ignore-delete' = "
            + "'true' to skip deletions";
    assertFails("DELETE FROM " + table + " WHERE id = 1", "Cannot DELETE rows of" + reason);
    assertFails("UPDATE " + table + " SET name = 'c'", "Cannot UPDATE rows of" + reason);
    sql("ALTER TABLE %s SET TBLPROPERTIES ('ignore-delete'='true')", table);
    sql("DELETE FROM %s WHERE name = 'a'", table);
    sql("UPDATE %s SET name = 'c'", table);
    assertThat(sql("SELECT id, name FROM %s ORDER BY id", table))
        .containsExactly(row(1, "a"), row(2, "b"));
  }
}
