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

import io.icepack.blob.base.OwnedObject;
import io.icepack.blob.pack.BlobRefs;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Access;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ExpireSnapshots.CleanupLevel;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Garbage collection that cannot prove what is dead deletes nothing, and says why. */
class RemoveOrphanBlobsDoubtTest extends ProcedureTest {

  private String table;
  private Path orphan;

  /** A table of seven data files and one orphan, all old. */
  @BeforeEach
  void createTable() throws IOException {
    table = create(COLUMNS).substring("lake.db.".length());
    insertSample(table);
    orphan = Path.of(stored(table).location(), "_blobs", "dead.managed.blob");
    Files.write(orphan, new byte[10]);
    age(table);
    StorageProbe.reset();
  }

  @Test
  void missesASidecar() throws IOException {
    String dataFile = dataFiles(table).iterator().next();
    delete(sidecarPath(dataFile));

    assertRefused(
        "unsafe",
        "data file %s has no sidecar %s; CALL sys.rebuild_blob_refs to write it anew"
            .formatted(dataFile, sidecarPath(dataFile)));

    sql("CALL lake.sys.rebuild_blob_refs('db.%s')", table);
    assertCollected(1);
  }

  @Test
  void findsASidecarChanged() throws IOException {
    Path sidecar = sidecarPath(dataFiles(table).iterator().next());
    byte[] bytes = Files.readAllBytes(sidecar);
    bytes[9] ^= 1;
    Files.write(sidecar, bytes);
    // Hadoop's checksum file does not fit any more.
    assertThat(removeOrphans("'db.%s'", table)).containsEntry("status", "unsafe");
    Files.delete(sidecar.resolveSibling("." + sidecar.getFileName() + ".crc"));
    assertThat((String) removeOrphans("'db.%s'", table).get("reason"))
        .startsWith("Cannot read " + sidecar + ": Cannot decode blob references of ")
        .endsWith("; CALL sys.rebuild_blob_refs to write it anew");

    bytes[9] ^= 1;
    bytes[4] = 99;
    Files.write(sidecar, bytes);
    assertRefused(
        "unsafe",
        "Cannot read %s: Cannot decode blob references of %d bytes: its version is 99, only 1 is known; CALL sys.rebuild_blob_refs to write it anew"
            .formatted(sidecar, bytes.length));
  }

  @Test
  void acceptsAnEmptySidecar() throws IOException {
    String empty = create(COLUMNS).substring("lake.db.".length());
    sql("INSERT INTO lake.db.%s VALUES (1, 'a', NULL, NULL, map())", empty);
    Path dead = Path.of(stored(empty).location(), "_blobs", "dead.managed.blob");
    Files.createDirectories(dead.getParent());
    Files.write(dead, new byte[10]);

    assertThat(collectGarbage(empty)).isEqualTo(row("done", null, 1L, 0L));
    assertThat(dead).doesNotExist();
  }

  @Test
  void ignoresDataFilesThatAreGoneWithTheirSidecars() throws IOException {
    String dataFile = dataFiles(table).iterator().next();
    delete(Path.of(dataFile));
    delete(sidecarPath(dataFile));

    assertThat(removeOrphans("'db.%s'", table)).containsEntry("status", "done");
    assertThat(orphan).doesNotExist();
  }

  @Test
  void cannotReadASidecar() {
    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.READ && access.location().endsWith(".blobref")) {
            throw new AccessDeniedException(access.location(), null, "access denied");
          }
        });
    Map<String, Object> row = removeOrphans("'db.%s'", table);
    assertThat(row).containsEntry("status", "unreadable").containsEntry("deleted_blobs_count", 0L);
    assertThat((String) row.get("reason")).endsWith(".blobref: access denied");
    assertKept();
  }

  @Test
  void readsNoSidecarAThirdTime() {
    int sidecars = stored(table).sidecars().size();
    AtomicInteger reads = new AtomicInteger();
    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.OPEN
              && access.location().endsWith(".blobref")
              && reads.incrementAndGet() > 2 * sidecars) {
            throw new FileNotFoundException(access.location());
          }
        });

    assertCollected(1);
    assertThat(reads.get()).isEqualTo(2 * sidecars);
  }

  @Test
  void losesASidecarBetweenTheCollections() {
    String dataFile = dataFiles(table).iterator().next();
    meanwhile(
        access -> access.operation() == Operation.OPEN && access.location().endsWith(".blobref"),
        stored(table).sidecars().size() + 1,
        () -> delete(sidecarPath(dataFile)));

    assertThat(removeOrphans("'db.%s'", table)).containsEntry("status", "unsafe");
    assertThat(orphan).exists();
  }

  @Test
  void findsOtherReferencesTheSecondTime() {
    Path sidecar = sidecarPath(dataFiles(table).iterator().next());
    TreeSet<OwnedObject> objects = new TreeSet<>();
    objects.add(OwnedObject.at(orphan.toString()));
    meanwhile(
        access -> access.operation() == Operation.OPEN && access.location().endsWith(".blobref"),
        stored(table).sidecars().size() + 1,
        () -> {
          delete(sidecar);
          try {
            Files.write(sidecar, BlobRefs.encode(objects));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });

    assertRefused(
        "changed", "the second collection found other references than the first one; run again");
  }

  @Test
  void meetsTooManyOtherTables() throws IOException {
    for (int i = 0; i <= 1000; i++) {
      Path metadata = Path.of(stored(table).location(), "tables", "t" + i, "metadata");
      Files.createDirectories(metadata);
      Files.createFile(metadata.resolve("v1.metadata.json"));
    }

    assertRefused("unsafe", "more than 1000 other tables lie below its locations");
  }

  @Test
  void cannotReadAManifest() {
    Row manifest =
        spark.sql("SELECT path FROM lake.db." + table + ".manifests").collectAsList().get(0);
    delete(Path.of(manifest.getString(0)));

    Map<String, Object> row = removeOrphans("'db.%s'", table);
    assertThat(row).containsEntry("status", "unreadable").containsEntry("deleted_blobs_count", 0L);
    assertThat((String) row.get("reason"))
        .contains(Path.of(manifest.getString(0)).getFileName().toString());
    assertThat(orphan).exists();
  }

  @Test
  void meetsACommit() throws IOException {
    // An expired data file and its pack, both still there, come back.
    List<List<Object>> content = content(table);
    DataFile dataFile = expireWithoutCleaning();
    Map<String, String> packs = packs(table);
    Table iceberg = iceberg("lake.db." + table);
    meanwhile(
        access -> access.operation() == Operation.OPEN && access.location().endsWith(".blobref"),
        1,
        () -> iceberg.newAppend().appendFile(dataFile).commit());

    Map<String, Object> row = removeOrphans("'db.%s'", table);

    assertThat(row)
        .containsEntry("status", "changed")
        .containsEntry(
            "reason", "a branch or tag changed while references were collected; run again")
        .containsEntry("deleted_blobs_count", 0L);
    assertThat(packs(table)).isEqualTo(packs).containsKey(orphan.toString());
    StorageProbe.reset();
    assertCollected(1);
    assertThat(content(table)).isEqualTo(content);
  }

  @Test
  void losesTheTable() {
    // A list of manifests is read by the driver, where statements can be run.
    meanwhile(
        access -> access.operation() == Operation.OPEN && access.location().contains("/snap-"),
        1,
        () -> sql("DROP TABLE lake.db.%s", table));
    assertThat(removeOrphans("'db.%s'", table))
        .containsEntry("status", "unreadable")
        .containsEntry("deleted_blobs_count", 0L);
    assertThat(spark.catalog().tableExists("lake.db." + table)).isFalse();
  }

  @Test
  void meetsAnotherTableInPlaceOfTheFirst() {
    meanwhile(
        access -> access.operation() == Operation.OPEN && access.location().contains("/snap-"),
        1,
        () -> {
          sql("DROP TABLE lake.db.%s", table);
          sql("CREATE TABLE lake.db.%s (id INT, pic BINARY COMMENT '__BLOB_FIELD')", table);
          sql("INSERT INTO lake.db.%s VALUES (1, X'0101')", table);
        });
    Map<String, Object> row = removeOrphans("'db.%s', TIMESTAMP '2999-01-01 00:00:00'", table);
    assertThat(row).containsEntry("deleted_blobs_count", 0L);
    assertThat((String) row.get("status")).isIn("unreadable", "changed");
    assertThat(sql("SELECT id, pic FROM lake.db.%s", table)).containsExactly(row(1, "0101"));
  }

  @Test
  void losesAnOrphanToAnotherHand() {
    meanwhile(access -> access.operation() == Operation.DELETE, 1, () -> delete(orphan));
    assertCollected(1);
  }

  @Test
  void cannotDeleteEveryOrphan() throws IOException {
    Path other = orphan.resolveSibling("other.managed.blob");
    Files.write(other, new byte[3]);
    age(table);
    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.DELETE
              && access.location().endsWith(other.toString())) {
            throw new AccessDeniedException(access.location(), null, "access denied");
          }
        });

    Map<String, Object> row = removeOrphans("'db.%s'", table);

    assertThat(row)
        .containsEntry("status", "incomplete")
        .containsEntry("deleted_blobs_count", 1L)
        .containsEntry("deleted_blobs_bytes", 10L);
    assertThat((String) row.get("reason"))
        .startsWith("1 objects could not be deleted (Cannot delete ")
        .endsWith("access denied); run again");
    assertThat(orphan).doesNotExist();
    assertThat(other).exists();
    StorageProbe.reset();
    assertThat(removeOrphans("'db.%s'", table)).containsEntry("deleted_blobs_count", 1L);
  }

  private void assertRefused(String status, String reason) {
    assertThat(removeOrphans("'db.%s'", table))
        .containsEntry("status", status)
        .containsEntry("reason", reason)
        .containsEntry("deleted_blobs_count", 0L)
        .containsEntry("deleted_blob_refs_count", 0L);
    assertThat(orphan).exists();
  }

  private void assertKept() {
    assertThat(orphan).exists();
    StorageProbe.reset();
    assertCollected(1);
  }

  private void assertCollected(long orphans) {
    assertThat(removeOrphans("'db.%s'", table))
        .containsEntry("status", "done")
        .containsEntry("deleted_blobs_count", orphans);
    assertThat(orphan).doesNotExist();
  }

  private DataFile expireWithoutCleaning() throws IOException {
    Table iceberg = iceberg("lake.db." + table);
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
    return dataFile;
  }

  /** Runs an action before the nth access that matches; later ones wait for it. */
  private static void meanwhile(Predicate<Access> when, int nth, Runnable action) {
    AtomicInteger seen = new AtomicInteger();
    StorageProbe.inject(
        access -> {
          if (when.test(access)) {
            synchronized (seen) {
              if (seen.incrementAndGet() == nth) {
                action.run();
              }
            }
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
