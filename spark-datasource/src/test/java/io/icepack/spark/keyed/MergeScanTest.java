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
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a scan of a primary-key table reads, and what it does not. */
class MergeScanTest extends SparkTest {

  private static final String T = "lake.db.t";

  @BeforeAll
  void createTable() {
    sql(
        "CREATE TABLE %s (id INT, name STRING, v INT, pic BINARY COMMENT '__BLOB_FIELD', "
            + "PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES ('bucket'='4')",
        T);
    sql(
        "INSERT INTO %s SELECT id, concat('n', id), 0, cast(string(id) AS BINARY) FROM range(100)",
        T);
    sql("ALTER TABLE %s CREATE TAG first", T);
    sql("INSERT INTO %s SELECT id, 'new', 1, cast('new' AS BINARY) FROM range(0, 100, 10)", T);
    sql("ALTER TABLE %s CREATE BRANCH side", T);
  }

  private long opened(String part) {
    return StorageProbe.count(Operation.OPEN, part);
  }

  @Test
  void readsOneBucketForAKey() {
    StorageProbe.reset();
    assertThat(sql("SELECT name, pic FROM %s WHERE id = 30", T))
        .containsExactly(row("new", "6E6577"));
    assertThat(opened("-unique.parquet")).isBetween(1L, 4L);
    assertThat(opened("_blobs/")).isEqualTo(1);
    StorageProbe.reset();
    assertThat(sql("SELECT name FROM %s WHERE id = -1", T)).isEmpty();
    assertThat(opened(".parquet")).isZero();
  }

  @Test
  void filtersOnValuesAfterTheMerge() {
    StorageProbe.reset();
    assertThat(sql("SELECT id FROM %s WHERE name = 'n10' OR v = 1 AND id < 5", T))
        .containsExactly(row(0));
    assertThat(sql("SELECT count(*) FROM %s WHERE v = 0", T)).containsExactly(row(90L));
    assertThat(opened("_blobs/")).isZero();
    assertThat(sql("SELECT string(pic) FROM %s WHERE v = 1 AND id = 0", T))
        .containsExactly(row("new"));
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(3);
  }

  @Test
  void readsNoPayloadsOfSupersededRows() {
    String table =
        create("(id INT, pic BINARY COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED)");
    String rows = "INSERT INTO %s SELECT id, cast(repeat(string(%s), 200000) AS BINARY) FROM %s";
    sql(rows, table, 1, "range(10)");
    sql(rows, table, 2, "range(0, 10, 3)");
    StorageProbe.reset();
    assertThat(
            sql("SELECT id, substring(string(pic), 1, 1), length(pic) FROM %s WHERE id < 3", table))
        .containsExactlyInAnyOrder(row(0, "2", 200000), row(1, "1", 200000), row(2, "1", 200000));
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(3 * 200000);
  }

  @Test
  void needsNoUpsertedKeysWhoseRowsAreThere() {
    StorageProbe.reset();
    assertThat(sql("SELECT sum(v) FROM %s", T)).containsExactly(row(10L));
    assertThat(opened("-upserts.parquet")).isZero();
  }

  @Test
  void countsRows() {
    assertThat(sql("SELECT count(*), count(pic), min(id), max(id) FROM %s", T))
        .containsExactly(row(100L, 100L, 0, 99));
    assertThat(sql("SELECT count(*) FROM (SELECT * FROM %s LIMIT 7)", T)).containsExactly(row(7L));
  }

  @Test
  void travelsInTime() {
    assertThat(sql("SELECT sum(v), count(*) FROM %s VERSION AS OF 'first'", T))
        .containsExactly(row(0L, 100L));
    assertThat(sql("SELECT string(pic) FROM %s VERSION AS OF 'first' WHERE id = 10", T))
        .containsExactly(row("10"));
    sql("INSERT INTO %s.branch_side VALUES (10, 'side', 5, X'AA'), (1000, 'side', 5, NULL)", T);
    assertThat(
            sql(
                "SELECT name, pic FROM %s VERSION AS OF 'side' WHERE id >= 10 AND v = 5 ORDER BY id",
                T))
        .containsExactly(row("side", "AA"), row("side", null));
    assertThat(sql("SELECT count(*) FROM %s WHERE v = 5", T)).containsExactly(row(0L));
  }

  @Test
  void showsDescriptors() {
    List<List<Object>> rows =
        sql("SELECT id, _blobs.pic.size FROM %s WHERE id IN (10, 11) ORDER BY id", T);
    assertThat(rows).containsExactly(row(10, 3L), row(11, 2L));
    Dataset<Row> descriptors =
        spark.read().option("blob-as-descriptor", true).table(T).where("id = 10").select("pic");
    assertThat(descriptors.collectAsList().get(0).<byte[]>getAs(0)).startsWith(2);
  }

  @Test
  void keepsTheOrderOfRowsAcrossFiles() {
    String table =
        create(
            "(id INT, name STRING, v INT, PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES ("
                + "'merge-engine'='partial-update', 'write.target-file-size-bytes'='1', "
                + "'write.object-storage.enabled'='true')");
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ int(id %% 1500), "
            + "CASE WHEN id < 1500 THEN 'a' WHEN id < 3000 THEN 'b' ELSE 'c' END, int(id) "
            + "FROM range(0, 4500, 1, 1)",
        table);
    assertThat((long) scalar("SELECT count(*) FROM %s.data_files", table)).isGreaterThan(3);
    assertThat(sql("SELECT count(*), count_if(name = 'c'), sum(v - id) FROM %s", table))
        .containsExactly(row(1500L, 1500L, 1500L * 3000));
  }

  @Test
  void readsARunWithoutMerging() {
    String table =
        create("(id INT, v INT, pic BINARY COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED)");
    sql("INSERT INTO %s SELECT id, id, NULL FROM range(10)", table);
    Dataset<Row> query = spark.sql("SELECT sum(v) FROM " + table);
    assertThat(query.queryExecution().executedPlan().toString())
        .contains("IcebergScan")
        .doesNotContain("merge(");
    assertThat(query.collectAsList().get(0).getLong(0)).isEqualTo(45);
    sql("INSERT INTO %s SELECT id, id, NULL FROM range(20, 30)", table);
    assertThat(spark.sql("SELECT sum(v) FROM " + table).queryExecution().executedPlan().toString())
        .doesNotContain("merge(");
    assertThat(sql("SELECT count(*), sum(v) FROM %s", table)).containsExactly(row(20L, 290L));
  }
}
