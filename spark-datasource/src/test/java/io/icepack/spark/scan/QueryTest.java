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
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries that move, repeat, compare and cache payloads. */
class QueryTest extends SparkTest {

  @BeforeAll
  void createTables() {
    sql(
        "CREATE TABLE lake.db.t (id INT, part STRING, pic BINARY COMMENT '__BLOB_FIELD') "
            + "PARTITIONED BY (part)");
    sql(
        "INSERT INTO lake.db.t SELECT int(id), CASE WHEN id < 5 THEN 'low' ELSE 'high' END, "
            + "cast(repeat(string(id), 100) AS BINARY) FROM range(10)");
    sql("CREATE TABLE lake.db.small (part STRING, label STRING)");
    sql("INSERT INTO lake.db.small VALUES ('low', 'x'), ('high', 'y')");
    sql("CREATE OR REPLACE TEMPORARY VIEW three AS SELECT * FROM VALUES (1), (2), (3) AS v(n)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT count(*) FROM lake.db.t, three WHERE pic = cast(repeat(string(id), 100) AS BINARY)|30",
        "SELECT count(DISTINCT pic) FROM lake.db.t, three|10",
        "SELECT count(*) FROM lake.db.t a JOIN lake.db.t b ON a.pic = b.pic AND a.id = b.id|10",
        "SELECT count(*) FROM lake.db.t a LEFT JOIN lake.db.t b ON a.id = b.id + 8 WHERE b.pic IS NULL|8",
        "SELECT count(*) FROM lake.db.t WHERE pic IN (SELECT pic FROM lake.db.t WHERE id > 6)|3",
        "SELECT count(*) FROM lake.db.t WHERE pic NOT IN (SELECT pic FROM lake.db.t WHERE id > 6)|7",
        "SELECT count(*) FROM lake.db.t t WHERE EXISTS (SELECT 1 FROM lake.db.t s WHERE s.pic = t.pic AND s.id < 4)|4",
        "SELECT length((SELECT max(pic) FROM lake.db.t))|100",
        "SELECT count(*) FROM (SELECT pic FROM lake.db.t UNION SELECT pic FROM lake.db.t)|10",
        "SELECT count(*) FROM (SELECT pic FROM lake.db.t UNION ALL SELECT pic FROM lake.db.t)|20",
        "SELECT count(*) FROM (SELECT pic FROM lake.db.t EXCEPT SELECT pic FROM lake.db.t WHERE part = 'low')|5",
        "SELECT count(*) FROM (SELECT pic FROM lake.db.t INTERSECT SELECT pic FROM lake.db.t WHERE part = 'low')|5",
        "SELECT count(*) FROM (SELECT lag(pic) OVER (ORDER BY id) AS p, pic FROM lake.db.t) WHERE p < pic|9",
        "SELECT sum(length(pic)) FROM (SELECT pic FROM lake.db.t ORDER BY pic DESC LIMIT 3)|300",
        "SELECT count(*) FROM (SELECT part, collect_set(pic) AS s FROM lake.db.t GROUP BY part) WHERE size(s) = 5|2",
        "SELECT sum(length(pic)) FROM lake.db.t TABLESAMPLE (100 PERCENT)|1000",
        "WITH c AS (SELECT * FROM lake.db.t WHERE id < 3) SELECT count(*) FROM c a JOIN c b ON a.pic = b.pic|3",
        "SELECT count(*) FROM lake.db.t PIVOT (max(pic) FOR part IN ('low' AS l, 'high' AS h)) WHERE length(l) = 100 OR length(h) = 100|10",
        "SELECT count_if(sha2(PIC, 256) = sha2(cast(repeat(string(ID), 100) AS BINARY), 256)) FROM lake.db.t|10"
      })
  void comesToTheRightNumber(String query, long expected) {
    for (String adaptive : new String[] {"true", "false"}) {
      spark.conf().set("spark.sql.adaptive.enabled", adaptive);
      assertThat(((Number) scalar(query)).longValue()).as(adaptive).isEqualTo(expected);
    }
    spark.conf().unset("spark.sql.adaptive.enabled");
  }

  @Test
  void filtersOnPlainArraysAndMapsBesidePayloads() {
    String table =
        create(
            "(id INT, pic BINARY COMMENT '__BLOB_FIELD', tags ARRAY<STRING>, "
                + "props MAP<STRING, INT>, place STRUCT<names: ARRAY<STRING>>)");
    sql(
        "INSERT INTO %s VALUES (1, X'01', array('a', NULL), map('x', 1), "
            + "named_struct('names', array('n'))), (2, X'02', NULL, NULL, NULL), "
            + "(3, X'03', array(), map(), named_struct('names', NULL))",
        table);
    assertThat(sql("SELECT pic, explode(tags) FROM %s", table))
        .containsExactlyInAnyOrder(row("01", "a"), row("01", null));
    assertThat(sql("SELECT pic FROM %s WHERE tags IS NULL AND props IS NULL", table))
        .containsExactly(row("02"));
    assertThat(sql("SELECT pic FROM %s WHERE map_contains_key(props, 'x')", table))
        .containsExactly(row("01"));
    assertThat(sql("SELECT pic FROM %s WHERE place.names IS NULL AND tags IS NOT NULL", table))
        .containsExactly(row("03"));
    sql("UPDATE %s SET pic = X'09' WHERE array_contains(tags, 'a')", table);
    assertThat(sql("SELECT pic FROM %s WHERE get(tags, 0) = 'a'", table))
        .containsExactly(row("09"));
  }

  @Test
  void prunesPartitionsWhileItRuns() {
    sql("SELECT 1");
    StorageProbe.reset();
    assertThat(
            sql(
                "SELECT sum(bit_length(t.pic)) FROM lake.db.t t JOIN lake.db.small s ON t.part = s.part "
                    + "WHERE s.label = 'x'"))
        .containsExactly(row(4000L));
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(500);
  }

  @Test
  void joinsByBucketsWithoutAShuffle() {
    String left =
        create("(id INT, pic BINARY COMMENT '__BLOB_FIELD') PARTITIONED BY (bucket(4, id))");
    String right =
        create("(id INT, thumb BINARY COMMENT '__BLOB_FIELD') PARTITIONED BY (bucket(4, id))");
    sql("INSERT INTO %s SELECT id, pic FROM lake.db.t", left);
    sql("INSERT INTO %s SELECT id, pic FROM lake.db.t WHERE id > 2", right);
    Map<String, String> settings =
        Map.of(
            "spark.sql.sources.v2.bucketing.enabled", "true",
            "spark.sql.iceberg.planning.preserve-data-grouping", "true",
            "spark.sql.autoBroadcastJoinThreshold", "-1",
            "spark.sql.sources.v2.bucketing.pushPartValues.enabled", "true");
    settings.forEach(spark.conf()::set);
    try {
      Dataset<Row> joined =
          spark.sql(
              "SELECT a.id, a.pic, b.thumb FROM %s a JOIN %s b ON a.id = b.id"
                  .formatted(left, right));
      assertThat(joined.queryExecution().executedPlan().toString()).doesNotContain("Exchange hash");
      assertThat(
              joined
                  .filter("pic = thumb AND pic = cast(repeat(string(id), 100) AS BINARY)")
                  .count())
          .isEqualTo(7);
    } finally {
      settings.keySet().forEach(spark.conf()::unset);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"MEMORY_ONLY", "DISK_ONLY"})
  void cachesPayloads(String level) {
    spark.sql("CACHE TABLE c OPTIONS ('storageLevel' '" + level + "') AS SELECT * FROM lake.db.t");
    StorageProbe.reset();
    assertThat(sql("SELECT count_if(pic = cast(repeat(string(id), 100) AS BINARY)) FROM c"))
        .containsExactly(row(10L));
    assertThat(StorageProbe.payloadBytesRead()).isZero();
    sql("UNCACHE TABLE c");
    sql("DROP VIEW IF EXISTS c");
  }

  @Test
  void tellsNamesApartWhereAsked() {
    spark.conf().set("spark.sql.caseSensitive", "true");
    try {
      String table =
          create("(id INT, pic BINARY COMMENT '__BLOB_FIELD', PIC BINARY COMMENT '__BLOB_FIELD')");
      sql("INSERT INTO %s VALUES (1, X'AA', X'BB')", table);
      assertThat(sql("SELECT PIC, pic, _blobs.PIC.size FROM %s WHERE PIC IS NOT NULL", table))
          .containsExactly(row("BB", "AA", 1L));
      sql("UPDATE %s SET pic = PIC", table);
      assertThat(sql("SELECT PIC, pic FROM %s", table)).containsExactly(row("BB", "BB"));
    } finally {
      spark.conf().unset("spark.sql.caseSensitive");
    }
  }

  @Test
  void readsUnderANameInOtherCase() {
    assertThat(
            sql(
                "SELECT t.PIC IS NULL, _BLOBS.Pic.Size FROM lake.db.t WHERE ID = 3 AND Part = 'low'"))
        .containsExactly(row(false, 100L));
    sql("UPDATE lake.db.t SET Part = PART, PIC = pic WHERE iD = 3");
    assertThat(sql("SELECT length(PIC) FROM lake.db.t WHERE id = 3")).containsExactly(row(100));
  }

  @Test
  void evaluatesWithoutGeneratedCode() {
    spark.conf().set("spark.sql.codegen.wholeStage", "false");
    spark.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
    try {
      assertThat(sql("SELECT count_if(bit_length(pic) = 800 AND length(pic) = 100) FROM lake.db.t"))
          .containsExactly(row(10L));
      sql("UPDATE lake.db.t SET id = id + 0 WHERE length(pic) = 99");
    } finally {
      spark.conf().unset("spark.sql.codegen.wholeStage");
      spark.conf().unset("spark.sql.codegen.factoryMode");
    }
  }

  @Test
  void takesBothZerosForOne() {
    String table = create("(id INT, d DOUBLE, f FLOAT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO %s VALUES (1, -0.0D, float('-0.0'), X'01'), (2, 0.0D, float(0), X'02'), "
            + "(3, double('NaN'), float('NaN'), X'03'), (4, 5, 5, X'04')",
        table);
    Map<String, String> expected =
        Map.of(
            "d = 0", "0102",
            "d = -0.0D", "0102",
            "f IN (0, 5)", "010204",
            "d >= 0", "01020304",
            "f <= float('-0.0')", "0102",
            "d < 0", "",
            "d > -0.0D", "0304",
            "d NOT IN (0, 5)", "03");
    expected.forEach(
        (filter, pics) ->
            assertThat(
                    sql("SELECT pic FROM %s WHERE %s ORDER BY id", table, filter).stream()
                        .map(row -> (String) row.get(0))
                        .collect(Collectors.joining()))
                .as(filter)
                .isEqualTo(pics));
  }
}
