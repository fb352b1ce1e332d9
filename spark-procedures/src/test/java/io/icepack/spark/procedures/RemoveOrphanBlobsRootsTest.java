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
package io.icepack.spark.procedures;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.PointerCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Garbage collection deletes only where the table is, or was and nobody else came. */
class RemoveOrphanBlobsRootsTest extends ProcedureTest {

  private Path root;

  @BeforeAll
  void configureCatalog() {
    root = directory.resolve("mem");
    spark.conf().set("spark.sql.catalog.mem", "io.icepack.spark.IcepackCatalog");
    spark.conf().set("spark.sql.catalog.mem.catalog-impl", PointerCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.mem.warehouse", root.toString());
    spark.conf().set("spark.sql.catalog.mem.cache-enabled", "false");
    sql("CREATE NAMESPACE mem.db");
  }

  @Test
  void collectsWhereTheTableWas() throws IOException {
    createMedia("mem.db.moved");
    Path here = root.resolve("db/moved");
    sql("ALTER TABLE mem.db.moved SET LOCATION '%s'", root.resolve("there"));
    sql("INSERT INTO mem.db.moved VALUES (2, X'02')");
    Path old = orphan(here);
    Path young = orphan(root.resolve("there"));

    assertThat(collect("mem.db.moved")).isEqualTo(row("done", null, 2L));
    assertThat(old).doesNotExist();
    assertThat(young).doesNotExist();
    assertThat(sql("SELECT id, pic FROM mem.db.moved ORDER BY id"))
        .containsExactly(row(1, "01"), row(2, "02"));
  }

  @Test
  void keepsWhatATableHadThatWasReplacedElsewhere() throws IOException {
    createMedia("mem.db.replaced");
    Object before = scalar("SELECT snapshot_id FROM mem.db.replaced.snapshots");
    sql(
        "CREATE OR REPLACE TABLE mem.db.replaced (id INT, pic BINARY COMMENT '__BLOB_FIELD') "
            + "LOCATION '%s'",
        root.resolve("elsewhere"));
    sql("INSERT INTO mem.db.replaced VALUES (2, X'02')");
    Path orphan = orphan(root.resolve("db/replaced"));

    assertThat(collect("mem.db.replaced")).isEqualTo(row("done", null, 1L));
    assertThat(orphan).doesNotExist();
    assertThat(sql("SELECT id, pic FROM mem.db.replaced VERSION AS OF %s", before))
        .containsExactly(row(1, "01"));
    assertThat(sql("SELECT id, pic FROM mem.db.replaced")).containsExactly(row(2, "02"));
  }

  @Test
  void sparesATableThatCameAfterIt() throws IOException {
    createMedia("mem.db.former");
    Path here = root.resolve("db/former");
    sql("ALTER TABLE mem.db.former SET LOCATION '%s'", root.resolve("away"));
    sql("ALTER TABLE mem.db.former RENAME TO db.renamed");
    createMedia("mem.db.former");
    assertThat(packs(here)).hasSize(2);
    Path orphan = orphan(here);

    assertThat(collect("mem.db.renamed")).isEqualTo(row("done", null, 0L));

    assertThat(orphan).exists();
    assertThat(sql("SELECT id, pic FROM mem.db.former")).containsExactly(row(1, "01"));
  }

  @Test
  void sparesTablesBelowIt() throws IOException {
    createMedia("mem.db.outer");
    Path outer = root.resolve("db/outer");
    sql(
        "CREATE TABLE mem.db.inner (id INT, pic BINARY COMMENT '__BLOB_FIELD') LOCATION '%s'",
        outer.resolve("sub/inner"));
    sql("INSERT INTO mem.db.inner VALUES (1, X'01')");
    Path orphan = orphan(outer.resolve("sub"));

    assertThat(collect("mem.db.outer")).isEqualTo(row("done", null, 1L));

    assertThat(orphan).doesNotExist();
    assertThat(sql("SELECT id, pic FROM mem.db.inner")).containsExactly(row(1, "01"));
  }

  @Test
  void sparesBasesOfOtherTables() throws IOException {
    createMedia("mem.db.original");
    Path original = root.resolve("db/original");
    sql(
        "CREATE TABLE mem.db.copy (id INT, pic BINARY COMMENT '__BLOB_FIELD') TBLPROPERTIES ("
            + "'blob.base.1' = '%s', 'blob.base.1.dataset-root' = 'true', "
            + "'blob.base.1.owner' = '%s')",
        original, iceberg("mem.db.original").uuid());
    Path orphan = orphan(original);

    assertThat(collect("mem.db.copy")).isEqualTo(row("done", null, 0L));
    assertThat(orphan).exists();
    assertThat(collect("mem.db.original")).isEqualTo(row("done", null, 1L));
  }

  private void createMedia(String table) {
    sql("CREATE TABLE %s (id INT, pic BINARY COMMENT '__BLOB_FIELD')", table);
    sql("INSERT INTO %s VALUES (1, X'01')", table);
  }

  private List<Object> collect(String table) {
    List<Object> row =
        sql("CALL mem.sys.remove_orphan_blobs('%s', TIMESTAMP '2999-01-01 00:00:00')", table)
            .get(0);
    return row.subList(1, 4);
  }

  private static Path orphan(Path location) throws IOException {
    Path orphan = location.resolve("_blobs").resolve("dead.managed.blob");
    Files.createDirectories(orphan.getParent());
    return Files.write(orphan, new byte[10]);
  }

  private static List<Path> packs(Path location) {
    try (Stream<Path> files = Files.list(location.resolve("_blobs"))) {
      return files.filter(file -> file.toString().endsWith(".managed.blob")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
