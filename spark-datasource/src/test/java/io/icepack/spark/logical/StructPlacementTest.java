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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.testing.ScopedCatalog;
import io.icepack.spark.testing.StorageProbe;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Struct-shaped columns whose payloads lie beside data files, or come from a source table. */
class StructPlacementTest extends LogicalTest {

  private static final String BESIDE =
      "'lance.blob.managed'='false', 'blob.inline-threshold'='1', 'blob.dedicated-threshold'='4'";

  private static String bytes(String hex) {
    return "named_struct('data', X'%s', 'uri', NULL, 'position', NULL, 'size', NULL)"
        .formatted(hex);
  }

  @Test
  void placesWhatIsIngested() throws IOException {
    String table =
        create(
            "(id INT, pic " + COMPLETE + " COMMENT '__BLOB_FIELD') TBLPROPERTIES (" + BESIDE + ")");
    String object = object("five", 1, 2, 3, 4, 5);
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES (1, %s), (2, %s), (3, %s), (4, %s)",
        table,
        part(object, "NULL", "NULL"),
        part(object, "1L", "3L"),
        part(object, "4L", "1L"),
        bytes("AABB"));
    Files.delete(outside("five"));
    String rows = "SELECT id, pic.data, _blobs.pic.kind, _blobs.pic.blob_id FROM %s ORDER BY id";
    assertThat(sql(rows, table))
        .containsExactly(
            row(1, "0102030405", 2, 1L),
            row(2, "020304", 1, 2L),
            row(3, "05", 0, 0L),
            row(4, "AABB", 1, 2L));
    StorageProbe.reset();
    sql("UPDATE %s SET id = id + 10 WHERE id > 1", table);
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(5);
    assertThat(sql(rows, table))
        .containsExactly(
            row(1, "0102030405", 2, 1L),
            row(12, "020304", 1, 1L),
            row(13, "05", 0, 0L),
            row(14, "AABB", 1, 1L));
    assertThat(files(table).packs()).isEmpty();
    assertThatThrownBy(
            () -> sql("INSERT INTO %s SELECT 1, %s", table, part(uri("gone"), "0L", "3L")))
        .hasStackTraceContaining("Cannot write column pic of table " + table + ": ")
        .hasStackTraceContaining("there is no such object");
    assertThat(files(table).objects()).hasSize(3);
  }

  /** References stay references, and what belongs to the table is copied to the data file. */
  @Test
  void refersOnlyToWhatIsOutside() throws IOException {
    String table =
        create(
            "(id INT, pic "
                + COMPLETE
                + " COMMENT '__BLOB_FIELD') TBLPROPERTIES ('blob.external.mode'='reference', "
                + "'blob.external.allow-outside-bases'='true', "
                + BESIDE
                + ")");
    sql("INSERT INTO %s SELECT 1, %s", table, bytes("0102030405"));
    sql("INSERT INTO %s SELECT 2, %s", table, part(object("outer", 7, 8), "NULL", "NULL"));
    sql("INSERT INTO %s SELECT id + 2, pic FROM %s WITH (`blob-as-descriptor`=true)", table, table);
    sql("DELETE FROM %s WHERE id = 1", table);
    assertThat(sql("SELECT id, pic.data, _blobs.pic.kind FROM %s ORDER BY id", table))
        .containsExactly(row(2, "0708", 3), row(3, "0102030405", 2), row(4, "0708", 3));
    assertThat(files(table).objects()).hasSize(2);
  }

  @Test
  void readsUrisThroughTheSourceTable() {
    String prefix = "spark.sql.catalog.scoped";
    spark.conf().set(prefix, "io.icepack.spark.IcepackCatalog");
    spark.conf().set(prefix + ".catalog-impl", ScopedCatalog.class.getName());
    spark.conf().set(prefix + ".warehouse", directory.resolve("scoped").toString());
    spark.conf().set(prefix + ".cache-enabled", "false");
    sql("CREATE TABLE scoped.db.s (id INT, pic %s COMMENT '__BLOB_FIELD')", COMPLETE);
    sql("INSERT INTO scoped.db.s SELECT 1, %s UNION ALL SELECT 2, NULL", bytes("0102030405"));
    sql(
        "CREATE TABLE scoped.db.t (id INT, pic %s COMMENT '__BLOB_FIELD') TBLPROPERTIES "
            + "('blob-descriptor.source-table'='db.s')",
        COMPLETE);
    sql("INSERT INTO scoped.db.t SELECT * FROM scoped.db.s WITH (`blob-as-descriptor`=true)");
    sql("INSERT INTO scoped.db.t SELECT 3, %s", bytes("0A"));
    sql("DROP TABLE scoped.db.s PURGE");
    assertThat(sql("SELECT id, pic.data FROM scoped.db.t ORDER BY id"))
        .containsExactly(row(1, "0102030405"), row(2, null), row(3, "0A"));
  }
}
