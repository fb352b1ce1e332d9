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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Readers reuse rows and what lies in them; what a query returns must not change with them. */
class RowReuseTest extends SparkTest {

  private static final String FITS =
      "sha2(pic, 256) = sha2(cast(repeat(string(id), 50) AS BINARY), 256)";

  @BeforeAll
  void createTable() {
    sql(
        "CREATE TABLE lake.db.t (id INT, name STRING, tags ARRAY<STRUCT<a: INT, b: STRING>>, "
            + "grid ARRAY<ARRAY<INT>>, props MAP<STRING, STRUCT<x: INT>>, "
            + "pic BINARY COMMENT '__BLOB_FIELD', imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
            + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO lake.db.t SELECT /*+ COALESCE(1) */ id, concat('n', id), "
            + "array(named_struct('a', id, 'b', string(id)), named_struct('a', -id, 'b', 'z')), "
            + "array(array(id), array(id, id)), map('k', named_struct('x', id)), "
            + "cast(repeat(id, 50) AS BINARY), "
            + "array(X'00', NULL, cast(string(id) AS BINARY)), "
            + "map('a', cast(string(id) AS BINARY)) FROM (SELECT int(id) AS id FROM range(100))");
  }

  @Test
  void keepsPayloadsWithTheirRows() {
    Dataset<Row> rows = spark.sql("SELECT id, pic, " + FITS + " AS fits FROM lake.db.t");
    assertThat(rows.filter("fits").count()).isEqualTo(100);
    assertFits(spark.sql("SELECT id, pic FROM lake.db.t").collectAsList());
    assertFits(spark.sql("SELECT id, pic FROM lake.db.t ORDER BY name DESC").collectAsList());
    List<Row> iterated = new ArrayList<>();
    spark.sql("SELECT id, pic FROM lake.db.t").toLocalIterator().forEachRemaining(iterated::add);
    assertFits(iterated);
    Dataset<Row> cached = spark.sql("SELECT id, pic FROM lake.db.t").cache();
    assertFits(cached.collectAsList());
    assertFits(cached.orderBy("pic").collectAsList());
    cached.unpersist(true);
  }

  @Test
  void keepsPayloadsInGroups() {
    assertThat(
            sql(
                "SELECT count(*) FROM (SELECT id % 7 AS g, collect_list(pic) AS pics, "
                    + "collect_list(id) AS ids FROM lake.db.t GROUP BY id % 7) "
                    + "WHERE forall(zip_with(pics, ids, (p, i) -> "
                    + "p = cast(repeat(i, 50) AS BINARY)), ok -> ok)"))
        .containsExactly(row(7L));
  }

  private static void assertFits(List<Row> rows) {
    assertThat(rows).hasSize(100);
    for (Row row : rows) {
      String expected = String.valueOf(row.getInt(0)).repeat(50);
      assertThat(new String((byte[]) row.get(1))).isEqualTo(expected);
    }
  }

  @Test
  void keepsNestedColumnsBesidePayloads() {
    assertNested("SELECT id, tags, grid, props, imgs[2], m['a'], pic FROM lake.db.t ORDER BY id");
    assertNested("SELECT id, tags, grid, props, imgs[2], m['a'] FROM lake.db.t ORDER BY id");
  }

  private void assertNested(String query) {
    List<List<Object>> rows = sql(query);
    for (int id : IntStream.range(0, 100).toArray()) {
      List<Object> row = rows.get(id);
      String hex = hex(String.valueOf(id));
      assertThat(row.subList(0, 6))
          .hasToString(
              "[%1$s, [[%1$s, %1$s], [%3$s, z]], [[%1$s], [%1$s, %1$s]], {k=[%1$s]}, %2$s, %2$s]"
                  .formatted(id, hex, -id));
    }
  }

  @Test
  void keepsDescriptorsBesidePayloads() {
    assertThat(
            sql(
                "SELECT count(DISTINCT _blobs.imgs[2].position), "
                    + "count_if(_blobs.imgs[2].size = length(imgs[2])), "
                    + "count_if(_blobs.m['a'].size = length(m['a'])) FROM lake.db.t"))
        .containsExactly(row(100L, 100L, 100L));
  }

  @Test
  void keepsValuesOfFilesWithDeletes() {
    String table =
        create(
            "(id INT, tags ARRAY<STRUCT<a: INT>>, imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
                + "pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s SELECT id, array(named_struct('a', id)), imgs, pic FROM lake.db.t", table);
    sql("DELETE FROM %s WHERE id %% 2 = 0", table);
    sql("UPDATE %s SET tags = array(named_struct('a', id), named_struct('a', -id))", table);
    assertThat(
            sql(
                "SELECT count(*), count_if(tags[0].a = id AND tags[1].a = -id "
                    + "AND imgs[2] = cast(string(id) AS BINARY) AND "
                    + FITS
                    + ") FROM %s",
                table))
        .containsExactly(row(50L, 50L));
  }

  @Test
  void namesTheFileOfEachRow() {
    sql("INSERT INTO lake.db.t (id, pic) SELECT id, X'AA' FROM range(1000, 1003)");
    sql("INSERT INTO lake.db.t (id, pic) VALUES (2000, NULL)");
    assertThat(
            sql(
                "SELECT count(*), count(DISTINCT f), count_if(f = g) FROM (SELECT pic, "
                    + "input_file_name() AS f, _file AS g FROM lake.db.t WHERE id >= 99)"))
        .hasToString("[[5, 4, 5]]");
    sql("DELETE FROM lake.db.t WHERE id >= 1000");
  }

  private static String hex(String text) {
    StringBuilder hex = new StringBuilder();
    text.chars().forEach(c -> hex.append(String.format("%02X", c)));
    return hex.toString();
  }
}
