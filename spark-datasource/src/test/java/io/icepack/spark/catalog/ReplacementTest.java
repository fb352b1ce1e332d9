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
package io.icepack.spark.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.testing.SparkTest;
import java.util.List;
import org.apache.iceberg.spark.source.SparkTable;
import org.junit.jupiter.api.Test;

/** CREATE TABLE … AS SELECT, REPLACE TABLE and CREATE OR REPLACE TABLE. */
class ReplacementTest extends SparkTest {

  private String media() {
    String table =
        create(
            "(id INT, pic BINARY COMMENT '__BLOB_FIELD; p', "
                + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO %s VALUES (1, X'AA', array(X'01', NULL, X'')), (2, NULL, NULL), "
            + "(3, X'', array())",
        table);
    return table;
  }

  @Test
  void createsFromAQuery() {
    String source = media();
    sql(
        "CREATE TABLE lake.db.ctas PARTITIONED BY (bucket(2, id)) "
            + "TBLPROPERTIES ('blob-field'='pic,imgs') AS SELECT * FROM %s",
        source);
    assertThat(sql("SELECT id, pic, imgs, _blobs.pic.size FROM lake.db.ctas ORDER BY id"))
        .containsExactly(
            row(1, "AA", row("01", null, ""), 1L), row(2, null, null, null), row(3, "", row(), 0L));
    String root = iceberg("lake.db.ctas").location() + "/_blobs/";
    assertThat((String) scalar("SELECT _blobs.pic.uri FROM lake.db.ctas WHERE id = 1"))
        .startsWith(root);
    assertThat(iceberg("lake.db.ctas").history()).hasSize(1);
    sql("DROP TABLE %s", source);
    assertThat(sql("SELECT pic FROM lake.db.ctas WHERE id = 1")).containsExactly(row("AA"));
  }

  @Test
  void copiesIntoAPlainTable() {
    String source = media();
    sql("CREATE TABLE lake.db.plain AS SELECT id, pic FROM %s", source);
    assertThat(sql("SELECT * FROM lake.db.plain ORDER BY id"))
        .containsExactly(row(1, "AA"), row(2, null), row(3, ""));
    assertThat(iceberg("lake.db.plain").properties())
        .doesNotContainKeys("icepack.blob-field-ids", "blob.reader-feature-flags");
    assertThat(files("lake.db.plain").packs()).isEmpty();
  }

  @Test
  void leavesNoTableAfterAFailedQuery() {
    assertThatThrownBy(
            () ->
                sql(
                    "CREATE TABLE lake.db.failed TBLPROPERTIES ('blob-field'='pic') AS "
                        + "SELECT id, CASE WHEN id < 90 THEN X'AA' ELSE "
                        + "raise_error('no picture') END AS pic FROM range(100)"))
        .hasStackTraceContaining("no picture");
    assertThat(sql("SHOW TABLES IN lake.db LIKE 'failed'")).isEmpty();
  }

  @Test
  void replacesWithItsOwnRows() {
    String table = media();
    Object before = iceberg(table).currentSnapshot().snapshotId();
    sql(
        "REPLACE TABLE %s TBLPROPERTIES ('blob-field'='pic,extra') "
            + "AS SELECT id + 10 AS id, pic, pic AS extra FROM %s",
        table, table);
    assertThat(sql("SELECT id, pic, extra FROM %s ORDER BY id", table))
        .containsExactly(row(11, "AA", "AA"), row(12, null, null), row(13, "", ""));
    assertThat(sql("SELECT id, pic, imgs FROM %s VERSION AS OF %s ORDER BY id", table, before))
        .containsExactly(row(1, "AA", row("01", null, "")), row(2, null, null), row(3, "", row()));
  }

  @Test
  void replacesBlobsByPlainColumnsAndBack() {
    String table = media();
    Object blobs = iceberg(table).currentSnapshot().snapshotId();
    sql("CREATE OR REPLACE TABLE %s AS SELECT id, pic FROM %s", table, table);
    Object plain = iceberg(table).currentSnapshot().snapshotId();
    assertThat(classOf(table)).isEqualTo(SparkTable.class);
    sql("INSERT INTO %s VALUES (4, X'DD')", table);
    List<List<Object>> rows = List.of(row(1, "AA"), row(2, null), row(3, ""), row(4, "DD"));
    assertThat(sql("SELECT * FROM %s ORDER BY id", table)).isEqualTo(rows);
    sql(
        "CREATE OR REPLACE TABLE %s TBLPROPERTIES ('blob-field'='pic') AS SELECT * FROM %s",
        table, table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table)).isEqualTo(rows);
    assertThat(sql("SELECT id, pic FROM %s VERSION AS OF %s ORDER BY id", table, blobs))
        .isEqualTo(rows.subList(0, 3));
    assertThat(sql("SELECT id, pic FROM %s VERSION AS OF %s ORDER BY id", table, plain))
        .isEqualTo(rows.subList(0, 3));
  }

  @Test
  void replacesAFormat2Table() {
    String table = create("(id INT, pic BINARY) TBLPROPERTIES ('format-version'='2')");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    sql("REPLACE TABLE %s TBLPROPERTIES ('blob-field'='pic') AS SELECT * FROM %s", table, table);
    assertThat(sql("SELECT id, pic, _blobs.pic.kind FROM %s", table))
        .containsExactly(row(1, "AA", 4));
  }

  @Test
  void replacesWithoutRows() {
    String table = media();
    sql("CREATE OR REPLACE TABLE %s (id INT, pic BINARY COMMENT '__BLOB_FIELD', n INT)", table);
    assertThat(sql("SELECT * FROM %s", table)).isEmpty();
    sql("INSERT INTO %s VALUES (1, X'BB', 2)", table);
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1, "BB", 2));
  }

  @Test
  void refusesToReplaceWhatIsNotThere() {
    assertThatThrownBy(() -> sql("REPLACE TABLE lake.db.none (id INT) "))
        .hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
    sql("CREATE TABLE IF NOT EXISTS lake.db.twice (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO lake.db.twice VALUES (1, X'AA')");
    sql("CREATE TABLE IF NOT EXISTS lake.db.twice (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    assertThat(sql("SELECT * FROM lake.db.twice")).containsExactly(row(1, "AA"));
    assertThatThrownBy(
            () -> sql("CREATE TABLE lake.db.twice (id INT, pic BINARY COMMENT '__BLOB_FIELD')"))
        .hasMessageContaining("TABLE_OR_VIEW_ALREADY_EXISTS");
  }
}
