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
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said when a payload cannot be read, and what can still be read beside it. */
class ReadFailureTest extends SparkTest {

  private static final long GIB = 1L << 30;

  /** Iceberg's own catalog over the same warehouse, through which any descriptor can be written. */
  @BeforeAll
  void configureStock() {
    spark.conf().set("spark.sql.catalog.stock", "org.apache.iceberg.spark.SparkCatalog");
    spark.conf().set("spark.sql.catalog.stock.type", "hadoop");
    spark.conf().set("spark.sql.catalog.stock.warehouse", warehouse());
    spark.conf().set("spark.sql.catalog.stock.cache-enabled", "false");
  }

  private String pictures() {
    String table =
        create(
            "(id INT, pic BINARY COMMENT '__BLOB_FIELD') "
                + "TBLPROPERTIES ('blob.target-file-size'='1')");
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES (1, X'AAAA'), (2, X'BBBB'), "
            + "(3, X'CCCC')",
        table);
    return table;
  }

  private Path packOf(String table, int id) {
    return Path.of((String) scalar("SELECT _blobs.pic.uri FROM %s WHERE id = %s", table, id));
  }

  private void writeDescriptor(
      String table, int id, int kind, long position, long size, long blobId, String uri) {
    sql(
        "INSERT INTO %s SELECT %s, named_struct('kind', %s, 'position', %sL, 'size', %sL, "
            + "'blob_id', %sL, 'blob_uri', '%s', 'inline', cast(NULL AS BINARY))",
        table.replace("lake.", "stock."), id, kind, position, size, blobId, uri);
  }

  /** Expects this message of a query among what was thrown. */
  private void assertSays(String query, String message) {
    Throwable failure = catchThrowable(() -> sql(query));
    assertThat(failure).isNotNull();
    StringBuilder said = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      said.append(cause.getMessage()).append('\n');
    }
    assertThat(said.toString().lines()).contains(message);
  }

  @Test
  void namesAMissingPack() throws IOException {
    String table = pictures();
    Path pack = packOf(table, 2);
    Files.delete(pack);
    assertSays(
        "SELECT pic FROM " + table,
        "Cannot read column pic of table %s: Cannot read 2 bytes at 0 of %s: there is no such object"
            .formatted(table, pack));
    assertSays(
        "UPDATE " + table + " SET id = length(pic)",
        "Cannot read column pic of table %s: Cannot read 2 bytes at 0 of %s: there is no such object"
            .formatted(table, pack));
    assertThat(StorageProbe.openStreams()).isZero();
  }

  @Test
  void namesATruncatedPack() throws IOException {
    String table = pictures();
    Path pack = packOf(table, 2);
    try (FileChannel channel = FileChannel.open(pack, StandardOpenOption.WRITE)) {
      channel.truncate(1);
    }
    Files.deleteIfExists(pack.resolveSibling("." + pack.getFileName() + ".crc"));
    assertSays(
        "SELECT pic FROM " + table,
        "Cannot read column pic of table %s: Cannot read 2 bytes at 0 of %s: the object has 1 bytes"
            .formatted(table, pack));
    assertThat(StorageProbe.openStreams()).isZero();
  }

  @Test
  void readsRowsBesideABrokenPack() throws IOException {
    String table = pictures();
    Files.delete(packOf(table, 2));
    assertThat(sql("SELECT pic FROM %s WHERE id = 1", table)).containsExactly(row("AAAA"));
    assertThat(sql("SELECT pic FROM %s WHERE id <> 2 ORDER BY id", table))
        .containsExactly(row("AAAA"), row("CCCC"));
    StorageProbe.reset();
    assertThat(sql("SELECT pic FROM %s LIMIT 1", table)).containsExactly(row("AAAA"));
    assertThat(StorageProbe.payloadBytesRead()).isLessThanOrEqualTo(2);
    assertThat(sql("SELECT id, _blobs.pic.size FROM %s WHERE pic IS NOT NULL ORDER BY id", table))
        .containsExactly(row(1, 2L), row(2, 2L), row(3, 2L));
    sql("DELETE FROM %s WHERE id = 2", table);
    assertThat(sql("SELECT count(pic) FROM %s", table)).containsExactly(row(2L));
  }

  @Test
  void readsHugeValuesInParts() throws IOException {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    Path directory = Files.createDirectories(Path.of(iceberg(table).location(), "_blobs"));
    Path pack = directory.resolve("huge.managed.blob");
    try (RandomAccessFile file = new RandomAccessFile(pack.toFile(), "rw")) {
      file.setLength(3 * GIB);
      file.seek(5 * GIB / 2);
      file.write("0123456789abcdef".getBytes());
    }
    writeDescriptor(table, 1, 4, 0, 3 * GIB, 0, "_blobs/huge.managed.blob");
    writeDescriptor(table, 2, 4, 5 * GIB / 2, 16, 0, "_blobs/huge.managed.blob");
    assertSays(
        "SELECT pic FROM " + table,
        ("Cannot read column pic of table %s: Cannot read 3221225472 bytes at 0 of %s: at most "
                + "2147483639 bytes fit in one value; read parts of it by the function "
                + "sys.read_blob, from the descriptor that the option 'blob-as-descriptor' gives")
            .formatted(table, pack));
    assertThat(sql("SELECT string(pic) FROM %s WHERE id = 2", table))
        .containsExactly(row("0123456789abcdef"));
    assertThat(sql("SELECT id, _blobs.pic.size, pic IS NULL FROM %s WHERE id = 2", table))
        .containsExactly(row(2, 16L, false));
    assertThat(sql("SELECT id, _blobs.pic.size FROM %s ORDER BY id", table))
        .containsExactly(row(1, 3 * GIB), row(2, 16L));
    sql("UPDATE %s SET id = id + 10", table);
    assertThat(sql("SELECT id, _blobs.pic.size FROM %s ORDER BY id", table))
        .containsExactly(row(11, 3 * GIB), row(12, 16L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "9|0|_blobs/x.managed.blob|Cannot read blob kind 9: known kinds are 0 to 5",
        "-1|0|_blobs/x.managed.blob|Cannot read blob kind -1: known kinds are 0 to 5"
      })
  void namesDescriptorsThatItDoesNotUnderstand(int kind, long blobId, String uri, String problem) {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    writeDescriptor(table, 1, kind, 0, 1, blobId, uri);
    String file = (String) scalar("SELECT file_path FROM %s.files", table);
    String message = "Cannot read column pic of %s: %s".formatted(file, problem);
    assertSays("SELECT pic FROM " + table, message);
    assertSays("SELECT _blobs.pic.size FROM " + table, message);
    assertSays("UPDATE " + table + " SET id = 2", message);
    assertThat(sql("SELECT id FROM %s", table)).containsExactly(row(1));
    sql("DELETE FROM %s WHERE id = 1 AND id < 5", table);
    assertThat(sql("SELECT pic FROM %s", table)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5|77|_blobs/x.managed.blob|Cannot find base 77: known bases are []",
        "4|0|../x|Cannot use path '../x': it has the component ..",
        "4|0|_blobs//x|Cannot use path '_blobs//x': it has an empty component",
        "4|0|/etc/passwd|Cannot use path '/etc/passwd': it begins or ends with a slash"
      })
  void namesObjectsThatItDoesNotResolve(int kind, long blobId, String uri, String problem) {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    writeDescriptor(table, 1, kind, 0, 1, blobId, uri);
    String message = "Cannot read column pic of table %s: %s".formatted(table, problem);
    assertSays("SELECT pic FROM " + table, message);
    assertSays("SELECT _blobs.pic.uri FROM " + table, message);
    assertThat(sql("SELECT _blobs.pic.size FROM %s", table)).containsExactly(row(1L));
  }
}
