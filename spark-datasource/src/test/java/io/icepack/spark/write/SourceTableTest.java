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

import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.spark.testing.ScopedCatalog;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.TableFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies payloads by descriptors of another table, whose credentials alone read them. */
class SourceTableTest extends SparkTest {

  private static final String COLUMNS =
      "(id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD', "
          + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
          + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD')";
  private static final String KEYED = COLUMNS.replace("id INT", "id INT NOT NULL");
  private static final String DESCRIPTORS =
      "scoped.db.`a b (2)%20` WITH (`blob-as-descriptor`=true)";
  private static final String VALUES =
      "[[1, a, 0A0B0C0D0E, [01, null, ], {k=AA}], [2, b, null, [], {}], [3, c, , null, null]]";

  @BeforeAll
  void createSource() {
    String prefix = "spark.sql.catalog.scoped";
    spark.conf().set(prefix, "io.icepack.spark.IcepackCatalog");
    spark.conf().set(prefix + ".catalog-impl", ScopedCatalog.class.getName());
    spark.conf().set(prefix + ".warehouse", directory.resolve("scoped").toString());
    spark.conf().set(prefix + ".cache-enabled", "false");
    sql("CREATE TABLE scoped.db.`a b (2)%20` " + COLUMNS);
    sql(
        "INSERT INTO scoped.db.`a b (2)%20` VALUES "
            + "(1, 'a', X'0A0B0C0D0E', array(X'01', NULL, X''), map('k', X'AA')), "
            + "(2, 'b', NULL, array(), map()), (3, 'c', X'', NULL, NULL)");
    sql("ALTER TABLE scoped.db.`a b (2)%20` CREATE BRANCH draft");
  }

  private String target(String columns, String... properties) {
    String name = "scoped.db.t" + System.nanoTime();
    sql(
        "CREATE TABLE "
            + name
            + " "
            + columns
            + " TBLPROPERTIES ("
            + String.join(", ", properties)
            + ")");
    StorageProbe.reset();
    return name;
  }

  private static String source(String name) {
    return "'blob-descriptor.source-table'='" + name + "'";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "db.`a b (2)%20`|'blob.target-file-size'='1 gb'",
        "db.`a b (2)%20`$branch_draft|'lance.blob.managed'='false'",
        "scoped.db.`a b (2)%20`|'primary-key'='id'",
      })
  void copies(String source, String property) {
    String table = target(KEYED, source(source), property, "'blob-descriptor.fs.file.impl'='none'");
    sql("INSERT INTO %s SELECT * FROM %s", table, DESCRIPTORS);
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(7);
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(7);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table)).hasToString(VALUES);
    assertThat(sql("SELECT DISTINCT _blobs.pic.uri FROM %s WHERE id = 1", table).toString())
        .contains(table.substring("scoped.".length()).replace('.', '/') + "/");
  }

  @Test
  void copiesThroughAShuffleAndReadsOnWithoutTheSource() {
    String source = "scoped.db.gone";
    sql("CREATE TABLE %s (id INT, pic BINARY COMMENT '__BLOB_FIELD')", source);
    sql(
        "INSERT INTO %s SELECT int(id), cast(concat('value ', id) AS BINARY) FROM range(100)",
        source);
    String table = target("(id INT, pic BINARY COMMENT '__BLOB_FIELD')", source("db.gone"));
    sql(
        "INSERT INTO %s SELECT /*+ MERGE(x) */ a.id, a.pic FROM (SELECT * FROM %s WITH "
            + "(`blob-as-descriptor`=true)) a JOIN range(100) x ON a.id = x.id",
        table, source);
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(790);
    sql("DROP TABLE %s PURGE", source);
    assertThat(
            sql(
                "SELECT count(*), count_if(pic = cast(concat('value ', id) AS BINARY)) FROM %s",
                table))
        .containsExactly(row(100L, 100L));
  }

  @Test
  void copiesNewValuesOfChangedRows() {
    String table = target(COLUMNS, source("db.`a b (2)%20`"));
    sql("INSERT INTO %s SELECT * FROM %s", table, DESCRIPTORS);
    StorageProbe.reset();
    sql("UPDATE %s SET name = 'x' WHERE id = 1", table);
    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
    sql(
        "MERGE INTO %s t USING (SELECT id + 1 AS id, pic FROM %s) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET pic = s.pic "
            + "WHEN NOT MATCHED THEN INSERT (id, pic) VALUES (s.id, s.pic)",
        table, DESCRIPTORS);
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(5);
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(5);
    assertThat(sql("SELECT id, name, pic FROM %s ORDER BY id", table))
        .containsExactly(
            row(1, "x", "0A0B0C0D0E"),
            row(2, "b", "0A0B0C0D0E"),
            row(3, "c", null),
            row(4, null, ""));
    assertFails(
        "UPDATE " + table + " SET pic = X'01' WHERE id = 1",
        "Cannot decode blob descriptor of 1 bytes: its version is 1, only 2 is known");
    assertThat(scalar("SELECT pic FROM %s WHERE id = 1", table)).isEqualTo("0A0B0C0D0E");
  }

  @Test
  void takesTheWriteOptionFirst() throws Exception {
    String table = target(COLUMNS, source("db.nowhere"));
    spark
        .sql("SELECT * FROM " + DESCRIPTORS)
        .writeTo(table)
        .option("blob-descriptor.source-table", "db.`a b (2)%20`")
        .append();
    assertThat(sql("SELECT * FROM %s ORDER BY id", table)).hasToString(VALUES);
    sql("ALTER TABLE %s UNSET TBLPROPERTIES ('blob-descriptor.source-table')", table);
    sql(
        "INSERT INTO %s SELECT id + 10, name, pic, imgs, m FROM %s WHERE id = 1",
        table, DESCRIPTORS);
    assertThat(sql("SELECT pic FROM %s WHERE id = 11", table))
        .isEqualTo(sql("SELECT pic FROM %s WHERE id = 1", DESCRIPTORS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "db.nowhere|there is no such table in catalog scoped",
        "lake.db.a|both tables must belong to one catalog, scoped",
        "db.`a b (2)%20`$branch_other|table scoped.db.a b (2)%20 has no branch other, its branches "
            + "and tags are [main, draft]",
      })
  void refusesSources(String source, String reason) {
    String table = target(COLUMNS, source(source));
    assertFails(
        "INSERT INTO " + table + " VALUES (1, 'a', NULL, NULL, NULL)",
        "Cannot write to table %s with 'blob-descriptor.source-table' = '%s': %s"
            .formatted(table, source, reason));
    assertThat(new TableFiles(iceberg(table).location()).all()).isEmpty();
  }

  @Test
  void refusesATableWithoutCatalog() {
    String table = target(COLUMNS, source("db.`a b (2)%20`"));
    String location = iceberg(table).location();
    assertThatThrownBy(
            () ->
                spark
                    .sql("SELECT * FROM " + DESCRIPTORS)
                    .write()
                    .format("icepack")
                    .mode("append")
                    .save(location))
        .hasMessage(
            "Cannot write to table %s with 'blob-descriptor.source-table' = 'db.`a b (2)%%20`': "
                + "this table is opened by its location; open it by its name in a catalog",
            location);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "AA",
        "02",
        "0243534544424F4C42",
        "0243534544424F4C42FFFFFFFF00000000000000000000000000000000",
        "0243534544424F4C42FFFFFF7F00000000000000000000000000000000",
        "0043534544424F4C42010000002F00000000000000000100000000000000",
        "FF43534544424F4C42010000002F00000000000000000100000000000000"
      })
  void refusesBytesThatAreNoDescriptor(String bytes) {
    String table = target(COLUMNS, source("db.`a b (2)%20`"));
    assertThatThrownBy(() -> sql("INSERT INTO %s (id, pic) VALUES (1, X'%s')", table, bytes))
        .hasStackTraceContaining(
            "Cannot write column pic of table %s from descriptors of table scoped.db.a b (2)%%20: "
                    .formatted(table)
                + "Cannot decode blob descriptor of "
                + bytes.length() / 2
                + " bytes: ");
    assertThat(new TableFiles(iceberg(table).location()).all()).isEmpty();
  }

  @Test
  void refusesRangesThatAreNotThere() throws Exception {
    Path object = Path.of(iceberg("scoped.db.`a b (2)%20`").location(), "three.bin");
    Files.write(object, new byte[] {1, 2, 3});
    String table = target(COLUMNS, source("db.`a b (2)%20`"));
    for (List<String> failure :
        List.of(
            List.of(
                descriptor(object.toString(), 0, 10),
                "Cannot read 10 bytes at 0 of " + object + ": the object has 3 bytes"),
            List.of(
                descriptor(object.toString(), 4, -1),
                "Cannot read the bytes at 4 of " + object + ": the object has 3 bytes"),
            List.of(descriptor(object + ".none", 0, 10), "there is no such object"),
            List.of(descriptor("s3://u:p@b/k", 0, 1), "must not be recorded because it has user"),
            List.of(descriptor("relative", 0, 1), "uri 'relative' is not absolute"))) {
      assertThatThrownBy(
              () -> sql("INSERT INTO %s (id, pic) VALUES (1, X'%s')", table, failure.get(0)))
          .hasStackTraceContaining(
              "Cannot write column pic of table " + table + " from descriptors of table ")
          .hasStackTraceContaining(failure.get(1));
    }
    assertThat(new TableFiles(iceberg(table).location()).all()).isEmpty();
    assertThat(sql("SELECT * FROM " + table)).isEmpty();
  }

  private static String descriptor(String uri, long offset, long length) {
    return HexFormat.of().formatHex(new SerializedDescriptor(uri, offset, length).encode());
  }
}
