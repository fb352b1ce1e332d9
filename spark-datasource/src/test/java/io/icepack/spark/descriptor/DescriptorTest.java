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
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.spark.testing.ProbedFileSystem;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;

/** What tests of descriptor columns share: external objects, and descriptors of them. */
abstract class DescriptorTest extends SparkTest {

  static final String DESCRIPTOR = "BINARY COMMENT '__BLOB_DESCRIPTOR_FIELD'";

  @BeforeAll
  void configureCatalogs() {
    ProbedFileSystem.configuration()
        .forEach((key, value) -> spark.conf().set("spark.sql.catalog.lake.hadoop." + key, value));
    spark.conf().set("spark.sql.catalog.stock", "org.apache.iceberg.spark.SparkCatalog");
    spark.conf().set("spark.sql.catalog.stock.type", "hadoop");
    spark.conf().set("spark.sql.catalog.stock.warehouse", warehouse());
    spark.conf().set("spark.sql.catalog.stock.cache-enabled", "false");
  }

  /** The same table through Iceberg's own catalog, which lets anything be written. */
  static String stock(String table) {
    return table.replace("lake.", "stock.");
  }

  /** Where objects lie that no table owns. */
  static Path outside(String name) {
    Path file = directory.resolve("outside").resolve(name);
    try {
      Files.createDirectories(file.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /** Writes an object that no table owns and returns its URI. */
  static String object(String name, byte[] bytes) {
    try {
      Files.write(outside(name), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "probe://" + outside(name);
  }

  /** Writes an object that no table owns and returns its URI. */
  static String object(String name, String hex) {
    return object(name, HexFormat.of().parseHex(hex));
  }

  /** A SQL literal of a descriptor. */
  static String literal(String uri, long offset, long length) {
    return "X'" + hex(uri, offset, length) + "'";
  }

  static String hex(String uri, long offset, long length) {
    return HexFormat.of()
        .withUpperCase()
        .formatHex(new SerializedDescriptor(uri, offset, length).encode());
  }

  /** The values of a column as they are stored, by id. */
  List<List<Object>> stored(String table, String column) {
    return sql(
        "SELECT id, %s FROM %s WITH (`blob-as-descriptor` = true) ORDER BY id", column, table);
  }

  /** Requests to objects that no table owns. */
  static long requests() {
    return StorageProbe.count(Operation.OPEN, "outside")
        + StorageProbe.count(Operation.STATUS, "outside");
  }

  /** Expects this message of a statement among what was thrown. */
  void assertSays(String statement, String message) {
    Throwable failure = catchThrowable(() -> sql(statement));
    assertThat(failure).as(statement).isNotNull();
    StringBuilder said = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      said.append(cause.getMessage()).append('\n');
    }
    assertThat(said.toString().lines()).contains(message);
  }
}
