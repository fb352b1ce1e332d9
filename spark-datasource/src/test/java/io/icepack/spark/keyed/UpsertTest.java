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

/** INSERT into primary-key tables, and reading what it makes of older rows. */
class UpsertTest extends SparkTest {

  private static final String COLUMNS =
      "(id INT NOT NULL, name STRING, pic BINARY COMMENT '__BLOB_FIELD', "
          + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
          + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED) ";

  @Test
  void keepsTheNewestRowOfEachKey() {
    String table = create(COLUMNS);
    sql(
        "INSERT INTO %s VALUES (1, 'a', X'AA', array(X'01'), map('k', X'02')), (2, 'b', X'BB', NULL, NULL)",
        table);
    sql("INSERT INTO %s VALUES (2, 'c', X'CC', array(), NULL), (3, 'd', NULL, NULL, NULL)", table);
    assertThat(sql("SELECT id, name, pic FROM %s ORDER BY id", table))
        .containsExactly(row(1, "a", "AA"), row(2, "c", "CC"), row(3, "d", null));
    assertThat(sql("SELECT count(*) FROM %s", table)).containsExactly(row(3L));
    assertThat(sql("SELECT id FROM %s WHERE name = 'b'", table)).isEmpty();
    assertThat(sql("SELECT name, _blobs.pic.size FROM %s WHERE id = 2", table))
        .containsExactly(row("c", 1L));
  }

  @Test
  void keepsTheLastOfSeveralRowsInOneStatement() {
    String table = create(COLUMNS);
    sql("INSERT INTO %s (id, name) VALUES (1, 'a'), (2, 'b'), (1, 'c'), (1, 'd')", table);
    assertThat(sql("SELECT id, name FROM %s ORDER BY id", table))
        .containsExactly(row(1, "d"), row(2, "b"));
  }

  @Test
  void updatesDeletesAndMerges() {
    String table = create(COLUMNS);
    sql(
        "INSERT INTO %s (id, name, pic) VALUES (1, 'a', X'AA'), (2, 'b', X'BB'), (3, 'c', X'CC')",
        table);
    sql("UPDATE %s SET name = 'z' WHERE id = 2", table);
    sql("DELETE FROM %s WHERE name = 'a'", table);
    sql(
        "MERGE INTO %s t USING (SELECT * FROM VALUES (2, 'm'), (3, 'n'), (4, 'o') AS v(id, name)) s "
            + "ON t.id = s.id WHEN MATCHED AND s.id = 3 THEN DELETE WHEN MATCHED THEN UPDATE SET name = s.name "
            + "WHEN NOT MATCHED THEN INSERT (id, name, pic) VALUES (s.id, s.name, X'DD')",
        table);
    assertThat(sql("SELECT id, name, pic FROM %s ORDER BY id", table))
        .containsExactly(row(2, "m", "BB"), row(4, "o", "DD"));
  }

  @Test
  void writesToPartitionsAndBuckets() {
    String table =
        create(
            "(p STRING NOT NULL, id BIGINT NOT NULL, v INT, pic BINARY COMMENT '__BLOB_FIELD', "
                + "PRIMARY KEY (p, id) NOT ENFORCED) PARTITIONED BY (p) "
                + "TBLPROPERTIES ('bucket'='4')");
    for (int i = 0; i < 3; i++) {
      sql(
          "INSERT INTO %s SELECT string(id %% 2), id, %s, cast(string(id + %s) AS BINARY) FROM range(%s, 100)",
          table, i, i, i * 30);
    }
    assertThat(
            sql("SELECT count(*), sum(v), count_if(string(pic) = string(id + v)) FROM %s", table))
        .containsExactly(row(100L, 30L + 80L, 100L));
  }

  @Test
  void isRightForAStockReader() {
    String table = create(COLUMNS);
    sql("INSERT INTO %s (id, name) VALUES (1, 'a'), (2, 'b')", table);
    sql("INSERT INTO %s (id, name) VALUES (2, 'c'), (3, 'd')", table);
    sql("DELETE FROM %s WHERE id = 1", table);
    spark.conf().set("spark.sql.catalog.stock", "org.apache.iceberg.spark.SparkCatalog");
    spark.conf().set("spark.sql.catalog.stock.type", "hadoop");
    spark.conf().set("spark.sql.catalog.stock.warehouse", warehouse());
    assertThat(sql("SELECT id, name FROM %s ORDER BY id", table.replace("lake.", "stock.")))
        .containsExactly(row(2, "c"), row(3, "d"));
  }
}
