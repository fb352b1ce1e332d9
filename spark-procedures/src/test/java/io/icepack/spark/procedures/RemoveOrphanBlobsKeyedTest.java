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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Access;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ExpireSnapshots.CleanupLevel;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;

/** Garbage collection of tables with primary keys. */
class RemoveOrphanBlobsKeyedTest extends KeyedTest {

  private static final List<Object> NO_ORPHANS = row("done", null, 0L, 0L);

  /** Three runs of overlapping keys. */
  private void createRuns(String table) {
    createKeyed(table, "TBLPROPERTIES ('bucket'='1')");
    insert(
        table, "(1, 'a', X'A1', array(X'01', NULL), map('k', X'02')), (2, 'a', X'A2', NULL, NULL)");
    insert(table, "(2, 'b', X'B2', array(X''), map('k', NULL)), (3, 'b', X'B3', array(), map())");
    sql("DELETE FROM lake.db.%s WHERE id = 3", table);
    insert(table, "(4, 'c', X'C4', NULL, NULL)");
  }

  private Path orphan(String table) throws IOException {
    Path orphan = Path.of(stored(table).location(), "_blobs", "dead.managed.blob");
    Files.write(orphan, new byte[10]);
    return orphan;
  }

  private List<List<Object>> rowsOf(String table) {
    return sql("SELECT * FROM lake.db.%s ORDER BY id", table);
  }

  @Test
  void knowsItsPacksInAnySpelling() throws IOException {
    createRuns("spelled");
    List<List<Object>> rows = rowsOf("spelled");
    Path live = stored("spelled").packs().get(0);
    Path namesake =
        Files.createDirectories(Path.of(stored("spelled").location(), "elsewhere/_blobs"))
            .resolve(live.getFileName());
    Files.write(namesake, new byte[77]);
    age("spelled");
    configure("slashes", "file://" + warehouse() + "/./");

    assertThat(sql("CALL slashes.sys.remove_orphan_blobs('db.spelled')").get(0).subList(1, 5))
        .isEqualTo(row("done", null, 1L, 77L));

    assertThat(namesake).doesNotExist();
    assertThat(rowsOf("spelled")).isEqualTo(rows);
    assertThat(collectGarbage("spelled")).isEqualTo(NO_ORPHANS);
  }

  @Test
  void deletesNothingInDoubt() throws IOException {
    createRuns("doubtful");
    Path orphan = orphan("doubtful");
    Path sidecar = sidecarPath(dataFiles("doubtful").iterator().next());
    byte[] bytes = Files.readAllBytes(sidecar);
    delete(sidecar);
    assertThat(collectGarbage("doubtful").subList(2, 4)).isEqualTo(row(0L, 0L));
    for (int place : List.of(4, 9)) {
      byte[] damaged = bytes.clone();
      damaged[place] = 99;
      Files.write(sidecar, damaged);
      assertThat(collectGarbage("doubtful").get(0)).isEqualTo("unsafe");
    }
    assertThat(orphan).exists();
    assertThat(sql("CALL lake.sys.rebuild_blob_refs(table => 'db.doubtful', force => true)").get(0))
        .isEqualTo(row(3L, 0L, 1L, 1L));
    assertThat(Files.readAllBytes(sidecar)).isEqualTo(bytes);

    Path manifest =
        Path.of((String) scalar("SELECT path FROM lake.db.doubtful.manifests WHERE content = 0"));
    byte[] entries = Files.readAllBytes(manifest);
    delete(manifest);
    assertThat(collectGarbage("doubtful").get(0)).isEqualTo("unreadable");
    assertThat(orphan).exists();
    Files.write(manifest, entries);

    // A third reading of a sidecar would find none; an orphan that another hand deletes is no loss.
    AtomicInteger reads = new AtomicInteger();
    StorageProbe.inject(
        access -> {
          if (isSidecar(access) && reads.incrementAndGet() > 6) {
            throw new FileNotFoundException(access.location());
          } else if (access.operation() == Operation.DELETE) {
            Files.deleteIfExists(orphan);
          }
        });
    assertThat(collectGarbage("doubtful")).isEqualTo(row("done", null, 1L, 0L));
    assertThat(reads.get()).isEqualTo(6);
    assertThat(orphan).doesNotExist();
  }

  @Test
  void needsNeitherPacksNorFilesThatAreGone() throws IOException {
    createKeyed("sparse", "TBLPROPERTIES ('bucket'='1')");
    insert("sparse", "(1, 'a', NULL, array(NULL), map()), (2, 'a', NULL, NULL, NULL)");
    Path data = Path.of(dataFiles("sparse").iterator().next());
    Files.createDirectories(Path.of(stored("sparse").location(), "_blobs"));
    orphan("sparse");
    assertThat(collectGarbage("sparse")).isEqualTo(row("done", null, 1L, 0L));

    insert("sparse", "(1, 'b', X'B1', NULL, NULL)");
    sql("DELETE FROM lake.db.sparse WHERE id < 3");
    delete(data);
    delete(sidecarPath(data.toString()));
    orphan("sparse");
    assertThat(collectGarbage("sparse")).isEqualTo(row("done", null, 1L, 0L));
  }

  @Test
  void meetsACommitOfAnOldRun() throws IOException {
    createKeyed("met");
    insert("met", "(1, 'a', X'A1', NULL, NULL)");
    Table iceberg = iceberg("lake.db.met");
    DataFile dataFile;
    try (CloseableIterable<FileScanTask> tasks = iceberg.newScan().planFiles()) {
      dataFile = tasks.iterator().next().file().copy();
    }
    iceberg.newDelete().deleteFile(dataFile).commit();
    iceberg
        .expireSnapshots()
        .expireOlderThan(Long.MAX_VALUE)
        .cleanupLevel(CleanupLevel.NONE)
        .commit();
    onFirst(
        RemoveOrphanBlobsKeyedTest::isListing,
        () -> iceberg.newAppend().appendFile(dataFile).commit());

    // The listing is over before the commit can be seen, so that both collections see it.
    assertThat(collectGarbage("met").subList(2, 4)).isEqualTo(row(0L, 0L));
    assertThat(sql("SELECT id, pic FROM lake.db.met")).containsExactly(row(1, "A1"));
  }

  @Test
  void followsTagsAndCompactions() {
    createKeyed("tagged", "TBLPROPERTIES ('bucket'='1')");
    insert("tagged", "(1, 'v1', X'01', NULL, NULL)");
    sql("ALTER TABLE lake.db.tagged CREATE TAG v1");
    insert("tagged", "(1, 'v2', X'02', NULL, NULL)");
    expire("tagged");
    // The run that has v1 is live until it is merged.
    assertThat(collectGarbage("tagged")).isEqualTo(NO_ORPHANS);
    compact("'db.tagged'");
    expire("tagged");
    assertThat(collectGarbage("tagged").get(2)).isEqualTo(0L);
    assertThat(sql("SELECT pic FROM lake.db.tagged VERSION AS OF 'v1'")).containsExactly(row("01"));

    sql("ALTER TABLE lake.db.tagged DROP TAG v1");
    expire("tagged");
    assertThat(collectGarbage("tagged").get(2)).isEqualTo(1L);
    assertThat(sql("SELECT pic FROM lake.db.tagged")).containsExactly(row("02"));
    sql("DELETE FROM lake.db.tagged WHERE id = 1");
    compact("'db.tagged'");
    expire("tagged");
    assertThat(collectGarbage("tagged").get(2)).isEqualTo(1L);
    assertThat(stored("tagged").all()).isEmpty();
  }

  @Test
  void keepsAPackForItsLastPartition() {
    sql(
        "CREATE TABLE lake.db.shared (p INT, id INT, pic BINARY COMMENT '__BLOB_FIELD', "
            + "PRIMARY KEY (p, id) NOT ENFORCED) PARTITIONED BY (p)");
    sql("INSERT INTO lake.db.shared SELECT 1, 1, X'01' UNION ALL SELECT 2, 1, X'02'");
    Set<Path> packs = new TreeSet<>(stored("shared").packs());
    sql("DELETE FROM lake.db.shared WHERE p = 1 AND id = 1");
    compact("'db.shared'");
    expire("shared");
    long first = (long) collectGarbage("shared").get(2);
    assertThat(first).isEqualTo(packs.size() - 1L);
    assertThat(sql("SELECT * FROM lake.db.shared")).containsExactly(row(2, 1, "02"));
    sql("DELETE FROM lake.db.shared WHERE p = 2 AND id = 1");
    compact("'db.shared'");
    expire("shared");
    assertThat(collectGarbage("shared").get(2)).isEqualTo(1L);
    assertThat(stored("shared").all()).isEmpty();
  }

  @Test
  void freesTheValuesOfADroppedColumn() {
    createRuns("dropped");
    sql("ALTER TABLE lake.db.dropped DROP COLUMN pic");
    sql("ALTER TABLE lake.db.dropped ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'");
    sql("ALTER TABLE lake.db.dropped RENAME COLUMN imgs TO pictures");
    assertThat(collectGarbage("dropped")).isEqualTo(NO_ORPHANS);
    List<List<Object>> rows = rowsOf("dropped");
    assertThat(rows).extracting(row -> row.get(4)).containsOnlyNulls();
    compact("'db.dropped'");
    sql(
        "CALL lake.system.expire_snapshots(table => 'db.dropped', older_than => TIMESTAMP "
            + "'2999-01-01 00:00:00', retain_last => 1, clean_expired_metadata => true)");

    assertThat(collectGarbage("dropped").subList(0, 3)).isEqualTo(row("done", null, 3L));
    assertThat(rowsOf("dropped")).isEqualTo(rows);
    assertThat(stored("dropped").packs()).hasSize(2);
  }

  @Test
  void collectsWhatAKilledWriteLeaves() {
    createRuns("killed");
    List<List<Object>> rows = rowsOf("killed");
    long snapshots = (long) scalar("SELECT count(*) FROM lake.db.killed.snapshots");
    Set<Path> files = Set.copyOf(stored("killed").all());
    // From the first manifest on nothing works any more, not even cleaning up.
    AtomicInteger dead = new AtomicInteger();
    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.CREATE && access.location().endsWith("-m0.avro")) {
            dead.set(1);
          }
          if (dead.get() > 0) {
            throw new IOException("killed");
          }
        });
    assertThatThrownBy(() -> insert("killed", "(1, 'x', X'11', NULL, NULL)"))
        .hasStackTraceContaining("killed");
    StorageProbe.reset();

    assertThat(stored("killed").all()).hasSize(files.size() + 4);
    assertThat(scalar("SELECT count(*) FROM lake.db.killed.snapshots")).isEqualTo(snapshots);
    assertThat(rowsOf("killed")).isEqualTo(rows);
    insert("killed", "(4, 'd', X'44', NULL, NULL)");
    assertThat(collectGarbage("killed")).isEqualTo(row("done", null, 1L, 1L));
    assertThat(sql("SELECT id, pic FROM lake.db.killed ORDER BY id"))
        .containsExactly(row(1, "A1"), row(2, "B2"), row(4, "44"));
  }

  private static boolean isSidecar(Access access) {
    return access.operation() == Operation.OPEN && access.location().endsWith(".blobref");
  }

  private static boolean isListing(Access access) {
    return access.operation() == Operation.LIST;
  }

  private static void onFirst(Predicate<Access> when, Runnable action) {
    AtomicInteger seen = new AtomicInteger();
    StorageProbe.inject(
        access -> {
          if (when.test(access) && seen.incrementAndGet() == 1) {
            action.run();
          }
        });
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
      Files.deleteIfExists(path.resolveSibling("." + path.getFileName() + ".crc"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
