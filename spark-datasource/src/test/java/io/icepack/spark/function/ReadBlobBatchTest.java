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
package io.icepack.spark.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.testing.ProbedFileSystem;
import io.icepack.spark.testing.Sessions;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code read_blob} for many rows: with the session extension it reads for batches of them. */
class ReadBlobBatchTest extends SparkTest {

  private static final int ROWS = 1000;
  private static final long SPARSE = 3L << 30;

  private String numbers;
  private String folder;
  private SparkSession plain;

  @BeforeAll
  void createObjects() throws IOException {
    Path outside = Files.createDirectories(directory.resolve("batch"));
    ByteBuffer bytes = ByteBuffer.allocate(ROWS * Integer.BYTES);
    for (int i = 0; i < ROWS; i++) {
      bytes.putInt(i);
      if (i < 50) {
        Files.write(outside.resolve(i + ".blob"), new byte[i]);
      }
    }
    Files.write(outside.resolve("numbers.blob"), bytes.array());
    try (RandomAccessFile sparse =
        new RandomAccessFile(outside.resolve("sparse.blob").toFile(), "rw")) {
      sparse.setLength(SPARSE);
      sparse.seek(5L << 29);
      sparse.write(new byte[] {7, 8, 9});
    }
    folder = "probe://" + outside + "/";
    numbers = "lake.sys.path_to_descriptor('" + folder + "numbers.blob')";
    plain = Sessions.withoutExtension().newSession();
    Map<String, String> settings = new TreeMap<>();
    ProbedFileSystem.configuration()
        .forEach((key, value) -> settings.put("spark.sql.catalog.lake.hadoop." + key, value));
    settings.put("spark.sql.catalog.lake", "io.icepack.spark.IcepackCatalog");
    settings.put("spark.sql.catalog.lake.type", "hadoop");
    settings.put("spark.sql.catalog.lake.warehouse", warehouse());
    settings.forEach((key, value) -> plain.conf().set(key, value));
    settings.forEach((key, value) -> spark.conf().set(key, value));
  }

  private static String number(String blob) {
    return "int(conv(hex(" + blob + "), 16, 10))";
  }

  @Test
  void readsNeighboursTogether() {
    String call = "lake.sys.read_blob(" + numbers + ", id * 4, 4)";
    String query =
        "SELECT id, %s AS n, length(%s) AS l, if(id = 3, NULL, %s) AS m FROM range(0, %d, 1, 1)"
            .formatted(number(call), call, number(call), ROWS);
    assertThat(sql("SELECT count(*), count_if(id = n AND l = 4), count(m) FROM (%s)", query))
        .containsExactly(row(1000L, 1000L, 999L));
    // Batches of 1, 4, 16, 64, 256 and 659 rows.
    assertThat(StorageProbe.payloadReads()).isEqualTo(6);
    StorageProbe.reset();
    assertThat(sql("SELECT count_if(id = %s) FROM range(0, %s, 1, 1)", number(call), ROWS))
        .containsExactly(row(1000L));
    assertThat(StorageProbe.payloadReads()).isEqualTo(6);
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(4000);
    assertThat(StorageProbe.count(Operation.OPEN, "numbers")).isLessThanOrEqualTo(2);
    assertThat(StorageProbe.openStreams()).isZero();
    StorageProbe.reset();
    SparkSession.setActiveSession(plain);
    assertThat(
            rows(
                plain
                    .sql(
                        "SELECT count_if(id = %s) FROM range(0, %s, 1, 1)"
                            .formatted(number(call), ROWS))
                    .collectAsList()))
        .containsExactly(row(1000L));
    assertThat(StorageProbe.payloadReads()).isEqualTo(ROWS);
    assertThat(StorageProbe.openStreams()).isZero();
  }

  @Test
  void readsWholeObjectsSeveralAtATime() {
    String call = "lake.sys.read_blob(lake.sys.path_to_descriptor(concat('%s', id, '.blob')))";
    assertThat(
            sql(
                "SELECT sum(length(%s)), count(%s) FROM range(0, 50, 1, 1)",
                call.formatted(folder), call.formatted(folder)))
        .containsExactly(row(1225L, 50L));
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(1225);
    assertThat(StorageProbe.count(Operation.STATUS, "batch/")).isEqualTo(50);
    assertThat(StorageProbe.openStreams()).isZero();
  }

  @Test
  void readsNoMoreThanALimitNeeds() {
    assertThat(
            sql(
                "SELECT %s FROM range(0, 1000, 1, 1) LIMIT 1",
                number("lake.sys.read_blob(" + numbers + ", id * 4, 4)")))
        .containsExactly(row(0));
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(4);
    assertThat(StorageProbe.openStreams()).isZero();
  }

  @Test
  void makesNoCallThatTheQueryDoesNot() {
    String missing =
        "lake.sys.read_blob(lake.sys.path_to_descriptor(concat('" + folder + "none', id)))";
    assertThat(
            sql(
                "SELECT CASE WHEN id < 9 THEN 'few' ELSE string(%1$s) END, "
                    + "coalesce('', string(%1$s)), id >= 0 OR %1$s IS NULL FROM range(2)",
                missing))
        .containsOnly(row("few", "", true));
    assertThat(StorageProbe.count(Operation.OPEN, "none")).isZero();
  }

  @Test
  void keepsNullsAndTheRowsAround() {
    assertThat(
            sql(
                "SELECT id, n, hex(lake.sys.read_blob(if(id %% 2 = 0, %s, NULL), id, length(n))) "
                    + "FROM (SELECT id, repeat('x', int(id) %% 3) AS n FROM range(0, 5, 1, 1)) "
                    + "ORDER BY id",
                numbers))
        .containsExactly(
            row(0L, "", ""),
            row(1L, "x", null),
            row(2L, "xx", "0000"),
            row(3L, "", null),
            row(4L, "x", "00"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"4 mb", "1 kb"})
  void keepsBatchesToTheirSize(String size) {
    spark.conf().set("spark.sql.catalog.lake.blob.read.batch-size", size);
    try {
      String call = "lake.sys.read_blob(" + numbers + ", id, 1000)";
      assertThat(sql("SELECT sum(length(%s)) FROM range(0, 8, 1, 1)", call))
          .containsExactly(row(8000L));
      assertThat(StorageProbe.payloadReads()).isEqualTo(size.equals("4 mb") ? 3 : 5);
    } finally {
      spark.conf().unset("spark.sql.catalog.lake.blob.read.batch-size");
    }
  }

  @Test
  void readsPartsOfLargeObjects() {
    String sparse = "lake.sys.path_to_descriptor('" + folder + "sparse.blob')";
    assertThat(
            sql(
                "SELECT hex(lake.sys.read_blob(%s, %s + id, 2)) FROM range(2) ORDER BY id",
                sparse, 5L << 29))
        .containsExactly(row("0708"), row("0809"));
    assertThatThrownBy(() -> sql("SELECT length(lake.sys.read_blob(%s)) FROM range(2)", sparse))
        .hasStackTraceContaining(
            "Cannot read 3221225472 bytes at 0 of "
                + folder
                + "sparse.blob: at most 2147483639 bytes fit in one value; read parts of it by "
                + "read_blob(descriptor BINARY [, offset BIGINT, length BIGINT])");
    assertThat(StorageProbe.openStreams()).isZero();
  }
}
