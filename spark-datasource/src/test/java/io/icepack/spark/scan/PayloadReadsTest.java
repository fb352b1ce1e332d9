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
package io.icepack.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A query reads the payloads that its result needs, and no others: of an append table, of one with
 * partitions, and of one with a primary key whose rows are all there in an older version, too.
 */
class PayloadReadsTest extends SparkTest {

  private static final List<String> TABLES = List.of("lake.db.t", "lake.db.p", "lake.db.k");

  @BeforeAll
  void createTables() {
    for (String table : TABLES) {
      sql(
          "CREATE TABLE %s (id INT, name STRING, kind STRING, pic BINARY COMMENT '__BLOB_FIELD', "
              + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
              + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD'%s)%s",
          table,
          table.endsWith("k") ? ", PRIMARY KEY (id) NOT ENFORCED" : "",
          table.endsWith("p") ? " PARTITIONED BY (kind)" : "");
      if (table.endsWith("k")) {
        sql(
            "INSERT INTO %s SELECT int(id), 'n4', 'even', X'00', array(X'00'), map('k', X'00') "
                + "FROM range(100)",
            table);
      }
      sql(
          "INSERT INTO %s SELECT /*+ COALESCE(1) */ id, concat('n', id), "
              + "CASE WHEN id %% 2 = 0 THEN 'even' ELSE 'odd' END, "
              + "CASE WHEN id %% 10 < 9 THEN cast(repeat('x', 1000 + id) AS BINARY) END, "
              + "CASE WHEN id < 50 THEN array(X'01', NULL) END, map('k', X'0203') "
              + "FROM (SELECT int(id) AS id FROM range(100))",
          table);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT count(*) FROM T|100",
        "SELECT count(id) FROM T|100",
        "SELECT count(name) FROM T WHERE id > 9|90",
        "SELECT count(*) FROM (SELECT * FROM T WHERE rand() < 2)|100",
        "SELECT count(*) FROM T WHERE pic IS NOT NULL|90",
        "SELECT count(*) FROM T WHERE pic IS NULL|10",
        "SELECT count(*) FROM T WHERE imgs IS NULL|50",
        "SELECT count(*) FROM T WHERE imgs IS NOT NULL AND pic IS NULL|5",
        "SELECT count(*) FROM T WHERE m IS NOT NULL AND id < 7|7",
        "SELECT count(*) FROM T WHERE pic IS NULL AND pic IS NOT NULL|0",
        "SELECT count(*) FROM T WHERE pic <=> NULL|10",
        "SELECT max(id) FROM T WHERE pic IS NOT NULL|98",
        "SELECT sum(_blobs.pic.size) FROM T|94410",
        "SELECT count(*) FROM T WHERE _blobs.pic.size > 1050|44",
        "SELECT count(*) FROM T WHERE _blobs.imgs IS NULL|50",
        "SELECT count(DISTINCT _blobs.pic.uri) FROM T|1",
        "SELECT count(*) FROM (SELECT id FROM T ORDER BY id)|100",
        "SELECT count(*) FROM (SELECT kind, count(*) FROM T GROUP BY kind)|2",
        "SELECT count(*) FROM T a JOIN T b ON a.id = b.id WHERE a.pic IS NULL|10",
        "SELECT count(*) FROM T WHERE id IN (SELECT id FROM T WHERE pic IS NULL)|10",
        "SELECT count(*) FROM (SELECT id FROM T UNION SELECT id FROM T)|100",
        "SELECT sum(length(pic)) FROM T|94410",
        "SELECT sum(octet_length(pic)) FROM T WHERE upper(name) <> 'N4'|93406",
        "SELECT count(*) FROM T WHERE length(pic) > 1050|44",
        "SELECT count(*) FROM T WHERE coalesce(length(pic), -1) < 0|10",
        "SELECT count(*) FROM T a JOIN T b ON length(a.pic) = length(b.pic)|90",
        "SELECT sum(int(pic IS NULL)) FROM T|10",
        "SELECT count(pic) FROM T|90",
        "SELECT count(PIC) FROM T WHERE upper(name) <> 'N4'|89",
        "SELECT count(pic, imgs, id) FROM T|45",
        "SELECT count(DISTINCT pic IS NULL) FROM T|2",
        "SELECT sum(n) FROM (SELECT kind, count(pic) AS n FROM T GROUP BY kind)|90",
        "SELECT count(*) FROM (SELECT pic IS NULL, count(*) FROM T GROUP BY pic IS NULL)|2",
        "SELECT count(*) FROM T WHERE pic IS NULL OR id = 4|11",
        "SELECT count(*) FROM T WHERE pic IS NULL OR upper(name) = 'N4'|11",
        "SELECT count(*) FROM T WHERE (imgs IS NULL) = (pic IS NULL)|50",
        "SELECT sum(size(imgs)) FROM T WHERE imgs IS NOT NULL|100",
        "SELECT sum(coalesce(array_size(imgs), 1000)) FROM T|50100",
        "SELECT count(*) FROM T WHERE array_contains(map_keys(m), 'k')|100",
        "SELECT count(*) FROM T WHERE map_contains_key(m, 'k')|100",
        "SELECT sum(nvl2(pic, 1, 2)) FROM T|110",
        "SELECT sum(CASE WHEN pic IS NULL THEN id ELSE 0 END) FROM T|540",
        "SELECT count_if(pic IS NULL) OVER () FROM T LIMIT 1|10",
        "SELECT count(x) FROM (SELECT id, pic AS x FROM T)|90",
        "SELECT count(x) FROM (SELECT id, pic AS x FROM T ORDER BY id LIMIT 10)|9",
        "SELECT count(y) FROM (SELECT id, x AS y FROM (SELECT id, pic AS x FROM T LIMIT 9) LIMIT 8)|8",
        "SELECT count(b.pic) FROM T a LEFT JOIN T b ON a.id = b.id AND b.id < 10|9",
        "SELECT count(*) FROM T a LEFT JOIN T b ON a.id = b.id AND b.id < 10 WHERE b.pic IS NULL|91",
        "SELECT count(*) FROM T WHERE id IN (SELECT id FROM T WHERE upper(name) = 'N9' OR pic IS NULL)|10",
        "SELECT sum(int(x)) FROM (SELECT pic IS NULL AS x FROM T UNION ALL SELECT m IS NULL FROM T)|10"
      })
  void readsNoPayload(String query, long expected) {
    for (String table : TABLES) {
      StorageProbe.reset();
      assertThat(((Number) scalar(query.replaceAll("\\bT\\b", table))).longValue())
          .isEqualTo(expected);
      assertThat(StorageProbe.payloadBytesRead()).as(table).isZero();
      assertThat(StorageProbe.count(StorageProbe.Operation.OPEN, "_blobs/")).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT pic FROM T WHERE name = 'n4'|1|1004",
        "SELECT pic FROM T WHERE name = 'n4' AND kind = 'even'|1|1004",
        "SELECT pic FROM T WHERE kind = 'even' AND name LIKE 'n4%' AND id < 10|1|1004",
        "SELECT pic FROM T WHERE id IN (4, 6)|2|2010",
        "SELECT pic FROM T WHERE id = 4 OR name = 'n6'|2|2010",
        "SELECT pic FROM T WHERE NOT (id <> 4)|1|1004",
        "SELECT PIC FROM T WHERE NAME = 'n4' AND PIC IS NOT NULL|1|1004",
        "SELECT pic FROM T WHERE pic IS NULL|10|0",
        "SELECT pic FROM T WHERE _blobs.pic.size = 1004|1|1004",
        "SELECT m FROM T WHERE _blobs.pic IS NULL AND id < 10|1|2",
        "SELECT imgs, pic IS NULL FROM T WHERE id = 4|1|1",
        "SELECT pic, pic IS NULL, size(imgs) FROM T WHERE id = 4|1|1004",
        "SELECT count(DISTINCT pic) FROM T WHERE id IN (4, 9)|1|1004",
        "SELECT imgs FROM T WHERE id = 4|1|1",
        "SELECT m['k'] FROM T WHERE id = 4|1|2",
        "SELECT pic, imgs FROM T WHERE id = 4|1|1005",
        "SELECT * FROM T WHERE id = 4|1|1007",
        "SELECT pic FROM T WHERE id = 4 LIMIT 1|1|1004",
        "SELECT pic FROM T WHERE id = 1234|0|0",
        "SELECT pic FROM T WHERE false|0|0",
        "SELECT a.pic FROM T a JOIN T b ON a.id = b.id WHERE b.id = 4|1|1004"
      })
  void readsOnlySelectedPayloads(String query, int rows, long bytes) {
    for (String table : TABLES) {
      StorageProbe.reset();
      assertThat(sql(query.replaceAll("\\bT\\b", table))).hasSize(rows);
      assertThat(StorageProbe.payloadBytesRead()).as(table).isEqualTo(bytes);
    }
  }

  @Test
  void readsOneOfAHundred() {
    assertThat(sql("SELECT bit_length(pic) FROM lake.db.t WHERE name = 'n42'"))
        .containsExactly(row(8 * 1042));
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(1042);
    assertThat(StorageProbe.count(StorageProbe.Operation.OPEN, "_blobs/")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lake.db.t", "lake.db.p", "lake.db.k"})
  void readsAtMostOnePayloadForALimitOfOne(String table) {
    assertThat(sql("SELECT pic FROM %s LIMIT 1", table)).hasSize(1);
    assertThat(StorageProbe.payloadBytesRead()).isLessThanOrEqualTo(1098);
    StorageProbe.reset();
    assertThat(spark.table(table).select("pic").head()).isNotNull();
    assertThat(StorageProbe.payloadBytesRead()).isLessThanOrEqualTo(1098);
  }

  @Test
  void shufflesAndSortsWithoutPayloads() {
    assertThat(sql("SELECT kind, count(*) FROM lake.db.t GROUP BY kind ORDER BY kind"))
        .containsExactly(row("even", 50L), row("odd", 50L));
    assertThat(spark.table("lake.db.t").orderBy("id").select("id").collectAsList()).hasSize(100);
    assertThat(StorageProbe.payloadBytesRead()).isZero();
  }
}
