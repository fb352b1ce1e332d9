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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
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
