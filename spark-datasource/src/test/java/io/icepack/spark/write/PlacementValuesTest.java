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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.base.SidecarObjects;
import io.icepack.spark.testing.Sessions;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Values beside data files that have been trouble elsewhere; FIELD-CASES 31 to 33, 38, 39, 53. */
class PlacementValuesTest extends SparkTest {

  private static final String BESIDE =
      " TBLPROPERTIES ('lance.blob.managed'='false', 'blob.dedicated-threshold'='2')";
  private static final long GIB = 1L << 30;

  private static Path object(String dataFile, long id) {
    return Path.of(SidecarObjects.location(dataFile, id));
  }

  /** Case 31: a value that is too large for Java, and positions above 2 GiB. */
  @Test
  void readsFarIntoObjects() throws IOException {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')" + BESIDE);
    spark.conf().set("spark.sql.catalog.stock", "org.apache.iceberg.spark.SparkCatalog");
    spark.conf().set("spark.sql.catalog.stock.type", "hadoop");
    spark.conf().set("spark.sql.catalog.stock.warehouse", warehouse());
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ id, named_struct('kind', kind, 'position', "
            + "position, 'size', size, 'blob_id', 1L, 'blob_uri', '', 'inline', "
            + "cast(NULL AS BINARY)) FROM VALUES (1, 2, 0L, %sL), (2, 1, %sL, 3L) "
            + "AS t(id, kind, position, size)",
        table.replace("lake.", "stock."), 3 * GIB, 5 * GIB / 2);
    String dataFile = (String) scalar("SELECT file_path FROM %s.files", table);
    Files.createDirectories(object(dataFile, 1).getParent());
    try (RandomAccessFile sparse = new RandomAccessFile(object(dataFile, 1).toFile(), "rw")) {
      sparse.setLength(3 * GIB);
      sparse.seek(5 * GIB / 2);
      sparse.write(new byte[] {7, 8, 9});
    }
    assertThat(sql("SELECT id, _blobs.pic.size FROM %s ORDER BY id", table))
        .containsExactly(row(1, 3 * GIB), row(2, 3L));
    assertThat(sql("SELECT pic FROM %s WHERE id = 2", table)).containsExactly(row("070809"));
    assertThat(
            sql(
                "SELECT hex(lake.sys.read_blob(pic, %s, 4)) FROM %s WITH "
                    + "(`blob-as-descriptor`=true) WHERE id = 1",
                5 * GIB / 2 - 1, table))
        .containsExactly(row("00070809"));
    assertThatThrownBy(() -> sql("SELECT pic FROM %s WHERE id = 1", table))
        .hasStackTraceContaining(
            "Cannot read column pic of table %s: Cannot read 3221225472 bytes at 0 of %s: at most "
                    .formatted(table, object(dataFile, 1))
                + "2147483639 bytes fit in one value; read parts of it by the function "
                + "sys.read_blob, from the descriptor that the option 'blob-as-descriptor' gives");
    sql("UPDATE %s SET id = 3 WHERE id = 2", table);
    assertThat(sql("SELECT id, pic FROM %s WHERE id = 3", table)).containsExactly(row(3, "070809"));
  }

  /**
   * Case 32: an object that has been cut short fails reads and copies, and nothing is committed.
   */
  @Test
  void noticesWhatIsCutShort() throws IOException {
    String table = create("(id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD')" + BESIDE);
    sql("INSERT INTO %s VALUES (1, 'a', X'0102030405')", table);
    Path object = files(table).objects().get(0);
    Files.write(object, new byte[] {1, 2, 3, 4});
    Files.delete(object.resolveSibling("." + object.getFileName() + ".crc"));
    String message = "Cannot read 5 bytes at 0 of " + object + ": the object has 4 bytes";
    assertThatThrownBy(() -> sql("SELECT pic FROM %s", table))
        .hasStackTraceContaining("Cannot read column pic of table " + table + ": " + message);
    List<Path> before = files(table).all();
    assertThatThrownBy(() -> sql("UPDATE %s SET name = 'b'", table))
        .hasStackTraceContaining("Cannot write column pic of table " + table + ": " + message);
    assertThat(files(table).all()).containsExactlyInAnyOrderElementsOf(before);
    Files.delete(object);
    assertThatThrownBy(() -> sql("SELECT pic FROM %s", table))
        .hasStackTraceContaining(
            "Cannot read 5 bytes at 0 of " + object + ": there is no such object");
  }

  /** Cases 33, 38 and 39: short reads, odd names, and every sort of nothing, in partitions. */
  @Test
  void keepsValuesInOddPlaces() {
    configure("odd", directory.resolve("w a+b %20#x").toString());
    sql("CREATE NAMESPACE IF NOT EXISTS odd.db");
    String table = "odd.db.`50%%.jpg`";
    sql(
        "CREATE TABLE %s (id INT, part STRING, pic BINARY COMMENT '__BLOB_FIELD', "
            + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
            + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD') PARTITIONED BY (part) %s",
        table, BESIDE);
    sql(
        "INSERT INTO %s VALUES (1, 'k=v/1', X'0A0B0C', array(X'010203', NULL, X''), "
            + "map('a', X'0102', 'n', NULL, 'e', X'')), (2, 'x#y?.png', NULL, array(), map()), "
            + "(3, '画像', X'', NULL, NULL), (4, 'a b (2)', X'0D', array(NULL), map('n', NULL))",
        table);
    String expected =
        "[[1, k=v/1, 0A0B0C, [010203, null, ], {a=0102, n=null, e=}], "
            + "[2, x#y?.png, null, [], {}], [3, 画像, , null, null], "
            + "[4, a b (2), 0D, [null], {n=null}]]";
    assertThat(sql("SELECT * FROM %s ORDER BY id", table)).hasToString(expected);
    StorageProbe.limitReads(1);
    sql("UPDATE %s SET part = concat(part, '%%20') WHERE id <> 3", table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table).toString().replace("%20,", ","))
        .isEqualTo(expected);
  }

  /** Case 53: a copy through a shuffle has objects of its own. */
  @Test
  void ownsWhatIsInsertedFromAnotherTable() {
    String source = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO %s SELECT int(id), cast(concat('value ', id) AS BINARY) FROM range(40)",
        source);
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')" + BESIDE);
    sql(
        "INSERT INTO %s SELECT /*+ MERGE(x) */ s.id, s.pic FROM %s s JOIN range(40) x "
            + "ON s.id = x.id",
        table, source);
    sql("DROP TABLE %s PURGE", source);
    assertThat(
            sql(
                "SELECT count(*), count_if(pic = cast(concat('value ', id) AS BINARY)), "
                    + "count(DISTINCT _blobs.pic.uri) FROM %s",
                table))
        .containsExactly(row(40L, 40L, 40L));
    assertThat(files(table).objects()).hasSize(40);
  }

  /** Without the session extension UPDATE finds out by bytes which values are old. */
  @Test
  void copiesOnceWithoutTheExtension() {
    String table = create("(id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD')" + BESIDE);
    sql("INSERT INTO %s VALUES (1, 'a', X'0102030405')", table);
    SparkSession plain = Sessions.withoutExtension().newSession();
    for (Map.Entry<String, String> setting :
        scala.jdk.javaapi.CollectionConverters.asJava(spark.conf().getAll()).entrySet()) {
      if (setting.getKey().startsWith("spark.sql.catalog.lake")) {
        plain.conf().set(setting.getKey(), setting.getValue());
      }
    }
    StorageProbe.reset();
    SparkSession.setActiveSession(plain);
    plain.sql("UPDATE " + table + " SET name = 'b'");
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(5);
    assertThat(StorageProbe.count(Operation.CREATE, "_blobs")).isZero();
    SparkSession.setActiveSession(spark);
    assertThat(sql("SELECT name, pic, _blobs.pic.kind FROM %s", table))
        .containsExactly(row("b", "0102030405", 2));
  }
}
