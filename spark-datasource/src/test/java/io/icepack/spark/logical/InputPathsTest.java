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

import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.spark.testing.StorageProbe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Payloads that look like descriptors, empty ones and nulls come out as they went in, whichever way
 * they go in, and from objects of any name.
 */
class InputPathsTest extends LogicalTest {

  private static final String FOLDER = "od d%20/x+y#文";
  private static final List<String> NAMES =
      List.of("a b (2).jpg", "50%.jpg", "x#y.png", "%20", "q?z", "图片.png");

  private final List<byte[]> payloads = new ArrayList<>();

  @BeforeAll
  void writeObjects() throws IOException {
    byte[] descriptor = new SerializedDescriptor(object("secret", 1, 2, 3), 0, 3).encode();
    payloads.add(descriptor);
    payloads.add(Arrays.copyOf(descriptor, 9));
    payloads.add(Arrays.copyOf(descriptor, 13));
    payloads.add(new byte[0]);
    payloads.add("ARROW1\0\0data:;base64,AAAA".getBytes(StandardCharsets.UTF_8));
    payloads.add(null);
    for (int i = 0; i < payloads.size(); i++) {
      byte[] payload = payloads.get(i);
      object(FOLDER + "/" + NAMES.get(i));
      Files.write(outside(FOLDER + "/" + NAMES.get(i)), payload == null ? new byte[1] : payload);
    }
  }

  /** What makes the rows of a table. */
  @FunctionalInterface
  private interface Input {
    void write(InputPathsTest test, String table) throws Exception;
  }

  private static Arguments path(String name, String column, String properties, Input input) {
    return Arguments.of(name, column, properties, input);
  }

  static Stream<Arguments> paths() {
    String blob = " COMMENT '__BLOB_FIELD'";
    String base = "'blob.base.7'='" + uri(FOLDER) + "'";
    return Stream.of(
        path("values", "BINARY" + blob, base, (test, t) -> test.insert(t, "%s")),
        path(
            "placed beside data files",
            "BINARY" + blob,
            "'lance.blob.managed'='false', 'blob.dedicated-threshold'='12'",
            (test, t) -> test.insert(t, "%s")),
        path(
            "inline",
            "BINARY" + blob,
            "'blob.inline-threshold'='20'",
            (test, t) -> test.insert(t, "%s")),
        path("data frame", "BINARY" + blob, base, (test, t) -> test.frame().writeTo(t).append()),
        path(
            "struct",
            MINIMAL + blob,
            base,
            (test, t) -> test.insert(t, "named_struct('data', %s, 'uri', NULL)")),
        path("ingest", MINIMAL + blob, base, (test, t) -> test.insertUris(t, whole("%s"))),
        path(
            "reference",
            COMPLETE + blob,
            base + ", 'blob.external.mode'='reference'",
            (test, t) -> test.insertUris(t, part("%s", "NULL", "NULL"))),
        path(
            "descriptor column",
            "BINARY COMMENT '__BLOB_DESCRIPTOR_FIELD'",
            base,
            (test, t) -> test.insertUris(t, "lake.sys.path_to_descriptor('%s')")),
        path(
            "source table",
            "BINARY" + blob,
            "'blob-descriptor.source-table'='db.some'",
            InputPathsTest::copyDescriptors),
        path("Arrow", MINIMAL + blob, base, InputPathsTest::loadArrow));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("paths")
  void bytesAreBytes(String name, String column, String properties, Input input) throws Exception {
    String table = create("(id INT, pic " + column + ") TBLPROPERTIES (" + properties + ")");
    StorageProbe.reset();
    input.write(this, table);
    String value = column.startsWith("STRUCT") ? "pic.data" : "pic";
    List<List<Object>> expected = new ArrayList<>();
    for (int i = 0; i < payloads.size(); i++) {
      expected.add(row(i, payloads.get(i) == null ? null : hex(payloads.get(i)), i == 5));
    }
    assertThat(sql("SELECT id, %s, pic IS NULL FROM %s ORDER BY id", value, table))
        .isEqualTo(expected);
    assertThat(StorageProbe.accesses())
        .noneMatch(access -> access.location().contains("/outside/secret"));
    assertThat(StorageProbe.openStreams()).isZero();
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }

  /** Inserts the payloads as literals. */
  private void insert(String table, String value) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < payloads.size(); i++) {
      byte[] payload = payloads.get(i);
      String bytes = payload == null ? "NULL" : "X'" + hex(payload) + "'";
      boolean struct = payload == null && value.length() > 2;
      rows.add("(%d, %s)".formatted(i, struct ? "NULL" : value.formatted(bytes)));
    }
    spark.sql("INSERT INTO " + table + " VALUES " + String.join(", ", rows));
  }

  /** Inserts what stands for the objects. */
  private void insertUris(String table, String value) {
    insertObjects(table, value, "probe://");
  }

  private void insertObjects(String table, String value, String scheme) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < payloads.size(); i++) {
      String location = scheme + outside(FOLDER + "/" + NAMES.get(i));
      rows.add(
          "SELECT %d, %s"
              .formatted(i, payloads.get(i) == null ? "NULL" : value.formatted(location)));
    }
    spark.sql("INSERT INTO " + table + " " + String.join(" UNION ALL ", rows));
  }

  private Dataset<Row> frame() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < payloads.size(); i++) {
      rows.add(RowFactory.create(i, payloads.get(i)));
    }
    return spark.createDataFrame(rows, new StructType().add("id", "int").add("pic", "binary"));
  }

  private void copyDescriptors(String table) {
    sql("CREATE TABLE lake.db.some (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    insertObjects(table, "lake.sys.path_to_descriptor('%s')", "file:");
  }

  private void loadArrow(String table) throws Exception {
    String folder = directory.resolve("arrow " + FOLDER).toString();
    frame()
        .selectExpr(
            "id", "IF(pic IS NULL, NULL, named_struct('data', pic, 'uri', STRING(NULL))) AS pic")
        .write()
        .format("icepack-arrow")
        .option("blob-fields", "pic")
        .save(folder);
    spark.read().format("icepack-arrow").load(folder).writeTo(table).append();
  }
}
