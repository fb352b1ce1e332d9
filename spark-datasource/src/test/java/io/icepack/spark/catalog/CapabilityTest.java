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
package io.icepack.spark.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.icepack.spark.table.Capability;
import io.icepack.spark.testing.SparkTest;
import java.util.stream.Stream;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A table whose capability flags another client has changed is refused before any use. */
class CapabilityTest extends SparkTest {

  private static final String READER = Capability.READER;
  private static final String WRITER = Capability.WRITER;

  static Stream<Arguments> flags() {
    return Stream.of(
        arguments(
            "16384",
            null,
            READER
                + " is '16384' but "
                + WRITER
                + " is 'null'; a writer that does not know managed blobs has changed the table, "
                + "restore both to '16384'"),
        arguments(
            "0",
            "16384",
            READER
                + " is '0' but "
                + WRITER
                + " is '16384'; a writer that does not know managed blobs has changed the table, "
                + "restore both to '16384'"),
        arguments(
            "16385",
            "16384",
            READER
                + " is '16385' and has bits that this version of Icepack does not know (it knows "
                + "16384); use a newer version"),
        arguments(
            "16384",
            "-1",
            WRITER
                + " is '-1' and has bits that this version of Icepack does not know (it knows "
                + "16384); use a newer version"),
        arguments("many", "16384", READER + " is 'many', not a number"));
  }

  @ParameterizedTest
  @MethodSource("flags")
  void refusesTable(String reader, String writer, String problem) {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    Table iceberg = iceberg(table);
    set(iceberg, READER, reader);
    set(iceberg, WRITER, writer);
    Long snapshot = iceberg.currentSnapshot().snapshotId();
    String message = "Cannot load table " + table + ": " + problem;

    assertFails("SELECT id FROM " + table, message);
    assertFails("SELECT * FROM " + table + " VERSION AS OF " + snapshot, message);
    assertFails("INSERT INTO " + table + " VALUES (2, X'BB')", message);
    assertFails("UPDATE " + table + " SET id = 3", message);
    assertFails("DELETE FROM " + table, message);
    assertFails("ALTER TABLE " + table + " ADD COLUMN n INT", message);
    assertFails("DESCRIBE " + table, message);

    set(iceberg, READER, "16384");
    set(iceberg, WRITER, "16384");
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1, "AA"));
    iceberg.refresh();
    assertThat(iceberg.currentSnapshot().snapshotId()).isEqualTo(snapshot);
  }

  @Test
  void refusesPlainTablesWithUnknownBits() {
    String table = create("(id INT)");
    set(iceberg(table), READER, "1");
    assertFails(
        "SELECT * FROM " + table,
        "Cannot load table "
            + table
            + ": blob.reader-feature-flags is '1' and has bits that this version of Icepack does "
            + "not know (it knows 16384); use a newer version");
  }

  @Test
  void isSetByTheFirstBlobAndStays() {
    String table = create("(id INT) TBLPROPERTIES ('format-version'='3')");
    assertThat(iceberg(table).properties()).doesNotContainKeys(READER, WRITER);
    sql("ALTER TABLE %s ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'", table);
    assertThat(iceberg(table).properties()).containsEntry(READER, "16384");
    assertThat(iceberg(table).properties()).containsEntry(WRITER, "16384");
    sql("ALTER TABLE %s DROP COLUMN pic", table);
    assertThat(iceberg(table).properties()).containsEntry(READER, "16384");
    assertThat(iceberg(table).properties()).containsEntry(WRITER, "16384");
  }

  @Test
  void survivesRollbackAndUnsettingTheOption() {
    String table = create("(id INT) TBLPROPERTIES ('format-version'='3')");
    sql("INSERT INTO %s VALUES (1)", table);
    Object plain = scalar("SELECT snapshot_id FROM %s.snapshots", table);
    sql("ALTER TABLE %s ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'", table);
    sql("INSERT INTO %s VALUES (2, X'BB')", table);
    sql("ALTER TABLE %s SET TBLPROPERTIES ('lance.blob.managed' = 'true')", table);
    sql("ALTER TABLE %s UNSET TBLPROPERTIES ('lance.blob.managed')", table);
    sql("CALL lake.system.rollback_to_snapshot('%s', %s)", table.substring(5), plain);

    assertThat(iceberg(table).properties())
        .containsEntry(READER, "16384")
        .containsEntry(WRITER, "16384");
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1, null));
    sql("INSERT INTO %s VALUES (3, X'CC')", table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(1, null), row(3, "CC"));
  }

  private static void set(Table table, String key, String value) {
    UpdateProperties update = table.updateProperties();
    if (value == null) {
      update.remove(key);
    } else {
      update.set(key, value);
    }
    update.commit();
  }
}
