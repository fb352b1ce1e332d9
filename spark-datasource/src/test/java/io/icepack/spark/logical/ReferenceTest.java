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
package io.icepack.spark.logical;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.junit.jupiter.api.Test;

/** {@code blob.external.mode} = {@code reference}: bytes stay where they are. */
class ReferenceTest extends LogicalTest {

  private static final String REFERENCE = "'blob.external.mode'='reference'";
  private static final String OUTSIDE = "'blob.external.allow-outside-bases'='true'";

  private String table(String type, String... properties) {
    return create(
        "(id INT, pic %s COMMENT '__BLOB_FIELD') TBLPROPERTIES (%s)"
            .formatted(type, String.join(", ", properties)));
  }

  @Test
  void namesTheLongestBaseByComponents() throws IOException {
    String table =
        table(
            MINIMAL,
            REFERENCE,
            "'blob.base.7'='%s'".formatted(uri("a/b")),
            "'blob.base.8'='%s/'".formatted(uri("a/b/deep")),
            "'blob.base.9'='%s'".formatted(directory.resolve("outside")),
            "'blob.base.10'='%s'".formatted(uri("")),
            "'blob.base.10.dataset-root'='true'");
    object("a/b/x y%20?#.png", 1);
    object("a/b/deep/z", 2);
    object("a/bc/x", 3);
    sql(
        "INSERT INTO %s SELECT 1, %s UNION ALL SELECT 2, %s UNION ALL SELECT 3, %s",
        table,
        whole(uri("a/b/x y%20?#.png")),
        whole(uri("a/b/deep/z")),
        whole(uri("a/bc/../b/./x y%20?#.png")));
    assertThat(requests()).isZero();
    assertThat(
            sql(
                "SELECT id, _blobs.pic.kind, _blobs.pic.blob_id, _blobs.pic.blob_uri, "
                    + "_blobs.pic.position, _blobs.pic.size FROM %s ORDER BY id",
                table))
        .containsExactly(
            row(1, 3, 7L, "x y%20?#.png", 0L, 0L),
            row(2, 3, 8L, "z", 0L, 0L),
            row(3, 3, 7L, "x y%20?#.png", 0L, 0L));
    assertThat(sql("SELECT pic FROM %s ORDER BY id", table))
        .containsExactly(row(row("01", null)), row(row("02", null)), row(row("01", null)));
    String beside = uri("a/bc/x");
    assertRefused(
        table,
        whole(beside),
        "uri '%s' lies below no registered base; register one by 'blob.base.<id>', or set "
                .formatted(beside)
            + "'blob.external.allow-outside-bases' = 'true'");
    assertRefused(
        table,
        whole(uri("a/b/")),
        "uri '%s' is that of base 7, not of an object below it".formatted(uri("a/b/")));
    assertThat(files(table).packs()).isEmpty();
  }

  @Test
  void recordsAbsoluteUrisWithPermission() throws IOException, NoSuchTableException {
    String table = table(COMPLETE, OUTSIDE);
    String object = object("any", 10, 11, 12, 13);
    spark
        .sql(
            "SELECT 1 AS id, %s AS pic UNION ALL SELECT 2, %s"
                .formatted(part(object, 1L, 2L), part(uri("missing"), "NULL", "NULL")))
        .writeTo(table)
        .option("blob.external.mode", "reference")
        .option("blob.external.allow-outside-bases", "true")
        .append();
    assertThat(requests()).isZero();
    assertThat(
            sql(
                "SELECT _blobs.pic.kind, _blobs.pic.blob_id, _blobs.pic.blob_uri, "
                    + "_blobs.pic.position, _blobs.pic.size FROM %s ORDER BY id",
                table))
        .containsExactly(row(3, 0L, object, 1L, 2L), row(3, 0L, uri("missing"), 0L, 0L));
    assertThat(sql("SELECT pic FROM %s WHERE id = 1", table))
        .containsExactly(row(row("0B0C", null, null, null)));
    assertFails(
        "SELECT pic FROM %s WHERE id = 2".formatted(table),
        "File probe:%s does not exist".formatted(outside("missing")));
  }

  @Test
  void refusesCredentials() {
    String table = table(MINIMAL, REFERENCE, OUTSIDE);
    assertRefused(
        table,
        whole("s3://key:secret@bucket/x"),
        "uri 's3://***@bucket/x' must not be recorded because it has user info; credentials "
            + "belong to the configuration");
    assertRefused(
        table,
        whole("https://host/x?X-Amz-Signature=abc&a=b"),
        "uri 'https://host/x?***' must not be recorded because its query is signed; "
            + "credentials belong to the configuration");
    assertRefused(
        table,
        whole("a/b"),
        "uri 'a/b' is not absolute; use one with a scheme, such as s3://bucket/key");
  }

  /** What is read as descriptors is valid to write, and objects of the table stay its own. */
  @Test
  void takesWhatItReads() throws IOException {
    String table = table(COMPLETE, REFERENCE, OUTSIDE, "'blob-as-descriptor'='true'");
    String object = object("round", 1, 2, 3);
    sql(
        "INSERT INTO %s VALUES (1, named_struct('data', X'AABBCC', 'uri', NULL, 'position', NULL, "
            + "'size', NULL)), (2, named_struct('data', X'', 'uri', NULL, 'position', NULL, 'size', "
            + "NULL)), (3, %s), (4, %s), (5, NULL)",
        table, part(object, 1L, 2L), part(object, "NULL", "NULL"));
    String pack = (String) scalar("SELECT _blobs.pic.uri FROM %s WHERE id = 1", table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(
            row(1, row(null, pack, 0L, 3L)),
            row(2, row("", null, null, null)),
            row(3, row(null, object, 1L, 2L)),
            row(4, row(null, object, null, null)),
            row(5, null));
    sql("INSERT INTO %s SELECT id + 10, pic FROM %s", table, table);
    assertThat(requests()).isZero();
    assertThat(files(table).packs()).hasSize(1);
    assertThat(
            sql(
                "SELECT id FROM (SELECT id, pic, _blobs FROM %s INTERSECT ALL SELECT id - 10, pic, "
                    + "_blobs FROM %s)",
                table, table))
        .hasSize(5);
    sql("DELETE FROM %s WHERE id < 10", table);
    assertThat(
            sql(
                "SELECT id, pic.data FROM %s WITH (`blob-as-descriptor`='false') ORDER BY id",
                table))
        .containsExactly(
            row(11, "AABBCC"), row(12, ""), row(13, "0203"), row(14, "010203"), row(15, null));
    assertRefused(
        table,
        part(pack, "NULL", "NULL"),
        "uri '%s' is an object of the table itself, which may hold many values; set position "
                .formatted(pack)
            + "and size");
  }

  @Test
  void readsPartsOfLargeObjects() throws IOException {
    String table = table(COMPLETE, REFERENCE, OUTSIDE);
    long size = 3L << 30;
    long position = 5L << 29;
    Files.createDirectories(outside("large").getParent());
    try (RandomAccessFile file = new RandomAccessFile(outside("large").toFile(), "rw")) {
      file.setLength(size);
      file.seek(position);
      file.write(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
    }
    sql(
        "INSERT INTO %s VALUES (1, %s), (2, %s)",
        table, part(uri("large"), "0L", size + "L"), part(uri("large"), position + "L", "16L"));
    assertThat(sql("SELECT _blobs.pic.size FROM %s ORDER BY id", table))
        .containsExactly(row(size), row(16L));
    assertThat(sql("SELECT pic.data FROM %s WHERE id = 2", table))
        .containsExactly(row("0102030405060708090A0B0C0D0E0F10"));
    assertThat(
            sql(
                "SELECT lake.sys.read_blob(lake.sys.path_to_descriptor(_blobs.pic.uri), %dL, 16L) "
                    + "FROM %s WHERE id = 1",
                position, table))
        .containsExactly(row("0102030405060708090A0B0C0D0E0F10"));
    assertFails(
        "SELECT pic FROM %s WHERE id = 1".formatted(table),
        "Cannot read 3221225472 bytes at 0 of %s: at most 2147483639 bytes fit in one value"
            .formatted(uri("large")));
  }
}
