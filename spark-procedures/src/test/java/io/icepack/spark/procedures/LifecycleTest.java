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
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A sidecar lives and dies with its data file. */
class LifecycleTest extends ProcedureTest {

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
  void goesWithExpiredDataFiles() {
    createSample("expired");
    sql("ALTER TABLE lake.db.expired CREATE TAG t");
    sql("INSERT INTO lake.db.expired SELECT 7, 'h', X'07', NULL, NULL");
    Object second = scalar("SELECT snapshot_id FROM lake.db.expired.refs WHERE name = 'main'");
    sql("ALTER TABLE lake.db.expired CREATE BRANCH b");
    sql("INSERT INTO lake.db.expired.branch_b SELECT 8, 'i', X'08', NULL, NULL");
    sql("INSERT OVERWRITE lake.db.expired SELECT 9, 'j', X'09', NULL, NULL");
    sql("CALL lake.system.rollback_to_snapshot('db.expired', %s)", second);
    compact("'db.expired'");
    assertThat(stored("expired").sidecars()).hasSize(11);

    expire("expired");
    assertSidecarForEachDataFile("expired", 10);
    sql("ALTER TABLE lake.db.expired DROP BRANCH b");
    sql("ALTER TABLE lake.db.expired DROP TAG t");
    expire("expired");

    assertSidecarForEachDataFile("expired", 1);
    assertSidecarsExact("expired");
    assertThat(sql("SELECT id, pic FROM lake.db.expired WHERE id > 5 ORDER BY id"))
        .containsExactly(row(6, "CC"), row(7, "07"));
  }

  @Test
  void staysForGarbageCollectionWhenItCannotBeDeleted() {
    createSample("kept");
    compact("'db.kept'");
    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.DELETE && access.location().endsWith(".blobref")) {
            throw new AccessDeniedException(access.location());
          }
        });
    expire("kept");
    assertThat(stored("kept").dataFiles()).hasSize(1);
    assertThat(stored("kept").sidecars()).hasSize(8);
    StorageProbe.reset();

    assertThat(collectGarbage("kept")).isEqualTo(row("done", null, 0L, 7L));
    assertSidecarForEachDataFile("kept", 1);
  }

  @Test
  void staysForGarbageCollectionAfterAnotherClient() {
    createSample("stock");
    sql("INSERT OVERWRITE lake.db.stock SELECT 9, 'j', X'09', NULL, NULL");
    spark.conf().set("spark.sql.catalog.stock", "org.apache.iceberg.spark.SparkCatalog");
    spark.conf().set("spark.sql.catalog.stock.type", "hadoop");
    spark.conf().set("spark.sql.catalog.stock.warehouse", warehouse());
    sql(
        "CALL stock.system.expire_snapshots(table => 'db.stock', older_than => "
            + "TIMESTAMP '2999-01-01 00:00:00', retain_last => 1)");
    assertThat(stored("stock").dataFiles()).hasSize(1);
    assertThat(stored("stock").sidecars()).hasSize(8);

    assertThat(collectGarbage("stock").get(3)).isEqualTo(7L);

    assertSidecarForEachDataFile("stock", 1);
    assertThat(stored("stock").packs()).hasSize(1);
    assertThat(sql("SELECT pic FROM lake.db.stock")).containsExactly(row("09"));
  }

  @Test
  void goesWithAPurgedTable() throws IOException {
    createMedia("mem.db.purged", "");
    sql("ALTER TABLE mem.db.purged SET LOCATION '%s'", root.resolve("second"));
    sql("INSERT INTO mem.db.purged VALUES (2, X'02')");
    Files.write(root.resolve("second/_blobs/dead.managed.blob"), new byte[3]);
    assertThat(filesBelow("db/purged")).isNotEmpty();

    sql("DROP TABLE mem.db.purged PURGE");

    assertThat(filesBelow("db/purged")).isEmpty();
    assertThat(filesBelow("second")).isEmpty();
  }

  @Test
  void staysWithATableThatIsNotPurged() {
    createMedia("mem.db.dropped", "");
    List<Path> files = filesBelow("db/dropped");
    sql("DROP TABLE mem.db.dropped");
    assertThat(filesBelow("db/dropped")).isEqualTo(files);
  }

  @Test
  void leavesTheTableInTheSamePlaceWhatItHas() {
    createMedia("mem.db.one", "LOCATION '" + root.resolve("both") + "'");
    createMedia("mem.db.two", "LOCATION '" + root.resolve("both") + "'");

    sql("DROP TABLE mem.db.one PURGE");

    assertThat(sql("SELECT id, pic FROM mem.db.two")).containsExactly(row(1, "01"));
    sql("DROP TABLE mem.db.two PURGE");
    assertThat(filesBelow("both")).isEmpty();
  }

  private void createMedia(String table, String clauses) {
    sql("CREATE TABLE %s (id INT, pic BINARY COMMENT '__BLOB_FIELD') %s", table, clauses);
    sql("INSERT INTO %s VALUES (1, X'01')", table);
  }

  private List<Path> filesBelow(String location) {
    try (Stream<Path> files = Files.walk(root.resolve(location))) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.toString().endsWith(".crc"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertSidecarForEachDataFile(String table, int count) {
    Set<Path> expected =
        stored(table).dataFiles().stream()
            .map(Path::toString)
            .filter(file -> file.endsWith(".parquet"))
            .map(ProcedureTest::sidecarPath)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(new TreeSet<>(stored(table).sidecars())).isEqualTo(expected).hasSize(count);
  }
}
