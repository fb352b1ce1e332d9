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
package io.icepack.spark.descriptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.ProbedFileSystem;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** By which way objects are reached, and what is said if they cannot be read. */
class DescriptorStorageTest extends DescriptorTest {

  private static final String OPTION = "blob-descriptor." + ProbedFileSystem.PASSWORD;
  private static final String SETTING = "spark.sql.catalog.lake." + OPTION;
  private static final long GIB = 1L << 30;

  private String table(String values) {
    String table = create("(id INT, content " + DESCRIPTOR + ")");
    sql("INSERT INTO %s VALUES %s", table, values);
    return table;
  }

  private Object read(String table, Map<String, String> options) {
    return rows(spark.read().options(options).table(table).select("content").collectAsList())
        .get(0)
        .get(0);
  }

  @Test
  void laysOptionsOverTheConfiguration() {
    String uri = object("locked/x.blob", "AA");
    String table = table("(1, " + literal(uri, 0, 1) + ")");
    assertSays(
        "SELECT content FROM " + table,
        ("Cannot read column content of table %s: Cannot read 1 bytes at 0 of %s: "
                + "org.apache.hadoop.security.AccessControlException: no password for %s")
            .formatted(table, uri, uri.replace("probe://", "probe:")));
    int open = ProbedFileSystem.openInstances();
    assertThat(read(table, Map.of(OPTION, "sesame"))).isEqualTo("AA");
    assertThat(sql("SELECT content FROM %s WITH (`%s` = 'sesame')", table, OPTION))
        .containsExactly(row("AA"));
    spark.conf().set(SETTING, "sesame");
    assertThat(read(table, Map.of())).isEqualTo("AA");
    spark.conf().unset(SETTING);
    sql("ALTER TABLE %s SET TBLPROPERTIES ('%s'='sesame')", table, OPTION);
    assertThat(read(table, Map.of())).isEqualTo("AA");
    assertSays(
        "SELECT content FROM " + table + " WITH (`" + OPTION + "` = 'wrong')",
        ("Cannot read column content of table %s: Cannot read 1 bytes at 0 of %s: "
                + "org.apache.hadoop.security.AccessControlException: no password for %s")
            .formatted(table, uri, uri.replace("probe://", "probe:")));
    assertThat(ProbedFileSystem.openInstances()).isEqualTo(open);
    assertThat(StorageProbe.openStreams()).isZero();
  }

  @Test
  void readsObjectsOfTheTableThroughTheTable() {
    String table =
        create("(id INT, pic BINARY COMMENT '__BLOB_FIELD', content " + DESCRIPTOR + ")");
    sql("INSERT INTO %s VALUES (1, X'AABB', NULL)", table);
    String pack = (String) scalar("SELECT _blobs.pic.uri FROM %s", table);
    sql("INSERT INTO %s VALUES (2, NULL, %s)", table, literal(pack, 1, 1));
    StorageProbe.reset();
    assertThat(sql("SELECT content FROM %s WHERE id = 2", table)).containsExactly(row("BB"));
    assertThat(StorageProbe.count(Operation.OPEN, pack)).isEqualTo(1);

    String other = table("(1, " + literal(pack, 0, 1) + ")");
    StorageProbe.reset();
    assertThat(sql("SELECT content FROM %s", other)).containsExactly(row("AA"));
    assertThat(StorageProbe.count(Operation.OPEN, pack)).isZero();
  }

  @Test
  void namesWhatIsMissingOrTooShort() {
    String three = object("three.blob", "010203");
    String gone = three.replace("three", "gone");
    String table =
        table(
            "(1, %s), (2, %s), (3, %s), (4, %s), (5, %s), (6, %s)"
                .formatted(
                    literal(gone, 0, 10),
                    literal(gone, 0, -1),
                    literal(three, 0, 10),
                    literal(three, 4, -1),
                    literal("nowhere://host/x", 0, -1),
                    literal("data:;base64,AAEC", 1, 3)));
    String prefix = "Cannot read column content of table " + table + ": ";
    String query = "SELECT content FROM " + table + " WHERE id = ";
    assertSays(
        query + 1, prefix + "Cannot read 10 bytes at 0 of " + gone + ": there is no such object");
    assertSays(
        query + 2, prefix + "Cannot read all bytes at 0 of " + gone + ": there is no such object");
    assertSays(
        query + 3, prefix + "Cannot read 10 bytes at 0 of " + three + ": the object has 3 bytes");
    assertSays(
        query + 4, prefix + "Cannot read all bytes at 4 of " + three + ": the object has 3 bytes");
    assertSays(
        query + 5,
        prefix
            + "Cannot read all bytes at 0 of nowhere://host/x: "
            + "org.apache.hadoop.fs.UnsupportedFileSystemException: No FileSystem for scheme "
            + "\"nowhere\"");
    assertSays(query + 6, prefix + "Cannot read 3 bytes at 1 of a data uri: it holds 3 bytes");
    assertThat(sql("SELECT id, _blobs.content.size FROM %s WHERE content IS NOT NULL", table))
        .hasSize(6);
    assertThat(StorageProbe.openStreams()).isZero();
  }

  @Test
  void namesTheFileOfBytesThatAreNoDescriptor() {
    String table = table("(1, NULL)");
    sql("INSERT INTO %s VALUES (2, X'00')", stock(table));
    String message =
        "Cannot read column content of %s: Cannot decode blob descriptor of 1 bytes: its version "
            + "is 0, only 2 is known";
    String written = (String) scalar("SELECT _file FROM %s WHERE id = 2", table);
    assertSays("SELECT content FROM " + table, message.formatted(written));
    assertSays("SELECT _blobs.content.size FROM " + table, message.formatted(written));
    assertThat(stored(table, "content")).containsExactly(row(1, null), row(2, "00"));
  }

  @Test
  void readsHugeObjectsInParts() throws IOException {
    String uri = object("huge.blob", "");
    try (RandomAccessFile file = new RandomAccessFile(outside("huge.blob").toFile(), "rw")) {
      file.setLength(3 * GIB);
      file.seek(5 * GIB / 2);
      file.write("0123456789abcdef".getBytes());
    }
    String table = table("(1, " + literal(uri, 0, 3 * GIB) + "), (2, " + literal(uri, 1, -1) + ")");
    String remedy =
        "at most 2147483639 bytes fit in one value; read parts of it by the function "
            + "sys.read_blob, from the descriptor that the option 'blob-as-descriptor' gives";
    assertSays(
        "SELECT content FROM " + table + " WHERE id = 1",
        "Cannot read column content of table %s: Cannot read 3221225472 bytes at 0 of %s: %s"
            .formatted(table, uri, remedy));
    assertSays(
        "SELECT content FROM " + table + " WHERE id = 2",
        "Cannot read column content of table %s: Cannot read 3221225471 bytes at 1 of %s: %s"
            .formatted(table, uri, remedy));
    assertThat(sql("SELECT _blobs.content.size FROM %s WHERE id = 1", table))
        .containsExactly(row(3 * GIB));
    sql("UPDATE %s SET id = id + 10", table);
    assertThat(
            sql(
                "SELECT string(lake.sys.read_blob(content, %sL, 16L)) "
                    + "FROM %s WITH (`blob-as-descriptor` = true) WHERE id = 11",
                5 * GIB / 2, table))
        .containsExactly(row("0123456789abcdef"));
  }
}
