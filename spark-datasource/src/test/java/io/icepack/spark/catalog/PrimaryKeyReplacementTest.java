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

import io.icepack.spark.table.KeyHistory;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.testing.SparkTest;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.spark.source.SparkTable;
import org.junit.jupiter.api.Test;

/** CTAS, REPLACE TABLE and CREATE OR REPLACE TABLE of tables with a primary key. */
class PrimaryKeyReplacementTest extends SparkTest {

  @Test
  void createsFromAQuery() {
    sql(
        "CREATE TABLE lake.db.ctas TBLPROPERTIES ('primary-key'='id', 'blob-field'='pic', "
            + "'bucket'='2') AS SELECT IF(id = 9, NULL, CAST(id % 2 AS INT)) AS id, X'AA' AS pic "
            + "FROM range(3)");
    assertThat(sql("SELECT * FROM lake.db.ctas ORDER BY id"))
        .containsExactly(row(0, "AA"), row(1, "AA"));
    assertThat(spark.table("lake.db.ctas").schema().sql())
        .isEqualTo("STRUCT<id: INT NOT NULL, pic: BINARY>");
    assertThat(iceberg("lake.db.ctas").properties()).containsEntry(PrimaryKey.FIELD_IDS, "1");
    assertThat(iceberg("lake.db.ctas").schema().identifierFieldIds()).containsExactly(1);
    assertThat(iceberg("lake.db.ctas").spec().toString()).contains("id_bucket: bucket[2](1)");
  }

  @Test
  void leavesNoTableAfterANullKey() {
    assertThatThrownBy(
            () ->
                sql(
                    "CREATE TABLE lake.db.failed TBLPROPERTIES ('primary-key'='id') AS "
                        + "SELECT IF(id = 1, NULL, id) AS id FROM range(2)"))
        .hasStackTraceContaining("NOT_NULL_ASSERT_VIOLATION");
    assertThat(sql("SHOW TABLES IN lake.db LIKE 'failed'")).isEmpty();
  }

  @Test
  void forgetsWhatItReplaces() {
    String table =
        create(
            "(id INT, ts INT, name STRING, PRIMARY KEY (id) NOT ENFORCED) "
                + "TBLPROPERTIES ('merge-engine'='partial-update', 'bucket'='4', "
                + "'fields.ts.sequence-group'='name', 'blob.target-file-size'='1 mb')");
    sql("REPLACE TABLE %s (name STRING, id INT, PRIMARY KEY (name) NOT ENFORCED)", table);
    assertThat(keyProperties(table)).isEqualTo(Map.of(PrimaryKey.FIELD_IDS, "3"));
    assertThat(iceberg(table).schema().identifierFieldIds()).containsExactly(3);
    assertThat(iceberg(table).schema().columns().toString())
        .isEqualTo("[3: name: required string, 1: id: optional int]");
    assertThat(iceberg(table).spec().isUnpartitioned()).isTrue();

    sql("CREATE OR REPLACE TABLE %s (id INT, name STRING)", table);
    assertThat(keyProperties(table)).isEmpty();
    assertThat(iceberg(table).schema().identifierFieldIds()).isEmpty();
    assertThat(classOf(table)).isEqualTo(SparkTable.class);
    assertThat(iceberg(table).properties()).containsEntry("blob.target-file-size", "1 mb");
    sql("INSERT INTO %s VALUES (1, 'a'), (1, 'b')", table);
    assertThat(sql("SELECT * FROM %s ORDER BY name", table))
        .containsExactly(row(1, "a"), row(1, "b"));

    sql(
        "CREATE OR REPLACE TABLE %s (id INT, ts INT, PRIMARY KEY (id) NOT ENFORCED) "
            + "TBLPROPERTIES ('sequence.field'='ts')",
        table);
    assertThat(keyProperties(table))
        .containsEntry(PrimaryKey.FIELD_IDS, "1")
        .containsEntry("sequence.field", "ts")
        .hasSize(3);
    assertThat(spark.table(table).columns()).containsExactly("id", "ts");
  }

  @Test
  void refusesSnapshotsOfAnotherKey() {
    String table = create("(id INT, name STRING)");
    sql("INSERT INTO %s VALUES (1, 'a'), (1, 'b')", table);
    Long append = iceberg(table).currentSnapshot().snapshotId();
    sql("ALTER TABLE %s CREATE BRANCH old", table);
    sql("CREATE OR REPLACE TABLE %s (id INT, PRIMARY KEY (id) NOT ENFORCED)", table);
    assertThat(keyProperties(table)).containsEntry(KeyHistory.SINCE, "1");
    String message =
        "Cannot use snapshot "
            + append
            + " of table "
            + table
            + ": REPLACE TABLE has changed the primary key, merge engine, sequence field or "
            + "partitioning since; use newer snapshots";
    assertFails("SELECT * FROM " + table + " VERSION AS OF " + append, message);
    assertFails("SELECT * FROM " + table + ".branch_old", message);
    assertFails("INSERT INTO " + table + ".branch_old VALUES (1)", message);
    assertFails(
        "ALTER TABLE " + table + " SET TBLPROPERTIES ('current-snapshot-id'='" + append + "')",
        message);
    assertFails(
        "CALL lake.system.set_current_snapshot('%s', %s)".formatted(table.substring(5), append),
        message);

    sql("CREATE OR REPLACE TABLE %s (id INT)", table);
    assertFails("SELECT * FROM " + table + " VERSION AS OF " + append, message);
    assertFails(
        "CALL lake.system.set_current_snapshot('%s', %s)".formatted(table.substring(5), append),
        message);
    sql("INSERT INTO %s VALUES (1), (1)", table);
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1), row(1));
  }

  @Test
  void readsSnapshotsOfTheSameKey() {
    String table = create("(id INT, n INT, PRIMARY KEY (id) NOT ENFORCED)");
    sql("INSERT INTO %s VALUES (1, 1), (2, 2)", table);
    Long first = iceberg(table).currentSnapshot().snapshotId();
    sql(
        "CREATE OR REPLACE TABLE %s TBLPROPERTIES ('primary-key'='id') AS "
            + "SELECT id, n + 1 AS n FROM %s",
        table, table);
    assertThat(keyProperties(table)).isEqualTo(Map.of(PrimaryKey.FIELD_IDS, "1"));
    assertThat(sql("SELECT * FROM %s ORDER BY id", table)).containsExactly(row(1, 2), row(2, 3));
    assertThat(sql("SELECT * FROM %s VERSION AS OF %s ORDER BY id", table, first))
        .containsExactly(row(1, 1), row(2, 2));
    sql(
        "CREATE OR REPLACE TABLE %s (id INT, n INT, PRIMARY KEY (id) NOT ENFORCED) "
            + "TBLPROPERTIES ('bucket'='2')",
        table);
    assertThat(keyProperties(table)).containsEntry(KeyHistory.SINCE, "2");
    sql("INSERT OVERWRITE %s VALUES (3, 3)", table);
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(3, 3));
    sql("INSERT OVERWRITE %s SELECT * FROM %s WHERE false", table, table);
    assertThat(sql("SELECT * FROM %s", table)).isEmpty();
  }

  private Map<String, String> keyProperties(String table) {
    Map<String, String> properties = new TreeMap<>(iceberg(table).properties());
    properties
        .keySet()
        .removeIf(property -> property.matches("(write|commit|gc|blob|current|format|owner).*"));
    return properties;
  }
}
