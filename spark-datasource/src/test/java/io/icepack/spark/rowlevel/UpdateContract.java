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
package io.icepack.spark.rowlevel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.testing.StorageProbe;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** UPDATE. */
abstract class UpdateContract extends RowLevelContract {

  @Test
  void keepsDescriptorsOfUnassignedColumns() {
    String table = media("");
    List<List<Object>> before = descriptors(table);
    runWithoutPayloads("UPDATE %s SET name = concat(name, '!')", table);
    runWithoutPayloads("UPDATE %s SET name = 'x' WHERE id = 4", table);
    runWithoutPayloads("UPDATE %s SET id = id + 0 WHERE pic IS NOT NULL OR imgs IS NULL", table);
    runWithoutPayloads(
        "UPDATE %s SET id = id + 0 * size(map_keys(m)) "
            + "WHERE size(if(id = 1, imgs, NULL)) = 3 OR coalesce(thumb, pic) IS NULL",
        table);
    assertThat(descriptors(table)).isEqualTo(before);
    assertThat(rowsOf(table))
        .hasToString(
            "[[1, a!, AAAA, 01, [01, null, ], {k=01}], [2, b!, null, null, [], {}], "
                + "[3, c!, , null, null, null], [4, x, BBBBBBBB, 04, [02, 0203], {z=03}]]");
    assertSidecars(table);
    assertThat(files(table).packs()).hasSize(4);
  }

  /** The last column is the number of payload bytes that the statement has to write. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "SET name = 'y' WHERE length(pic) > 3|id, name|[[1, a], [2, b], [3, c], [4, y]]|0",
        "SET name = 'y' WHERE pic = X'AAAA'|id, name|[[1, y], [2, b], [3, c], [4, d]]|0",
        "SET name = 'y' WHERE pic IN (X'AAAA', X'', X'55')|id, name|[[1, y], [2, b], [3, y], [4, d]]|0",
        "SET name = 'y' WHERE pic > thumb|id, name|[[1, y], [2, b], [3, c], [4, y]]|0",
        "SET name = 'y' WHERE pic IS NULL|id, name|[[1, a], [2, y], [3, c], [4, d]]|0",
        "SET name = 'y' WHERE coalesce(thumb, pic) = X''|id, name|[[1, a], [2, b], [3, y], [4, d]]|0",
        "SET name = 'y' WHERE size(imgs) = 2|id, name|[[1, a], [2, b], [3, c], [4, y]]|0",
        "SET name = 'y' WHERE get(imgs, 1) = X'0203'|id, name|[[1, a], [2, b], [3, c], [4, y]]|0",
        "SET name = 'y' WHERE array_contains(imgs, X'01')|id, name|[[1, y], [2, b], [3, c], [4, d]]|0",
        "SET name = 'y' WHERE m['k'] = X'01'|id, name|[[1, y], [2, b], [3, c], [4, d]]|0",
        "SET name = 'y' WHERE map_contains_key(m, 'z')|id, name|[[1, a], [2, b], [3, c], [4, y]]|0",
        "SET name = 'y' WHERE exists(imgs, i -> length(i) = 2)|id, name|[[1, a], [2, b], [3, c], [4, y]]|0",
        "SET name = 'y' WHERE pic IN (SELECT X'AAAA')|id, name|[[1, y], [2, b], [3, c], [4, d]]|0",
        "SET name = hex(pic)|id, name|[[1, AAAA], [2, null], [3, ], [4, BBBBBBBB]]|0",
        "SET name = string(size(imgs)), id = coalesce(length(pic), 9)|id, name|[[0, null], [2, 3], [4, 2], [9, 0]]|0",
        "SET name = CASE WHEN pic IS NULL THEN 'none' ELSE hex(thumb) END|id, name|[[1, 01], [2, none], [3, null], [4, 04]]|0",
        "SET pic = concat(pic, X'00')|id, pic|[[1, AAAA00], [2, null], [3, 00], [4, BBBBBBBB00]]|9",
        "SET pic = CASE WHEN id = 1 THEN pic WHEN id = 2 THEN thumb ELSE X'EE' END|id, pic|[[1, AAAA], [2, null], [3, EE], [4, EE]]|2",
        "SET pic = CASE WHEN length(pic) > 2 THEN X'EE' ELSE pic END|id, pic|[[1, AAAA], [2, null], [3, ], [4, EE]]|1",
        "SET pic = if(thumb = X'01', thumb, pic)|id, pic|[[1, 01], [2, null], [3, ], [4, BBBBBBBB]]|0",
        "SET pic = coalesce(pic, X'EE')|id, pic|[[1, AAAA], [2, EE], [3, ], [4, BBBBBBBB]]|1",
        "SET pic = nullif(pic, X'AAAA')|id, pic|[[1, null], [2, null], [3, ], [4, BBBBBBBB]]|0",
        "SET thumb = pic|id, pic, thumb|[[1, AAAA, AAAA], [2, null, null], [3, , ], [4, BBBBBBBB, BBBBBBBB]]|0",
        "SET thumb = pic, pic = thumb|id, pic, thumb|[[1, 01, AAAA], [2, null, null], [3, null, ], [4, 04, BBBBBBBB]]|0",
        "SET pic = NULL, imgs = NULL, m = NULL|id, pic, imgs, m|[[1, null, null, null], [2, null, null, null], [3, null, null, null], [4, null, null, null]]|0",
        "SET pic = X''|id, pic|[[1, ], [2, ], [3, ], [4, ]]|0",
        "SET pic = (SELECT X'77') WHERE id = 2|id, pic|[[1, AAAA], [2, 77], [3, ], [4, BBBBBBBB]]|1",
        "SET imgs = array()|id, imgs|[[1, []], [2, []], [3, []], [4, []]]|0",
        "SET imgs = CASE WHEN id = 4 THEN array(X'EE', NULL) ELSE imgs END|id, imgs|[[1, [01, null, ]], [2, []], [3, null], [4, [EE, null]]]|1"
      })
  void comesToTheRightRows(String update, String columns, String expected, long written) {
    String table = media("");
    sql("UPDATE " + table + " " + update);
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(written);
    assertThat(sql("SELECT %s FROM %s ORDER BY id", columns, table)).hasToString(expected);
    assertSidecars(table);
  }

  /** Some of the old elements may be written again. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "SET imgs = array_append(imgs, X'EE')|imgs|[[[01, null, , EE]], [[EE]], [null], [[02, 0203, EE]]]",
        "SET imgs = filter(imgs, i -> i IS NOT NULL)|imgs|[[[01, ]], [[]], [null], [[02, 0203]]]",
        "SET imgs = reverse(imgs)|imgs|[[[, null, 01]], [[]], [null], [[0203, 02]]]",
        "SET imgs = array(pic, thumb, NULL)|imgs|[[[AAAA, 01, null]], [[null, null, null]], [[, null, null]], [[BBBBBBBB, 04, null]]]",
        "SET pic = get(imgs, 0), thumb = m['z']|pic, thumb|[[01, null], [null, null], [null, null], [02, 03]]",
        "SET m = map('p', pic, 't', thumb)|m|[[{p=AAAA, t=01}], [{p=null, t=null}], [{p=, t=null}], [{p=BBBBBBBB, t=04}]]",
        "SET m = map_concat(m, map('n', X'EE'))|m|[[{k=01, n=EE}], [{n=EE}], [null], [{z=03, n=EE}]]",
        "SET m = map_filter(m, (k, v) -> v = X'03')|m|[[{}], [{}], [null], [{z=03}]]",
        "SET m = transform_values(m, (k, v) -> concat(v, v))|m|[[{k=0101}], [{}], [null], [{z=0303}]]",
        "SET m = str_to_blob(name)|m|[[{n=61}], [{n=62}], [{n=63}], [{n=64}]]"
      })
  void buildsNewCollections(String update, String columns, String expected) {
    spark
        .udf()
        .register(
            "str_to_blob",
            (UDF1<String, Map<String, byte[]>>) name -> Map.of("n", name.getBytes()),
            DataTypes.createMapType(DataTypes.StringType, DataTypes.BinaryType));
    String table = media("");
    sql("UPDATE " + table + " " + update);
    assertThat(sql("SELECT %s FROM %s ORDER BY id", columns, table)).hasToString(expected);
    assertSidecars(table);
  }

  /** Bytes, not what stands for them while the statement runs. */
  @Test
  void writesBytesToPlainColumns() {
    String table = media("");
    sql("ALTER TABLE %s ADD COLUMNS (raw BINARY, raws ARRAY<BINARY>)", table);
    sql("UPDATE %s SET raw = pic, raws = imgs, thumb = pic WHERE id IN (1, 3)", table);
    sql(
        "MERGE INTO %s t USING (SELECT 4 AS id) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET raw = coalesce(t.raw, t.pic)",
        table);
    assertThat(sql("SELECT id, raw, raws, thumb FROM %s ORDER BY id", table))
        .hasToString(
            "[[1, AAAA, [01, null, ], AAAA], [2, null, null, null], [3, , null, ], "
                + "[4, BBBBBBBB, null, 04]]");
  }

  @Test
  void looksInsideThroughFunctionsOfUsers() {
    spark
        .udf()
        .register(
            "last_byte",
            (UDF1<byte[], Integer>)
                bytes -> bytes == null || bytes.length == 0 ? null : bytes[bytes.length - 1] & 0xFF,
            DataTypes.IntegerType);
    String table = media("");
    sql("UPDATE %s SET id = last_byte(pic) WHERE last_byte(thumb) = 4", table);
    assertThat(sql("SELECT id, pic, thumb FROM %s WHERE id > 4", table))
        .containsExactly(row(187, "BBBBBBBB", "04"));
  }

  @Test
  void seesBytesInCorrelatedSubqueries() {
    String table = media("");
    String other = media("");
    List<List<Object>> before = descriptors(table);
    sql(
        "UPDATE %s t SET name = 'y' WHERE EXISTS "
            + "(SELECT 1 FROM %s s WHERE s.pic = t.pic AND length(s.thumb) = length(t.thumb))",
        table, other);
    assertThat(sql("SELECT id FROM %s WHERE name = 'y' ORDER BY id", table))
        .containsExactly(row(1), row(4));
    sql(
        "UPDATE %s t SET name = 'z' WHERE pic IN (SELECT pic FROM %s WHERE id = t.id)",
        table, table);
    assertThat(sql("SELECT id FROM %s WHERE name = 'z' ORDER BY id", table))
        .containsExactly(row(1), row(3), row(4));
    sql(
        "UPDATE %s SET name = 'w' WHERE pic NOT IN (SELECT pic FROM %s WHERE id = 4)",
        table, other);
    assertThat(sql("SELECT id FROM %s WHERE name = 'w' ORDER BY id", table))
        .containsExactly(row(1), row(3));
    assertThat(descriptors(table)).isEqualTo(before);
  }

  @Test
  void looksAtPayloadsWhereQueriesReadDescriptors() {
    String table = media("");
    List<List<Object>> before = descriptors(table);
    spark.conf().set("spark.sql.catalog.lake.blob-as-descriptor", "true");
    try {
      sql("UPDATE %s SET name = hex(pic) WHERE length(pic) = 2", table);
      sql("UPDATE %s SET thumb = pic WHERE id = 4", table);
    } finally {
      spark.conf().unset("spark.sql.catalog.lake.blob-as-descriptor");
    }
    assertThat(sql("SELECT name, thumb FROM %s WHERE id IN (1, 4) ORDER BY id", table))
        .containsExactly(row("AAAA", "01"), row("d", "BBBBBBBB"));
    assertThat(descriptors(table).subList(0, 3)).isEqualTo(before.subList(0, 3));
  }

  @Test
  void updatesPartitions() {
    String table = media("PARTITIONED BY (name, bucket(2, id))");
    List<List<Object>> before = descriptors(table);
    runWithoutPayloads("UPDATE %s SET name = 'moved' WHERE id < 3", table);
    runWithoutPayloads("UPDATE %s SET id = 40 WHERE name = 'd'", table);
    assertThat(sql("SELECT id, name, pic FROM %s ORDER BY id", table))
        .containsExactly(
            row(1, "moved", "AAAA"),
            row(2, "moved", null),
            row(3, "c", ""),
            row(40, "d", "BBBBBBBB"));
    assertThat(descriptors(table).subList(0, 3)).isEqualTo(before.subList(0, 3));
    assertThat(sql("SELECT partition.name FROM %s.partitions ORDER BY 1", table))
        .contains(row("moved"), row("c"), row("d"));
    assertSidecars(table);
  }

  @Test
  void updatesRowsOfOlderPartitionSpecs() {
    String table = media("PARTITIONED BY (name)");
    sql("ALTER TABLE %s REPLACE PARTITION FIELD name WITH bucket(4, id)", table);
    sql("INSERT INTO %s (id, name, pic) VALUES (5, 'e', X'EE')", table);
    runWithoutPayloads("UPDATE %s SET name = upper(name)", table);
    runWithoutPayloads("DELETE FROM %s WHERE name = 'B'", table);
    sql("ALTER TABLE %s DROP PARTITION FIELD bucket(4, id)", table);
    runWithoutPayloads("UPDATE %s SET name = lower(name) WHERE id <> 3", table);
    assertThat(sql("SELECT id, name, pic FROM %s ORDER BY id", table))
        .containsExactly(
            row(1, "a", "AAAA"), row(3, "C", ""), row(4, "d", "BBBBBBBB"), row(5, "e", "EE"));
    assertSidecars(table);
  }

  @Test
  void keepsRowLineage() {
    String table = media("");
    List<List<Object>> before = sql("SELECT id, _row_id FROM %s ORDER BY id", table);
    sql("UPDATE %s SET name = 'x' WHERE id IN (2, 3)", table);
    assertThat(sql("SELECT id, _row_id FROM %s ORDER BY id", table)).isEqualTo(before);
    assertThat(sql("SELECT id, _last_updated_sequence_number FROM %s ORDER BY id", table))
        .containsExactly(row(1, 1L), row(2, 2L), row(3, 2L), row(4, 1L));
    sql("UPDATE %s SET pic = X'EE' WHERE id = 3", table);
    assertThat(sql("SELECT id, _row_id FROM %s ORDER BY id", table)).isEqualTo(before);
    assertThat(sql("SELECT id, _last_updated_sequence_number FROM %s ORDER BY id", table))
        .containsExactly(row(1, 1L), row(2, 2L), row(3, 3L), row(4, 1L));
  }

  @Test
  void writesNothingIfNoRowMatches() {
    String table = media("");
    runWithoutPayloads("UPDATE %s SET name = 'x' WHERE id = 99", table);
    runWithoutPayloads("UPDATE %s SET pic = X'EE' WHERE false", table);
    assertThat(files(table).packs()).hasSize(4);
    assertThat(sql("SELECT count(*) FROM %s.files", table)).containsExactly(row(1L));
  }

  @Test
  void leavesTheTableAsItWasAfterAnError() {
    String table = media("");
    List<List<Object>> before = rowsOf(table);
    int files = files(table).all().size();
    assertThatThrownBy(
            () ->
                sql(
                    "UPDATE %s SET pic = CASE WHEN id < 4 THEN X'EE' ELSE "
                        + "cast(raise_error('no picture') AS BINARY) END",
                    table))
        .hasStackTraceContaining("no picture");
    assertThat(rowsOf(table)).isEqualTo(before);
    assertThat(files(table).all()).hasSize(files);
  }
}
