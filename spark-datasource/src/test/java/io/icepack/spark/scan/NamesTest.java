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
import io.icepack.spark.testing.TableFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that mean something else in a URI, a glob or a partition path. */
class NamesTest extends SparkTest {

  private static final List<String> PARTITIONS =
      List.of(
          "a b (2).jpg",
          "50%.jpg",
          "x#y.png",
          "%20",
          "q?z",
          "a+b",
          "画像",
          "k=v/1",
          "*",
          "[a]{b}",
          "..",
          "\\\\",
          "");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "a b (2).jpg",
        "50%.jpg",
        "x#y.png",
        "%20",
        "q?z",
        "a+b",
        "画像 絵",
        "k=v",
        "&amp;"
      })
  void writesAndReadsUnderOddNames(String name) {
    configure("odd", directory.resolve("w " + name).toString());
    sql("CREATE NAMESPACE IF NOT EXISTS odd.db");
    String table = "odd.db.`" + name + "`";
    sql("DROP TABLE IF EXISTS %s", table);
    spark.sql(
        "CREATE TABLE "
            + table
            + " (id INT, part STRING, pic BINARY COMMENT '__BLOB_FIELD') "
            + "PARTITIONED BY (part) TBLPROPERTIES ('write.spark.fanout.enabled'='true', "
            + "'write.distribution-mode'='none')");
    StringBuilder values = new StringBuilder("(0, NULL, X'FF')");
    for (int i = 0; i < PARTITIONS.size(); i++) {
      values.append(", (%s, '%s', X'%02X')".formatted(i + 1, PARTITIONS.get(i), i + 1));
    }
    spark.sql("INSERT INTO " + table + " VALUES " + values);
    spark.sql("UPDATE " + table + " SET id = id + 100 WHERE id > 0");
    spark.sql("DELETE FROM " + table + " WHERE pic = X'FF'");
    assertThat(rows(spark.sql("SELECT id, pic FROM " + table + " ORDER BY id").collectAsList()))
        .hasSize(PARTITIONS.size())
        .allSatisfy(
            row -> assertThat(row.get(1)).isEqualTo("%02X".formatted((int) row.get(0) - 100)));
    assertThat(
            rows(spark.sql("SELECT pic FROM " + table + " WHERE part = 'k=v/1'").collectAsList()))
        .containsExactly(row("08"));
    assertThat(rows(spark.sql("SELECT DISTINCT _blobs.pic.uri FROM " + table).collectAsList()))
        .allSatisfy(row -> assertThat(Files.exists(Path.of((String) row.get(0)))).isTrue());
    for (List<Object> file :
        rows(spark.sql("SELECT DISTINCT _file FROM " + table).collectAsList())) {
      assertThat(TableFiles.references((String) file.get(0)))
          .hasSize(1)
          .allSatisfy(pack -> assertThat(Files.exists(Path.of(pack))).isTrue());
    }
  }
}
