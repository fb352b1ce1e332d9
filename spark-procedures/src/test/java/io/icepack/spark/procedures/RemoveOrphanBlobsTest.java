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

import io.icepack.blob.base.SidecarObjects;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** What garbage collection deletes and what it keeps when nothing goes wrong. */
class RemoveOrphanBlobsTest extends ProcedureTest {

  private static final List<Object> NOTHING = row("done", null, 0L, 0L);

  @Test
  void keepsWhatIsReferenced() {
    createSample("live");
    List<List<Object>> content = content("live");
    Map<String, String> packs = packs("live");
    StorageProbe.reset();

    assertThat(collectGarbage("live")).isEqualTo(NOTHING);

    assertThat(StorageProbe.count(Operation.OPEN, ".blobref")).isEqualTo(2 * 7);
    assertThat(StorageProbe.count(Operation.STATUS, ".blobref")).isZero();

    assertThat(packs("live")).isEqualTo(packs).hasSizeGreaterThan(5);
    assertThat(content("live")).isEqualTo(content);
    assertSidecarsExact("live");
  }

  @Test
  void tellsInFigures() throws IOException {
    createSample("figures");
    Path orphan = stored("figures").packs().get(0).resolveSibling("dead.managed.blob");
    Files.write(orphan, new byte[1000]);
    Path sidecar = Path.of(stored("figures").location(), "data", "_gone.parquet.blobref");
    Files.write(sidecar, new byte[13]);
    int packs = stored("figures").packs().size();
    age("figures");

    Row dry =
        spark
            .sql("CALL lake.sys.remove_orphan_blobs(table => 'db.figures', dry_run => true)")
            .collectAsList()
            .get(0);
    assertThat(dry.schema().fieldNames())
        .containsExactly(
            "table",
            "status",
            "reason",
            "deleted_blobs_count",
            "deleted_blobs_bytes",
            "deleted_blob_refs_count",
            "deleted_blob_refs_bytes",
            "candidates_count",
            "snapshots_count");
    assertThat(rows(List.of(dry)))
        .containsExactly(
            row("lake.db.figures", "dry-run", null, 1L, 1000L, 1L, 13L, packs + 8L, 1L));
    assertThat(orphan).exists();
    assertThat(sidecar).exists();

    assertThat(sql("CALL lake.sys.remove_orphan_blobs('db.figures')"))
        .containsExactly(row("lake.db.figures", "done", null, 1L, 1000L, 1L, 13L, packs + 8L, 1L));
    assertThat(orphan).doesNotExist();
    assertThat(sidecar).doesNotExist();
    assertThat(stored("figures").packs()).hasSize(packs - 1);
  }

  @Test
  void sparesWhatIsYoung() throws IOException {
    createSample("young");
    Path orphan = stored("young").packs().get(0).resolveSibling("dead.managed.blob");
    Files.write(orphan, new byte[10]);

    assertThat(removeOrphans("'db.young'")).containsEntry("deleted_blobs_count", 0L);
    assertThat(removeOrphans("'db.young', TIMESTAMP '2026-01-01 00:00:00'"))
        .containsEntry("candidates_count", 0L);
    assertThat(orphan).exists();
    // A cutoff in the future is the beginning of the run.
    assertThat(removeOrphans("'db.young', TIMESTAMP '2999-01-01 00:00:00'"))
        .containsEntry("deleted_blobs_count", 1L);
    assertThat(orphan).doesNotExist();
  }

  @Test
  void tellsApartPacksOfOneName() throws IOException {
    createSample("namesake");
    Path live = stored("namesake").packs().get(0);
    Path other =
        Files.createDirectories(Path.of(stored("namesake").location(), "elsewhere", "_blobs"))
            .resolve(live.getFileName());
    Files.write(other, new byte[77]);
    age("namesake");

    Map<String, Object> row = removeOrphans("'db.namesake'");

    assertThat(row)
        .containsEntry("status", "done")
        .containsEntry("deleted_blobs_count", 1L)
        .containsEntry("deleted_blobs_bytes", 77L);
    assertThat(other).doesNotExist();
    assertThat(live).exists();
  }

  @Test
  void knowsALocationInAnySpelling() {
    configure("spelled", "file:" + warehouse());
    createSample("spelling");
    List<List<Object>> content = content("spelling");
    age("spelling");

    assertThat(sql("CALL spelled.sys.remove_orphan_blobs('db.spelling')").get(0).subList(0, 4))
        .isEqualTo(row("spelled.db.spelling", "done", null, 0L));
    configure("spelled3", "file://" + warehouse() + "/./");
    assertThat(sql("CALL spelled3.sys.remove_orphan_blobs('db.spelling')").get(0).subList(0, 4))
        .isEqualTo(row("spelled3.db.spelling", "done", null, 0L));

    assertThat(content("spelling")).isEqualTo(content);
  }

  @Test
  void followsSnapshotsTagsAndBranches() {
    sql("CREATE TABLE lake.db.history (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO lake.db.history VALUES (1, X'01')");
    sql("ALTER TABLE lake.db.history CREATE TAG v1");
    sql("ALTER TABLE lake.db.history CREATE BRANCH b");
    sql("INSERT INTO lake.db.history.branch_b VALUES (2, X'02')");
    sql("INSERT OVERWRITE lake.db.history VALUES (3, X'03')");
    sql("UPDATE lake.db.history SET pic = X'04'");
    compact("'db.history', options => map('rewrite-all', 'true')");
    assertThat(stored("history").packs()).hasSize(4);
    expire("history");

    assertThat(collectGarbage("history").subList(0, 3)).isEqualTo(row("done", null, 1L));
    assertThat(stored("history").packs()).hasSize(3);
    assertThat(sql("SELECT id, pic FROM lake.db.history VERSION AS OF 'v1'"))
        .containsExactly(row(1, "01"));
    assertThat(sql("SELECT id, pic FROM lake.db.history VERSION AS OF 'b' ORDER BY id"))
        .containsExactly(row(1, "01"), row(2, "02"));
    assertThat(sql("SELECT id, pic FROM lake.db.history")).containsExactly(row(3, "04"));

    sql("ALTER TABLE lake.db.history DROP BRANCH b");
    expire("history");
    assertThat(collectGarbage("history").get(2)).isEqualTo(1L);
    assertThat(sql("SELECT id, pic FROM lake.db.history VERSION AS OF 'v1'"))
        .containsExactly(row(1, "01"));

    sql("ALTER TABLE lake.db.history DROP TAG v1");
    expire("history");
    assertThat(collectGarbage("history").get(2)).isEqualTo(1L);
    assertThat(stored("history").packs()).hasSize(1);
    assertThat(stored("history").sidecars()).hasSize(1);
    assertThat(sql("SELECT id, pic FROM lake.db.history")).containsExactly(row(3, "04"));
  }

  @Test
  void keepsAPackForItsLastRow() {
    sql(
        "CREATE TABLE lake.db.shared (id INT, pic BINARY COMMENT '__BLOB_FIELD') "
            + "PARTITIONED BY (id) TBLPROPERTIES ('write.distribution-mode' = 'none', "
            + "'write.spark.fanout.enabled' = 'true')");
    sql(
        "INSERT INTO lake.db.shared SELECT /*+ COALESCE(1) */ * FROM VALUES (1, X'01'), (2, X'02')");
    Path pack = stored("shared").packs().get(0);
    assertThat(stored("shared").packs()).hasSize(1);

    sql("DELETE FROM lake.db.shared WHERE id = 1");
    compact("'db.shared'");
    expire("shared");
    assertThat(collectGarbage("shared").get(2)).isEqualTo(0L);
    assertThat(sql("SELECT id, pic FROM lake.db.shared")).containsExactly(row(2, "02"));

    sql("DELETE FROM lake.db.shared WHERE id = 2");
    compact("'db.shared'");
    expire("shared");
    assertThat(collectGarbage("shared").subList(0, 3)).isEqualTo(row("done", null, 1L));
    assertThat(pack).doesNotExist();
    assertThat(stored("shared").all()).isEmpty();
  }

  @Test
  void keepsReplacedValuesUntilTheirDataFileGoes() {
    sql("CREATE TABLE lake.db.replaced (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO lake.db.replaced VALUES (1, X'01')");
    Path old = stored("replaced").packs().get(0);
    sql("UPDATE lake.db.replaced SET pic = X'02'");
    expire("replaced");
    // Merge-on-read: the deletion vector leaves the data file where it is.
    assertThat(collectGarbage("replaced").get(2)).isEqualTo(0L);
    assertThat(old).exists();

    compact("'db.replaced'");
    assertThat(collectGarbage("replaced").get(2)).isEqualTo(0L);
    expire("replaced");
    assertThat(collectGarbage("replaced").get(2)).isEqualTo(1L);
    assertThat(old).doesNotExist();
    assertThat(sql("SELECT pic FROM lake.db.replaced")).containsExactly(row("02"));
  }

  @Test
  void freesTheValuesOfADroppedColumn() {
    createSample("dropped");
    sql("ALTER TABLE lake.db.dropped DROP COLUMN pic");
    sql("ALTER TABLE lake.db.dropped ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'");
    sql("ALTER TABLE lake.db.dropped RENAME COLUMN imgs TO pictures");
    List<List<Object>> others = sql("SELECT id, pictures, m FROM lake.db.dropped ORDER BY id");
    assertThat(collectGarbage("dropped")).isEqualTo(NOTHING);
    int packs = stored("dropped").packs().size();

    compact("'db.dropped'");
    sql(
        "CALL lake.system.expire_snapshots(table => 'db.dropped', older_than => TIMESTAMP "
            + "'2999-01-01 00:00:00', retain_last => 1, clean_expired_metadata => true)");

    assertThat((Long) collectGarbage("dropped").get(2)).isEqualTo(3L);
    assertThat(stored("dropped").packs()).hasSize(packs - 3);
    assertThat(sql("SELECT pic FROM lake.db.dropped WHERE pic IS NOT NULL")).isEmpty();
    assertThat(sql("SELECT id, pictures, m FROM lake.db.dropped ORDER BY id")).isEqualTo(others);
  }

  @Test
  void leavesNothingOfATableWithoutRows() {
    createSample("emptied");
    sql("DELETE FROM lake.db.emptied");
    expire("emptied");

    assertThat(collectGarbage("emptied").subList(0, 2)).isEqualTo(row("done", null));

    assertThat(stored("emptied").all()).isEmpty();
    assertThat(collectGarbage("emptied")).isEqualTo(NOTHING);
  }

  @Test
  void keepsSidecarObjectsWithTheirDataFileOrTheirReference() throws IOException {
    createSample("adopted");
    String dataFile = dataFiles("adopted").iterator().next();
    Path owned = Path.of(SidecarObjects.location(dataFile, 1));
    Path stray = Path.of(SidecarObjects.location(dataFile.replace(".parquet", "-gone.parquet"), 1));
    for (Path object : List.of(owned, stray)) {
      Files.createDirectories(object.getParent());
      Files.write(object, new byte[5]);
    }
    age("adopted");

    assertThat(removeOrphans("'db.adopted'"))
        .containsEntry("deleted_blobs_count", 1L)
        .containsEntry("deleted_blobs_bytes", 5L);
    assertThat(owned).exists();
    assertThat(stray).doesNotExist();

    compact("'db.adopted'");
    expire("adopted");
    assertThat(dataFiles("adopted")).doesNotContain(dataFile);
    assertThat((Long) collectGarbage("adopted").get(2)).isEqualTo(1L);
    assertThat(owned).doesNotExist();
  }

  @Test
  void keepsAdoptedSidecarObjects() throws IOException {
    sql("CREATE TABLE lake.db.packed (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    spark.conf().set("spark.sql.catalog.stock", "org.apache.iceberg.spark.SparkCatalog");
    spark.conf().set("spark.sql.catalog.stock.type", "hadoop");
    spark.conf().set("spark.sql.catalog.stock.warehouse", warehouse());
    sql(
        "INSERT INTO stock.db.packed SELECT 1, named_struct('kind', 1, 'position', 1L, 'size', 2L, "
            + "'blob_id', 1L, 'blob_uri', '', 'inline', CAST(NULL AS BINARY))");
    Path object = Path.of(SidecarObjects.location(dataFiles("packed").iterator().next(), 1));
    Files.createDirectories(object.getParent());
    Files.write(object, new byte[] {1, 2, 3, 4});
    sql("CALL lake.sys.rebuild_blob_refs('db.packed')");
    assertThat(collectGarbage("packed")).isEqualTo(NOTHING);
    assertThat(sql("SELECT pic, _blobs.pic.kind FROM lake.db.packed"))
        .containsExactly(row("0203", 1));

    compact("'db.packed', options => map('rewrite-all', 'true')");
    expire("packed");
    assertThat(stored("packed").dataFiles()).hasSize(1);
    assertThat(collectGarbage("packed").get(2)).isEqualTo(0L);
    assertThat(sql("SELECT pic, _blobs.pic.kind FROM lake.db.packed"))
        .containsExactly(row("0203", 4));

    sql("DELETE FROM lake.db.packed");
    expire("packed");
    assertThat(collectGarbage("packed").get(2)).isEqualTo(1L);
    assertThat(object).doesNotExist();
  }

  @Test
  void readsEachSidecarOncePerCollection() {
    createSample("counted");
    compact("'db.counted'");
    sql("UPDATE lake.db.counted SET name = 'x' WHERE id = 1");
    int sidecars = stored("counted").sidecars().size();
    age("counted");
    StorageProbe.reset();

    assertThat(removeOrphans("'db.counted', dry_run => true")).containsEntry("snapshots_count", 3L);

    assertThat(sidecars).isEqualTo(9);
    assertThat(StorageProbe.count(Operation.OPEN, ".blobref")).isEqualTo(2 * sidecars);
    assertThat(StorageProbe.count(Operation.LIST, "")).isEqualTo(1);
    assertThat(StorageProbe.count(Operation.DELETE, "")).isZero();
    assertThat(StorageProbe.accesses()).noneMatch(access -> access.location().endsWith(".parquet"));
    assertThat(StorageProbe.payloadBytesRead()).isZero();
  }

  @Test
  void collectsEveryTableOfANamespace() throws IOException {
    sql("CREATE NAMESPACE lake.many");
    for (String table : List.of("a", "b", "plain")) {
      sql(
          "CREATE TABLE lake.many.%s (id INT, pic BINARY %s)",
          table, table.equals("plain") ? "" : "COMMENT '__BLOB_FIELD'");
      sql("INSERT INTO lake.many.%s VALUES (1, X'01')", table);
    }
    Path packs = Path.of(warehouse(), "many", "a", "_blobs");
    Files.write(packs.resolve("dead.managed.blob"), new byte[3]);
    Files.write(
        Path.of(warehouse(), "many", "b", "metadata", "version-hint.text"),
        "99".getBytes(StandardCharsets.UTF_8));

    List<List<Object>> rows =
        sql("CALL lake.sys.remove_orphan_blobs('many.*', TIMESTAMP '2999-01-01 00:00:00')");

    assertThat(rows.stream().map(row -> row.subList(0, 4)))
        .contains(row("lake.many.a", "done", null, 1L))
        .hasSize(2);
    assertThat(packs.resolve("dead.managed.blob")).doesNotExist();
    assertFails(
        "CALL lake.sys.remove_orphan_blobs('nowhere.*')",
        "Cannot run remove_orphan_blobs on nowhere.*: there is no namespace nowhere");
  }

  @Test
  void doesNothingToTablesWithoutBlobsAndThoseThatOthersNeed() {
    sql("CREATE TABLE lake.db.plain (id INT, pic BINARY)");
    assertThat(sql("CALL lake.sys.remove_orphan_blobs('db.plain')").get(0).subList(1, 3))
        .isEqualTo(row("no-blobs", "the table has never had BLOB columns"));
    createSample("disabled", "TBLPROPERTIES ('gc.enabled' = 'false')");
    assertThat(collectGarbage("disabled"))
        .isEqualTo(
            row(
                "disabled",
                "gc.enabled is false, since other tables may need its objects",
                0L,
                0L));
    assertFails(
        "CALL lake.sys.remove_orphan_blobs('db.plain', parallelism => 0)",
        "Cannot run remove_orphan_blobs: parallelism is 0; use a number above 0");
  }
}
