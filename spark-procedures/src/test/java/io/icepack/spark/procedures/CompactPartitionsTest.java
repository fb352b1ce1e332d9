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
package io.icepack.spark.procedures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compaction respects partitions, partition evolution and sort orders. */
class CompactPartitionsTest extends ProcedureTest {

  private static final String PAIRS = "options => map('min-input-files', '2')";

  @Test
  void keepsOddPartitionValues() {
    List<String> names =
        List.of("k=v/1", "a b (2).jpg", "50%", "x#y", "%20", "q?z", "a+b", "画像", "", "..");
    sql(
        "CREATE TABLE lake.db.odd (id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD') "
            + "PARTITIONED BY (name)");
    String rows =
        Stream.concat(names.stream().map(name -> "'" + name + "'"), Stream.of("NULL"))
            .map(name -> "(1, " + name + ", X'01')")
            .collect(Collectors.joining(", "));
    spark.sql("INSERT INTO lake.db.odd VALUES " + rows);
    spark.sql("INSERT INTO lake.db.odd VALUES " + rows.replace("(1,", "(2,"));
    String query = "SELECT name, id, pic, _blobs, _row_id FROM lake.db.odd ORDER BY name, id";
    List<List<Object>> before = sql(query);

    assertThat(compact("'db.odd', " + PAIRS).subList(0, 2)).isEqualTo(row(22, 11));

    assertThat(sql(query)).isEqualTo(before);
    assertThat(sql("SELECT DISTINCT _file, name FROM lake.db.odd")).hasSize(11);
    assertSidecars("odd");
    assertThat(compact("'db.odd', " + PAIRS).subList(0, 2)).isEqualTo(row(0, 0));
    assertThat(sql("SELECT id FROM lake.db.odd WHERE name = 'k=v/1' ORDER BY id"))
        .containsExactly(row(1), row(2));
  }

  @Test
  void choosesPartitionsByCondition() {
    sql(
        "CREATE TABLE lake.db.chosen (id INT, day DATE, pic BINARY COMMENT '__BLOB_FIELD') "
            + "PARTITIONED BY (month(day))");
    for (int i = 0; i < 2; i++) {
      sql(
          "INSERT INTO lake.db.chosen VALUES (1, DATE'2026-01-05', X'01'), (2, DATE'2026-02-05', X'02')");
    }
    assertThat(
            compact(
                    "'db.chosen', \"day >= DATE'2026-02-01'\", options => map('min-input-files', '2')")
                .subList(0, 2))
        .isEqualTo(row(2, 1));
    assertThat(sql("SELECT id, count(DISTINCT _file) FROM lake.db.chosen GROUP BY id ORDER BY id"))
        .containsExactly(row(1, 2L), row(2, 1L));
  }

  @Test
  void movesRowsIntoTheCurrentSpec() {
    sql("CREATE TABLE lake.db.evolved (id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD')");
    for (int i = 0; i < 3; i++) {
      sql(
          "INSERT INTO lake.db.evolved VALUES (%d, 'a', X'0%d'), (%d, 'b', NULL), (%d, 'c', X'')",
          i, i, i, i);
    }
    sql("ALTER TABLE lake.db.evolved ADD PARTITION FIELD name");
    sql("ALTER TABLE lake.db.evolved ADD PARTITION FIELD bucket(2, id)");
    sql("INSERT INTO lake.db.evolved VALUES (3, 'a', X'03')");
    String query = "SELECT name, id, pic, _blobs, _row_id FROM lake.db.evolved ORDER BY name, id";
    List<List<Object>> before = sql(query);

    int files = dataFiles("evolved").size();
    List<Object> figures = compact("'db.evolved', options => map('rewrite-all', 'true')");

    assertThat(figures.get(0)).isEqualTo(files);
    assertThat(sql(query)).isEqualTo(before);
    assertThat(sql("SELECT DISTINCT spec_id FROM lake.db.evolved.files")).containsExactly(row(2));
    assertThat(sql("SELECT partition.name FROM lake.db.evolved.files GROUP BY ALL ORDER BY 1"))
        .containsExactly(row("a"), row("b"), row("c"));
    assertSidecars("evolved");
    compact("'db.evolved', options => map('rewrite-all', 'true', 'output-spec-id', '0')");
    assertThat(sql("SELECT DISTINCT spec_id FROM lake.db.evolved.files")).containsExactly(row(0));
    assertThat(sql(query)).isEqualTo(before);
    assertSidecars("evolved");
  }

  @Test
  void clustersRowsForAnotherSpec() {
    sql(
        "CREATE TABLE lake.db.former (id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD') "
            + "PARTITIONED BY (name)");
    for (int i = 0; i < 3; i++) {
      sql("INSERT INTO lake.db.former VALUES (%d, 'a', X'0%d'), (%d, 'b', X'1%d')", i, i, i, i);
    }
    sql("ALTER TABLE lake.db.former DROP PARTITION FIELD name");
    String query = "SELECT name, id, pic, _blobs, _row_id FROM lake.db.former ORDER BY name, id";
    List<List<Object>> before = sql(query);

    List<Object> figures =
        compact("'db.former', options => map('rewrite-all', 'true', 'output-spec-id', '0')");

    assertThat(figures.subList(0, 2)).isEqualTo(row(6, 2));
    assertThat(sql(query)).isEqualTo(before);
    assertSidecars("former");
  }

  @Test
  void sortsByTheOrderOfTheTable() {
    createSample("sorted");
    sql("ALTER TABLE lake.db.sorted WRITE ORDERED BY name DESC NULLS FIRST, id");
    List<List<Object>> content = content("sorted");
    List<List<Object>> lineage = lineage("sorted");

    assertThat(compact("'db.sorted'").subList(0, 2)).isEqualTo(row(7, 1));

    assertThat(sql("SELECT name FROM lake.db.sorted"))
        .containsExactly(
            row((Object) null), row("g"), row("e"), row("d"), row("c"), row("b"), row("a"));
    assertThat(sql("SELECT sort_order_id FROM lake.db.sorted.files")).containsExactly(row(1));
    assertThat(content("sorted")).isEqualTo(content);
    assertThat(lineage("sorted")).isEqualTo(lineage);
    assertSidecarsExact("sorted");
  }

  @Test
  void rollsFilesAtTheTargetSize() {
    sql(
        "CREATE TABLE lake.db.rolled (id BIGINT, pad BINARY, pic BINARY COMMENT '__BLOB_FIELD') "
            + "TBLPROPERTIES ('write.parquet.dict-size-bytes' = '1024')");
    sql(
        "INSERT INTO lake.db.rolled SELECT /*+ REPARTITION(8) */ id, "
            + "unhex(concat(sha2('a' || id, 512), sha2('b' || id, 512), sha2('c' || id, 512), "
            + "sha2('d' || id, 512))), X'01' FROM range(8000)");
    long size = (long) scalar("SELECT max(file_size_in_bytes) FROM lake.db.rolled.files");
    String target = "options => map('target-file-size-bytes', '" + size * 3 + "')";
    List<List<Object>> before = sql("SELECT *, _blobs, _row_id FROM lake.db.rolled ORDER BY id");

    List<Object> figures = compact("'db.rolled', " + target);

    assertThat(figures.get(0)).isEqualTo(8);
    assertThat((int) figures.get(1)).isBetween(2, 4);
    assertThat(sql("SELECT *, _blobs, _row_id FROM lake.db.rolled ORDER BY id")).isEqualTo(before);
    assertSidecars("rolled");
    assertThat(compact("'db.rolled', " + target).subList(0, 2)).isEqualTo(row(0, 0));
  }
}
