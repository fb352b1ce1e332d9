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
package io.icepack.spark.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.TableFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packs and sidecars that writes leave in storage. */
class PackTest extends SparkTest {

  private static final String EMPTY_SIDECAR = "50424c520100000000fb42dead";

  @Test
  void rollsAtTheSizeOfTheTable() throws IOException {
    String table =
        create(
            "(id INT, pic BINARY COMMENT '__BLOB_FIELD') "
                + "TBLPROPERTIES ('blob.target-file-size'='1 kb')");
    String values = "SELECT /*+ COALESCE(1) */ id, cast(repeat('x', 300) AS BINARY) FROM range(%s)";
    sql("INSERT INTO %s " + values, table, 12);
    assertThat(sizes(table)).containsExactly(1200L, 1200L, 1200L);
    sql("INSERT INTO %s " + values, table, 5);
    assertThat(sizes(table)).containsExactly(300L, 1200L, 1200L, 1200L, 1200L);
    sql("ALTER TABLE %s SET TBLPROPERTIES ('blob.target-file-size'='100')", table);
    sql("UPDATE %s SET pic = concat(pic, X'00') WHERE id = 1", table);
    assertThat(sizes(table)).containsExactly(300L, 301L, 301L, 1200L, 1200L, 1200L, 1200L);
    assertThat(sql("SELECT sum(bit_length(pic)) / 8 FROM %s", table))
        .containsExactly(row(17 * 300.0 + 2));
  }

  private List<Long> sizes(String table) throws IOException {
    List<Long> sizes = new ArrayList<>();
    for (Path pack : files(table).packs()) {
      sizes.add(Files.size(pack));
    }
    sizes.sort(null);
    return sizes;
  }

  @Test
  void putsSmallPayloadsIntoRows() {
    String table =
        create(
            "(id INT, pic BINARY COMMENT '__BLOB_FIELD') "
                + "TBLPROPERTIES ('blob.inline-threshold'='4')");
    sql("INSERT INTO %s VALUES (1, X''), (2, X'01'), (3, X'01020304'), (4, X'0102030405')", table);
    assertThat(sql("SELECT id, pic, _blobs.pic.kind, _blobs.pic.size FROM %s", table))
        .containsExactlyInAnyOrder(
            row(1, "", 0, 0L),
            row(2, "01", 0, 1L),
            row(3, "01020304", 0, 4L),
            row(4, "0102030405", 4, 5L));
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(5);
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(5);
    StorageProbe.reset();
    sql("UPDATE %s SET id = id + 10", table);
    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(sql("SELECT id, pic, _blobs.pic.kind FROM %s ORDER BY id", table))
        .containsExactly(
            row(11, "", 0), row(12, "01", 0), row(13, "01020304", 0), row(14, "0102030405", 4));
  }

  @Test
  void opensNoPackForNothing() throws IOException {
    String table =
        create(
            "(id INT, pic BINARY COMMENT '__BLOB_FIELD', imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
                + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO %s VALUES (1, NULL, NULL, NULL), (2, X'', array(), map()), "
            + "(3, NULL, array(NULL, NULL), map('a', NULL)), (4, X'', array(X''), map('a', X''))",
        table);
    assertThat(files(table).packs()).isEmpty();
    assertThat(files(table).sidecars()).hasSameSizeAs(files(table).dataFiles()).isNotEmpty();
    for (Path sidecar : files(table).sidecars()) {
      assertThat(HexFormat.of().formatHex(Files.readAllBytes(sidecar))).isEqualTo(EMPTY_SIDECAR);
    }
    sql("DELETE FROM %s WHERE id > 0 AND id < 9", table);
    assertThat(sql("SELECT * FROM %s", table)).isEmpty();
  }

  @Test
  void listsExactlyThePacksOfEachDataFile() {
    String table =
        create(
            "(id INT, pic BINARY COMMENT '__BLOB_FIELD', imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD') "
                + "TBLPROPERTIES ('blob.target-file-size'='20 kb', "
                + "'write.target-file-size-bytes'='1')");
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ id, "
            + "CASE WHEN id >= 1000 THEN cast(repeat('p', 20) AS BINARY) END, "
            + "CASE WHEN id < 2000 THEN array(NULL, cast(repeat('i', 20) AS BINARY)) END "
            + "FROM range(4000)",
        table);
    List<List<Object>> files = sql("SELECT file_path FROM %s.data_files", table);
    assertThat(files.size()).isGreaterThan(2);
    int references = 0;
    for (List<Object> file : files) {
      List<String> listed = TableFiles.references((String) file.get(0));
      references += listed.size();
      assertThat(
              sql(
                  "SELECT DISTINCT uri FROM (SELECT explode(array_append("
                      + "coalesce(_blobs.imgs.uri, array()), _blobs.pic.uri)) AS uri FROM %s "
                      + "WHERE _file = '%s') WHERE uri IS NOT NULL",
                  table, file.get(0)))
          .containsExactlyInAnyOrderElementsOf(listed.stream().map(uri -> row(uri)).toList());
    }
    assertThat(files(table).packs().size()).isGreaterThan(3);
    assertThat(references).isLessThan(files.size() * files(table).packs().size());
  }

  @Test
  void sharesOnePackPerTaskAndColumn() {
    String table =
        create("(id INT, pic BINARY COMMENT '__BLOB_FIELD', thumb BINARY COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO %s SELECT /*+ REPARTITION(4) */ id, "
            + "cast(rpad(string(id), 4096, 'x') AS BINARY), "
            + "cast(string(id) AS BINARY) FROM range(10000)",
        table);
    assertThat(files(table).packs()).hasSizeLessThanOrEqualTo(8);
    assertThat(sql("SELECT count(DISTINCT _blobs.pic.uri) FROM %s", table).get(0).get(0))
        .isEqualTo(4L);
    assertThat(
            sql(
                "SELECT count(*), sum(length(pic)), count_if(rtrim('x', string(pic)) = string(thumb) "
                    + "AND string(thumb) = string(id)) FROM %s",
                table))
        .containsExactly(row(10000L, 40960000L, 10000L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "64 kb"})
  void keepsFootersAndPlansSmall(String inlineThreshold) throws IOException {
    String table =
        create(
            "(id INT, pic BINARY COMMENT '__BLOB_FIELD') TBLPROPERTIES ('blob.inline-threshold'='"
                + inlineThreshold
                + "')");
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ id, "
            + "cast(rpad(string(id), 30000, 'x') AS BINARY) FROM range(1000)",
        table);
    for (Path file : files(table).dataFiles()) {
      assertThat(footerLength(file)).isBetween(1, 64 * 1024 - 1);
    }
    assertThat((long) scalar("SELECT max(length) FROM %s.manifests", table)).isLessThan(64 * 1024);
    assertThat(sql("SELECT count(*) FROM %s", table)).containsExactly(row(1000L));
    assertThat(StorageProbe.count(StorageProbe.Operation.LIST, "")).isZero();
  }

  private static int footerLength(Path parquet) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(parquet.toFile(), "r")) {
      file.seek(file.length() - 8);
      return Integer.reverseBytes(file.readInt());
    }
  }

  @Test
  void keepsDescriptorsInTheTableRoot() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'AABB')", table);
    Path pack = files(table).packs().get(0);
    assertThat(pack.getFileName().toString()).matches("[0-9a-f-]{36}\\.managed\\.blob");
    assertThat(sql("SELECT _blobs.pic FROM %s", table))
        .containsExactly(row(row(4, 0L, 2L, 0L, "_blobs/" + pack.getFileName(), pack.toString())));
  }
}
