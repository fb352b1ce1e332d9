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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Iceberg's own {@code FileIO}s, which other tests replace by one that is watched. */
class StockFileIoTest extends SparkTest {

  private void configureStock(String warehouse, String io) {
    String catalog = "stock" + Math.abs((warehouse + io).hashCode());
    String prefix = "spark.sql.catalog." + catalog;
    spark.conf().set(prefix, "io.icepack.spark.IcepackCatalog");
    spark.conf().set(prefix + ".type", "hadoop");
    spark.conf().set(prefix + ".warehouse", warehouse);
    spark.conf().set(prefix + ".io-impl", io);
    sql("CREATE NAMESPACE IF NOT EXISTS %s.db", catalog);
    sql("USE %s.db", catalog);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"org.apache.iceberg.hadoop.HadoopFileIO", "org.apache.iceberg.io.ResolvingFileIO"})
  void readsAndWrites(String io) throws IOException {
    String path = directory.resolve("stock " + io).toString();
    for (String warehouse : new String[] {path, "file:" + path, "file://" + path}) {
      configureStock(warehouse, io);
      sql("DROP TABLE IF EXISTS t");
      sql(
          "CREATE TABLE t (id INT, pic BINARY COMMENT '__BLOB_FIELD', "
              + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD')");
      sql(
          "INSERT INTO t SELECT id, cast(rpad(string(id), 5000, 'x') AS BINARY), "
              + "array(cast(string(id) AS BINARY), NULL, X'') FROM range(0, 200, 1, 2)");
      sql("UPDATE t SET id = id + 1000 WHERE id % 2 = 0");
      sql("DELETE FROM t WHERE imgs[0] = cast('7' AS BINARY)");
      sql(
          "MERGE INTO t USING (SELECT 1 AS id, X'01' AS pic) s ON t.id = s.id "
              + "WHEN MATCHED THEN UPDATE SET pic = s.pic");
      assertThat(
              sql(
                  "SELECT count(*), count_if(pic = cast(rpad(string(id % 1000), 5000, 'x') AS "
                      + "BINARY)), count_if(imgs[0] = cast(string(id % 1000) AS BINARY)) FROM t"))
          .containsExactly(row(199L, 198L, 199L));
      assertThat(sql("SELECT pic FROM t WHERE id = 1")).containsExactly(row("01"));
    }
    Path pack =
        Path.of(
            ((String) scalar("SELECT _blobs.pic.uri FROM t WHERE id = 3"))
                .replaceFirst("^file:(//)?", ""));
    Files.delete(pack);
    assertThatThrownBy(() -> sql("SELECT pic FROM t WHERE id = 3"))
        .hasStackTraceContaining("Cannot read 5000 bytes at ")
        .hasStackTraceContaining("there is no such object");
    sql("USE lake.db");
  }
}
