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

import io.icepack.spark.testing.SparkTest;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Snapshots, branches, tags and metadata tables of a blob table. */
class HistoryTest extends SparkTest {

  private static final String T = "lake.db.t";
  private long first;
  private long second;

  @BeforeAll
  void createTable() {
    sql("CREATE TABLE lake.db.t (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO lake.db.t VALUES (1, X'AA')");
    first = snapshot();
    sql("INSERT INTO lake.db.t VALUES (2, X'BB')");
    second = snapshot();
    sql("ALTER TABLE lake.db.t CREATE TAG v2");
  }

  private long snapshot() {
    return iceberg(T).currentSnapshot().snapshotId();
  }

  @Test
  void readsOldSnapshots() {
    assertThat(sql("SELECT * FROM lake.db.t VERSION AS OF %s", first))
        .containsExactly(row(1, "AA"));
    assertThat(sql("SELECT * FROM lake.db.t.snapshot_id_%s", first)).containsExactly(row(1, "AA"));
    assertThat(
            rows(spark.read().option("versionAsOf", first).table(T).select("pic").collectAsList()))
        .containsExactly(row("AA"));
    assertThat(sql("SELECT _blobs.pic.size FROM lake.db.t VERSION AS OF %s", first))
        .containsExactly(row(1L));
    assertThat(sql("SELECT count(*) FROM lake.db.t VERSION AS OF %s WHERE pic IS NOT NULL", first))
        .containsExactly(row(1L));
  }

  @Test
  void readsByTimestamp() {
    Object at =
        scalar(
            "SELECT CAST(committed_at AS STRING) FROM lake.db.t.snapshots WHERE snapshot_id = %s",
            first);
    assertThat(sql("SELECT id, pic FROM lake.db.t TIMESTAMP AS OF '%s'", at))
        .containsExactly(row(1, "AA"));
  }

  @Test
  void readsAndWritesBranches() {
    sql("ALTER TABLE lake.db.t CREATE BRANCH b AS OF VERSION %s", second);
    sql("INSERT INTO lake.db.t.branch_b VALUES (3, X'CC')");
    sql("UPDATE lake.db.t.branch_b SET pic = X'DD' WHERE id = 1");
    sql("DELETE FROM lake.db.t.branch_b WHERE id = 2");
    sql(
        "MERGE INTO lake.db.t.branch_b t USING (SELECT 9 AS id, X'99' AS pic) s ON t.id = s.id "
            + "WHEN NOT MATCHED THEN INSERT *");
    List<List<Object>> expected = List.of(row(1, "DD"), row(3, "CC"), row(9, "99"));
    assertThat(sql("SELECT * FROM lake.db.t.branch_b ORDER BY id")).isEqualTo(expected);
    assertThat(sql("SELECT * FROM lake.db.t VERSION AS OF 'b' ORDER BY id")).isEqualTo(expected);
    assertThat(rows(spark.read().option("branch", "b").table(T).orderBy("id").collectAsList()))
        .isEqualTo(expected);
    assertThat(sql("SELECT * FROM lake.db.t WHERE id < 3 ORDER BY id"))
        .containsExactly(row(1, "AA"), row(2, "BB"));
    sql("ALTER TABLE lake.db.t DROP BRANCH b");
  }

  @Test
  void writesToABranchByOption() throws Exception {
    sql("ALTER TABLE lake.db.t CREATE BRANCH o");
    spark.sql("SELECT 7 AS id, X'07' AS pic").writeTo(T).option("branch", "o").append();
    assertThat(sql("SELECT pic FROM lake.db.t.branch_o WHERE id = 7")).containsExactly(row("07"));
    assertThat(sql("SELECT pic FROM lake.db.t WHERE id = 7")).isEmpty();
    sql("ALTER TABLE lake.db.t DROP BRANCH o");
  }

  @Test
  void readsTagsWithTheirOwnSchema() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    sql("ALTER TABLE %s CREATE TAG `first one`", table);
    sql("ALTER TABLE %s RENAME COLUMN pic TO p", table);
    sql("ALTER TABLE %s ADD COLUMN q BINARY COMMENT '__BLOB_FIELD'", table);
    sql("INSERT OVERWRITE %s VALUES (2, X'BB', X'CC')", table);
    assertThat(sql("SELECT id, pic FROM %s VERSION AS OF 'first one'", table))
        .containsExactly(row(1, "AA"));
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(2, "BB", "CC"));
  }

  @Test
  void stagesWrites() {
    String table =
        create(
            "(id INT, pic BINARY COMMENT '__BLOB_FIELD') TBLPROPERTIES ('write.wap.enabled'='true')");
    spark.conf().set("spark.wap.id", "wap-1");
    try {
      sql("INSERT INTO %s VALUES (1, X'AA')", table);
    } finally {
      spark.conf().unset("spark.wap.id");
    }
    assertThat(sql("SELECT * FROM %s", table)).isEmpty();
    sql("CALL lake.system.publish_changes('%s', 'wap-1')", table.substring(5));
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1, "AA"));
  }

  @Test
  void readsAppendsBetweenSnapshots() {
    assertThat(
            rows(
                spark
                    .read()
                    .format("iceberg")
                    .option("start-snapshot-id", first)
                    .option("end-snapshot-id", second)
                    .load(T)
                    .collectAsList()))
        .containsExactly(row(2, "BB"));
  }

  @Test
  void showsMetadataTables() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    sql("UPDATE %s SET id = 2", table);
    assertThat(sql("SELECT operation FROM %s.snapshots ORDER BY committed_at", table))
        .containsExactly(row("append"), row("overwrite"));
    assertThat(sql("SELECT is_current_ancestor FROM %s.history", table))
        .containsExactly(row(true), row(true));
    assertThat(sql("SELECT content, record_count FROM %s.files ", table).size()).isEqualTo(3);
    assertThat(sql("SELECT name, type FROM %s.refs", table)).containsExactly(row("main", "BRANCH"));
    for (String name :
        List.of("entries", "manifests", "partitions", "all_data_files", "metadata_log_entries")) {
      assertThat(sql("SELECT * FROM %s.%s", table, name)).as(name).isNotEmpty();
    }
  }

  @Test
  void rollsBack() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    long before = iceberg(table).currentSnapshot().snapshotId();
    sql("UPDATE %s SET pic = X'BB'", table);
    sql("CALL lake.system.rollback_to_snapshot('%s', %s)", table.substring(5), before);
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1, "AA"));
  }
}
