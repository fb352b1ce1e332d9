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
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Payloads beside their data files: Blob v2, Writer Policy without the Managed opt-in. */
class PlacementTest extends SparkTest {

  private static final String FIRST = "10000000000000000000000000000000.blob";
  private static final String SECOND = "01000000000000000000000000000000.blob";
  private static final String THIRD = "11000000000000000000000000000000.blob";

  private String table;

  @BeforeEach
  void createTable() {
    table =
        create(
            "(id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD', "
                + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
                + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD') "
                + "TBLPROPERTIES ('lance.blob.managed'='false', 'blob.inline-threshold'='2', "
                + "'blob.dedicated-threshold'='8', 'blob.target-file-size'='10')");
  }

  private List<List<Object>> placed(String condition) {
    return sql(
        "SELECT id, _blobs.pic.kind, _blobs.pic.position, _blobs.pic.size, _blobs.pic.blob_id, "
            + "_blobs.pic.blob_uri FROM %s WHERE %s ORDER BY id",
        table, condition);
  }

  private static List<String> names(List<Path> objects) {
    return objects.stream().map(path -> path.getFileName().toString()).sorted().toList();
  }

  @Test
  void placesBySize() {
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES "
            + "(1, 'a', X'0102', array(X'0A0B0C', NULL, X''), map('k', X'111213')), "
            + "(2, 'b', X'010203', NULL, NULL), "
            + "(3, 'c', X'010203040506070809', array(), map()), "
            + "(4, 'd', X'0405060708090A0B', NULL, NULL), "
            + "(5, 'e', X'', NULL, NULL), (6, 'f', NULL, NULL, NULL), "
            + "(7, 'g', X'FFFEFD', NULL, NULL) AS t(id, name, pic, imgs, m)",
        table);
    assertThat(placed("true"))
        .containsExactly(
            row(1, 0, 0L, 2L, 0L, ""),
            row(2, 1, 6L, 3L, 1L, ""),
            row(3, 2, 0L, 9L, 2L, ""),
            row(4, 1, 9L, 8L, 1L, ""),
            row(5, 0, 0L, 0L, 0L, ""),
            row(6, null, null, null, null, null),
            row(7, 1, 0L, 3L, 3L, ""));
    assertThat(sql("SELECT id, pic, imgs, m FROM %s ORDER BY id", table))
        .hasToString(
            "[[1, 0102, [0A0B0C, null, ], {k=111213}], [2, 010203, null, null], "
                + "[3, 010203040506070809, [], {}], [4, 0405060708090A0B, null, null], "
                + "[5, , null, null], [6, null, null, null], [7, FFFEFD, null, null]]");
    TableFiles files = files(table);
    assertThat(files.packs()).isEmpty();
    assertThat(names(files.objects())).containsExactlyInAnyOrder(FIRST, SECOND, THIRD);
    Path dataFile = files.dataFiles().get(0);
    String directory = "_" + dataFile.getFileName().toString().replace(".parquet", "");
    assertThat(files.objects())
        .allMatch(object -> object.getParent().equals(dataFile.resolveSibling(directory)));
    assertThat(TableFiles.references(dataFile.toString())).isEmpty();
    assertThat(iceberg(table).properties())
        .doesNotContainKeys("blob.reader-feature-flags", "blob.writer-feature-flags");
  }

  @Test
  void startsIdsAnewForEachDataFile() {
    sql("ALTER TABLE %s SET TBLPROPERTIES ('write.target-file-size-bytes'='1')", table);
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ int(id), 'n', "
            + "cast(concat('value', lpad(id, 4, '0')) AS BINARY), NULL, NULL FROM range(2500)",
        table);
    TableFiles files = files(table);
    assertThat(files.dataFiles()).hasSize(3);
    assertThat(sql("SELECT _file, min(_blobs.pic.blob_id) FROM %s GROUP BY _file", table))
        .hasSize(3)
        .allMatch(row -> row.get(1).equals(1L));
    assertThat(
            sql(
                "SELECT count(*) FROM %s WHERE pic = cast(concat('value', lpad(id, 4, '0')) AS "
                    + "BINARY)",
                table))
        .containsExactly(row(2500L));
  }

  @Test
  void copiesWhatAnUpdateMoves() {
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES "
            + "(1, 'a', X'010203', array(X'0A0B0C', NULL, X''), NULL), "
            + "(2, 'b', X'040506', NULL, map('k', X'0102030405060708090A')) "
            + "AS t(id, name, pic, imgs, m)",
        table);
    StorageProbe.reset();
    sql("UPDATE %s SET name = 'x' WHERE id = 1", table);
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(6);
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(6);
    sql(
        "MERGE INTO %s t USING (SELECT 2 AS id) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET pic = X'AABBCC' "
            + "WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)",
        table);
    assertThat(placed("true"))
        .containsExactly(row(1, 1, 0L, 3L, 1L, ""), row(2, 1, 0L, 3L, 1L, ""));
    String expected =
        "[[1, x, 010203, [0A0B0C, null, ], null], "
            + "[2, b, AABBCC, null, {k=0102030405060708090A}]]";
    assertThat(sql("SELECT * FROM %s ORDER BY id", table)).hasToString(expected);
    sql("UPDATE %s SET pic = imgs[0] WHERE id = 1", table);
    assertThat(sql("SELECT pic, imgs FROM %s WHERE id = 1", table))
        .hasToString("[[0A0B0C, [0A0B0C, null, ]]]");
  }
}
