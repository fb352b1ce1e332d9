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
package io.icepack.spark.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icepack.blob.arrow.IpcWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;

/** Arrow files, and writes of them, that are refused. */
class ArrowFailureTest extends ArrowTest {

  @Test
  void refusesFilesThatAreNoArrow() throws IOException {
    String path = path("text");
    Files.createDirectories(Path.of(path));
    Files.writeString(Path.of(path, "x.csv"), "id,name\n1,a\n");
    assertThat(rootOf(catchThrowable(() -> load(path, "id"))).getMessage())
        .isEqualTo(
            "Cannot read Arrow data file:%s/x.csv: it is neither an Arrow IPC file nor a stream",
            path);
    write("SELECT 1 AS id").mode(SaveMode.Append).save(path);
    assertThat(
            rootOf(
                    catchThrowable(
                        () ->
                            spark
                                .read()
                                .format("icepack-arrow")
                                .schema("id INT")
                                .load(path)
                                .collectAsList()))
                .getMessage())
        .isEqualTo(
            "Cannot read Arrow data file:%s/x.csv: it is neither an Arrow IPC file nor a stream",
            path);
    assertThat(
            rows(
                spark
                    .read()
                    .format("icepack-arrow")
                    .schema("id INT")
                    .option("ignoreCorruptFiles", true)
                    .load(path)
                    .collectAsList()))
        .containsExactly(row(1));
  }

  @Test
  void refusesColumnsOfOtherTypes() throws IOException {
    String path = path("types");
    write("SELECT 1 AS id").save(path);
    Throwable failure =
        catchThrowable(
            () ->
                spark
                    .read()
                    .format("icepack-arrow")
                    .schema("id STRING")
                    .load(path)
                    .collectAsList());
    assertThat(rootOf(failure).getMessage())
        .isEqualTo(
            "Cannot read column id of file:%s: it is INT there, not STRING; read files of one"
                + " schema at a time",
            onlyFile(path));
  }

  @Test
  void refusesColumnsWithoutATypeInSparkOrWithTwoPlaces() throws IOException {
    Field number = Field.nullable("n", new ArrowType.Int(32, true));
    Field wide = Field.nullable("w", new ArrowType.Decimal(38, 2, 256));
    Field negative = Field.nullable("d", new ArrowType.Decimal(5, -2, 128));
    String path = path("odd");
    for (Field field : List.of(wide, negative)) {
      writeEmpty(path, new Schema(List.of(number, field)));
      assertThat(catchThrowable(() -> load(path, "n")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Cannot read column %s of file:%s: Spark has no type for %s; give a schema without it",
              field.getName(), onlyFile(path), field);
      assertThat(read(path, "n INT")).isEmpty();
    }
    writeEmpty(path, new Schema(List.of(number, wide, number)));
    assertThat(rootOf(catchThrowable(() -> read(path, "N INT"))).getMessage())
        .isEqualTo(
            "Cannot read column N of file:%s: [n: Int(32, true), n: Int(32, true)] have this name;"
                + " give a schema without it",
            onlyFile(path));
  }

  private List<Row> read(String path, String schema) {
    return spark.read().format("icepack-arrow").schema(schema).load(path).collectAsList();
  }

  private static void writeEmpty(String path, Schema schema) throws IOException {
    Files.createDirectories(Path.of(path));
    try (RootAllocator allocator = new RootAllocator();
        OutputStream out = Files.newOutputStream(Path.of(path, "x.arrow"));
        IpcWriter writer =
            new IpcWriter(
                schema, IpcWriter.Format.FILE, CodecType.NO_COMPRESSION, out, allocator)) {
      writer.finish();
    }
  }

  @Test
  void invalidBlobsLeaveNothingVisible() throws IOException {
    String path = path("invalid");
    Throwable failure =
        catchThrowable(
            () ->
                write(
                        "SELECT id, named_struct('data', IF(id = 5, X'01', NULL), 'uri', 's3://b/k')"
                            + " AS b FROM range(10)")
                    .option("blob-fields", "b")
                    .option("batch-rows", 2)
                    .save(path));
    assertThat(rootOf(failure).getMessage())
        .isEqualTo(
            "Cannot write blob to field b in row 5: data of 1 bytes and uri 's3://b/k' are both"
                + " set");
    try (Stream<Path> files = Files.walk(Path.of(path))) {
      assertThat(files.filter(file -> file.toString().contains("part-"))).isEmpty();
    }
  }

  @Test
  void refusesOptionsAndColumnsThatDoNotFit() {
    assertRefused(
        Map.of("blob-fields", "c"),
        "Cannot write blob column c: the query has no such column, it" + " has [id, b]");
    assertRefused(
        Map.of("blob-fields", "id"),
        "Cannot write blob column id: its type must be STRUCT<data: BINARY, uri: STRING> or"
            + " STRUCT<data: BINARY, uri: STRING, position: BIGINT, size: BIGINT>, not INT");
    assertRefused(
        Map.of("compression", "gzip"),
        "Cannot write Arrow files with option compression = 'gzip': it must be none, lz4 or zstd");
    assertRefused(
        Map.of("batch-size", "2 gb"),
        "Cannot write Arrow files with option batch-size = '2 gb': it must be a number from 1 to"
            + " 1073741824");
    assertRefused(
        Map.of("batch-rows", "many"),
        "Cannot write Arrow files with option batch-rows = 'many': it must be a number from 1 to"
            + " 2147483647");
  }

  private void assertRefused(Map<String, String> options, String message) {
    String path = path("refused");
    Throwable failure =
        catchThrowable(
            () ->
                write("SELECT 1 AS id, named_struct('uri', 'x', 'data', X'01') AS b")
                    .options(options)
                    .save(path));
    assertThat(rootOf(failure).getMessage()).isEqualTo(message);
    assertThat(Path.of(path)).doesNotExist();
  }
}
