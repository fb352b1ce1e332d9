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
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icepack.spark.testing.ProbedFileSystem;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;

/** A test with objects outside the table, in a file system that is probed, too. */
abstract class LogicalTest extends SparkTest {

  static final String MINIMAL = "STRUCT<data: BINARY, uri: STRING>";
  static final String COMPLETE =
      "STRUCT<data: BINARY, uri: STRING, position: BIGINT, size: BIGINT>";

  @BeforeAll
  void configureOutside() {
    ProbedFileSystem.configuration()
        .forEach((key, value) -> spark.conf().set("spark.sql.catalog.lake.hadoop." + key, value));
  }

  static Path outside(String name) {
    return directory.resolve("outside").resolve(name);
  }

  static String uri(String name) {
    return "probe://" + outside(name);
  }

  /** Writes an object outside the table and returns its URI. */
  static String object(String name, int... bytes) throws IOException {
    byte[] content = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      content[i] = (byte) bytes[i];
    }
    Files.createDirectories(outside(name).getParent());
    Files.write(outside(name), content);
    return uri(name);
  }

  /** A value of the minimal shape with a URI. */
  static String whole(String uri) {
    return "named_struct('data', NULL, 'uri', '%s')".formatted(uri);
  }

  /** A value of the complete shape with a URI. */
  static String part(String uri, Object position, Object size) {
    return "named_struct('data', NULL, 'uri', '%s', 'position', %s, 'size', %s)"
        .formatted(uri, position, size);
  }

  /** Requests for the objects outside the table. */
  static long requests() {
    return StorageProbe.accesses().stream()
        .filter(access -> access.location().contains("/outside/"))
        .count();
  }

  /** Expects a statement to fail with a message that some cause begins with. */
  void assertRefused(String table, String value, String reason) {
    Throwable failure =
        catchThrowable(
            () -> spark.sql("INSERT INTO %s SELECT 1, ".formatted(table) + value).collect());
    List<String> messages = new ArrayList<>();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      messages.add(cause.getMessage());
    }
    assertThat(messages).contains(refused(table, reason));
  }

  static String refused(String table, String reason) {
    return "Cannot write column pic of table %s: in row 1 of task 0, %s".formatted(table, reason);
  }
}
