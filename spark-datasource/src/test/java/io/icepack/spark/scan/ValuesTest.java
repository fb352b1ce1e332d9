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
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every shape keeps null, empty and zero bytes apart, in packs and inline, on every way out. */
class ValuesTest extends SparkTest {

  private static final List<List<Object>> PICS =
      List.of(
          row(1, "AA", 1),
          row(2, null, null),
          row(3, "", 0),
          row(4, "BB", 1),
          row(5, "", 0),
          row(6, null, null),
          row(7, "CCCC", 2));

  @ParameterizedTest
  @CsvSource({"0,", "1,", "1 kb,", "0,id", "1 kb,id"})
  void keepsScalars(String inlineThreshold, String key) {
    String table =
        create(
            "(id INT, pic BINARY COMMENT '__BLOB_FIELD'"
                + primaryKey(key)
                + ") TBLPROPERTIES ('blob.inline-threshold'='"
                + inlineThreshold
                + "')");
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES (1, X'AA'), (2, NULL), (3, X''), "
            + "(4, X'BB'), (5, X''), (6, NULL), (7, X'CCCC')",
        table);
    assertPics(table, PICS);
    sql("DELETE FROM %s WHERE id = 2", table);
    List<List<Object>> left = new ArrayList<>(PICS);
    left.remove(1);
    assertPics(table, left);
    sql("DELETE FROM %s WHERE pic IS NULL", table);
    left.remove(4);
    assertPics(table, left);
    sql("DELETE FROM %s WHERE pic = X''", table);
    assertPics(table, List.of(PICS.get(0), PICS.get(3), PICS.get(6)));
  }

  private static String primaryKey(String column) {
    return column == null ? "" : ", PRIMARY KEY (" + column + ") NOT ENFORCED";
  }

  private void assertPics(String table, List<List<Object>> expected) {
    Dataset<Row> pics = spark.sql("SELECT id, pic, length(pic) FROM " + table + " ORDER BY id");
    assertThat(rows(pics.collectAsList())).isEqualTo(expected);
    List<Row> iterated = new ArrayList<>();
    pics.toLocalIterator().forEachRemaining(iterated::add);
    assertThat(rows(iterated)).isEqualTo(expected);
    Dataset<Row> cached = spark.table(table).cache();
    assertThat(rows(cached.selectExpr("id", "pic", "length(pic)").orderBy("id").collectAsList()))
        .isEqualTo(expected);
    cached.unpersist(true);
    assertThat(
            rows(
                spark
                    .table(table)
                    .repartition(3)
                    .selectExpr("id", "pic", "length(pic)")
                    .orderBy("id")
                    .collectAsList()))
        .isEqualTo(expected);
    assertThat(sql("SELECT id FROM %s WHERE pic IS NULL ORDER BY id", table))
        .isEqualTo(
            expected.stream().filter(r -> r.get(1) == null).map(r -> row(r.get(0))).toList());
    assertThat(sql("SELECT id, _blobs.pic.size FROM %s ORDER BY id", table))
        .isEqualTo(
            expected.stream()
                .map(r -> row(r.get(0), r.get(2) == null ? null : Long.valueOf((int) r.get(2))))
                .toList());
  }

  @ParameterizedTest
  @CsvSource({"0,", "1 kb,", "0,id"})
  void keepsCollections(String inlineThreshold, String key) {
    String table =
        create(
            "(id INT, name STRING, imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
                + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD'"
                + primaryKey(key)
                + ") TBLPROPERTIES ('blob.inline-threshold'='"
                + inlineThreshold
                + "')");
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES "
            + "(1, 'a', array(X'01', NULL, X''), map('a', X'01', 'n', NULL, 'e', X'')), "
            + "(2, 'b', array(), map()), "
            + "(3, 'c', NULL, NULL), "
            + "(4, 'd', array(NULL, NULL), map('x', NULL)), "
            + "(5, 'e', array(X'', X'0505'), map('y', X'06'))",
        table);
    assertCollections(table);
    sql("UPDATE %s SET name = upper(name)", table);
    assertCollections(table);
    sql(
        "UPDATE %s SET name = hex(get(imgs, 0)) WHERE size(m) > 0 AND get(imgs, 0) IS NOT NULL",
        table);
    assertCollections(table);
  }

  private void assertCollections(String table) {
    assertThat(sql("SELECT id, imgs, m FROM %s ORDER BY id", table))
        .hasToString(
            "[[1, [01, null, ], {a=01, n=null, e=}], [2, [], {}], [3, null, null], "
                + "[4, [null, null], {x=null}], [5, [, 0505], {y=06}]]");
    assertThat(
            sql("SELECT id, size(imgs), size(m) FROM %s WHERE imgs IS NOT NULL ORDER BY id", table))
        .containsExactly(row(1, 3, 3), row(2, 0, 0), row(4, 2, 1), row(5, 2, 1));
    assertThat(sql("SELECT id FROM %s WHERE m IS NULL", table)).containsExactly(row(3));
    assertThat(sql("SELECT _blobs.imgs.size, _blobs.m['e'].size FROM %s ORDER BY id", table))
        .containsExactly(
            row(row(1L, null, 0L), 0L),
            row(row(), null),
            row(null, null),
            row(row(null, null), null),
            row(row(0L, 2L), null));
    assertThat(sql("SELECT id, posexplode(imgs) FROM %s ORDER BY id, pos", table))
        .containsExactly(
            row(1, 0, "01"),
            row(1, 1, null),
            row(1, 2, ""),
            row(4, 0, null),
            row(4, 1, null),
            row(5, 0, ""),
            row(5, 1, "0505"));
  }
}
