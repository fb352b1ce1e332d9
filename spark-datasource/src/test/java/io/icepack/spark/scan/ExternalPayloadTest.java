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

import io.icepack.spark.testing.ProbedFileSystem;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** BLOB values of kind 3, in objects that the table does not own. */
class ExternalPayloadTest extends SparkTest {

  private static final String PASSWORD = "blob-descriptor." + ProbedFileSystem.PASSWORD;
  private static final AtomicLong MOST_AHEAD = new AtomicLong();

  @BeforeAll
  void configure() {
    ProbedFileSystem.configuration()
        .forEach((key, value) -> spark.conf().set("spark.sql.catalog.lake.hadoop." + key, value));
    spark.conf().set("spark.sql.catalog.stock", "org.apache.iceberg.spark.SparkCatalog");
    spark.conf().set("spark.sql.catalog.stock.type", "hadoop");
    spark.conf().set("spark.sql.catalog.stock.warehouse", warehouse());
    spark.conf().set("spark.sql.catalog.stock.cache-enabled", "false");
  }

  private static String object(String name, byte... bytes) throws IOException {
    Path file = directory.resolve("outside").resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    return "probe://" + file;
  }

  /** Writes descriptors through Iceberg's own catalog, one for each row of a query. */
  private void writeExternal(String table, String query) {
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ id, named_struct('kind', 3, 'position', "
            + "position, 'size', size, 'blob_id', 0L, 'blob_uri', uri, 'inline', "
            + "cast(NULL AS BINARY)) FROM (%s)",
        table.replace("lake.", "stock."), query);
    StorageProbe.reset();
  }

  private static String value(int id, long position, long size, String uri) {
    return "SELECT %s AS id, %sL AS position, %sL AS size, '%s' AS uri"
        .formatted(id, position, size, uri);
  }

  @Test
  void areReadThroughHadoopsConfiguration() throws IOException {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    String whole = object("locked/whole.blob", (byte) 0x0A, (byte) 0x0B);
    String part = object("part.blob", new byte[] {0, 1, 2, 3});
    writeExternal(table, value(1, 0, 0, whole) + " UNION ALL " + value(2, 1, 2, part));
    assertThat(sql("SELECT pic FROM %s WHERE id = 2", table)).containsExactly(row("0102"));
    assertThat(sql("SELECT pic FROM %s WITH (`%s` = 'sesame') WHERE id = 1", table, PASSWORD))
        .containsExactly(row("0A0B"));
    assertThat(StorageProbe.count(Operation.STATUS, "outside")).isEqualTo(1);
    assertThat(StorageProbe.count(Operation.OPEN, "outside")).isEqualTo(2);
    assertThat(sql("SELECT id, length(pic) FROM %s WITH (`%s` = 'sesame')", table, PASSWORD))
        .containsExactlyInAnyOrder(row(1, 2), row(2, 2));
    assertThat(StorageProbe.count(Operation.STATUS, "outside")).isEqualTo(2);
    assertThat(StorageProbe.count(Operation.OPEN, "outside")).isEqualTo(2);
    sql("UPDATE %s SET id = length(pic) WHERE id = 2 AND pic = X'0102'", table);
    sql("ALTER TABLE %s SET TBLPROPERTIES ('%s'='sesame')", table, PASSWORD);
    sql("UPDATE %s SET id = length(pic) + 5 WHERE pic = X'0A0B'", table);
    assertThat(sql("SELECT id, pic, _blobs.pic.kind, _blobs.pic.size FROM %s ORDER BY id", table))
        .containsExactly(row(2, "0102", 3, 2L), row(7, "0A0B", 3, 0L));
    assertThat(StorageProbe.openStreams()).isZero();
  }

  @Test
  void areReadThroughTheTableIfTheyLieInIt() throws IOException {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'AABB')", table);
    String pack = (String) scalar("SELECT _blobs.pic.uri FROM %s", table);
    writeExternal(table, value(2, 1, 1, pack));
    assertThat(sql("SELECT pic FROM %s WHERE id = 2", table)).containsExactly(row("BB"));
    assertThat(StorageProbe.count(Operation.OPEN, pack)).isEqualTo(1);
  }

  /** Blob v2, External Resolution: a size of 0 stands for the length, wherever reading begins. */
  @Test
  void haveTheLengthOfTheirObjectOrTheirOwn() throws IOException {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    String empty = object("odd %20 a+b/empty.blob");
    String four = object("odd %20 a+b/four#?.blob", new byte[] {0, 1, 2, 3});
    writeExternal(
        table,
        String.join(
            " UNION ALL ",
            value(1, 0, 0, empty),
            value(2, 0, 0, four),
            value(3, 3, 1, four),
            value(4, 2, 0, four),
            value(5, 2, 3, four),
            value(6, 0, 1, four + ".none"),
            value(7, 0, 0, four + ".none"),
            value(8, 0, 0, "nowhere://b/k")));
    assertThat(sql("SELECT id, pic FROM %s WHERE id < 4 ORDER BY id", table))
        .containsExactly(row(1, ""), row(2, "00010203"), row(3, "03"));
    String none = four + ".none: there is no such object";
    for (List<Object> failure :
        List.of(
            row(4, "Cannot read 4 bytes at 2 of " + four + ": the object has 4 bytes"),
            row(5, "Cannot read 3 bytes at 2 of " + four + ": the object has 4 bytes"),
            row(6, "Cannot read 1 bytes at 0 of " + none),
            row(7, "Cannot read all bytes at 0 of " + none),
            row(8, "No FileSystem for scheme \"nowhere\""))) {
      assertThatThrownBy(() -> sql("SELECT pic FROM %s WHERE id = %s", table, failure.get(0)))
          .hasStackTraceContaining("Cannot read column pic of table " + table + ": ")
          .hasStackTraceContaining((String) failure.get(1));
    }
    assertThat(sql("SELECT length(pic) FROM %s WHERE id < 4 ORDER BY id", table))
        .containsExactly(row(0), row(4), row(1));
    assertThatThrownBy(() -> sql("SELECT length(pic) FROM %s WHERE id = 7", table))
        .hasStackTraceContaining("Cannot read column pic of table " + table + ": ")
        .hasStackTraceContaining(four + ".none: there is no such object");
    assertThat(sql("SELECT _blobs.pic.uri FROM %s WHERE id = 8", table))
        .containsExactly(row("nowhere://b/k"));
    assertThat(StorageProbe.openStreams()).isZero();
  }

  /** What {@code spark.hadoop.*} says is in the configuration of the context. */
  @Test
  void areReadWithTheCredentialsOfTheContext() throws IOException {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    writeExternal(table, value(1, 0, 0, object("locked/context.blob", (byte) 0x0C)));
    Configuration configuration = spark.sparkContext().hadoopConfiguration();
    configuration.set(ProbedFileSystem.PASSWORD, "sesame");
    configuration.set("fs.probe.impl.disable.cache", "true");
    try {
      assertThat(sql("SELECT pic FROM %s", table)).containsExactly(row("0C"));
      assertThatThrownBy(() -> sql("SELECT pic FROM %s WITH (`%s` = 'wrong')", table, PASSWORD))
          .hasStackTraceContaining("no password for");
    } finally {
      configuration.unset(ProbedFileSystem.PASSWORD);
      configuration.unset("fs.probe.impl.disable.cache");
    }
  }

  /** The size of a whole object is known to the store alone. */
  @Test
  void stayWithinTheBudget() throws IOException {
    int kib = 1024;
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    String folder = "";
    for (int i = 0; i < 32; i++) {
      String uri = object("many/" + i + ".blob", new byte[64 * kib]);
      folder = uri.substring(0, uri.lastIndexOf('/') + 1);
    }
    writeExternal(
        table,
        "SELECT int(id) AS id, 0L AS position, 0L AS size, concat('%s', id, '.blob') AS uri "
                .formatted(folder)
            + "FROM range(32)");
    MOST_AHEAD.set(0);
    spark.read().option("blob.read.batch-size", "256 kb").table(table).foreachPartition(watch());
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(32 * 64 * kib);
    assertThat(MOST_AHEAD.get()).isBetween(128L * kib, 256L * kib);
    assertThat(StorageProbe.count(Operation.STATUS, "many/")).isEqualTo(32);
    assertThat(StorageProbe.count(Operation.OPEN, "many/")).isEqualTo(32);
    assertThat(StorageProbe.maxOpenStreams()).isLessThanOrEqualTo(8);
    assertThat(StorageProbe.openStreams()).isZero();
  }

  /** Notes how many bytes were read beyond those of the rows handed out. */
  private static ForeachPartitionFunction<Row> watch() {
    return (Iterator<Row> rows) -> {
      long handedOut = 0;
      while (rows.hasNext()) {
        long length = rows.next().<byte[]>getAs("pic").length;
        MOST_AHEAD.accumulateAndGet(StorageProbe.payloadBytesRead() - handedOut, Math::max);
        handedOut += length;
      }
    };
  }
}
