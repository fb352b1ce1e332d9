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
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Sidecars that are missing or corrupt are written anew, byte by byte as they were. */
class RebuildBlobRefsTest extends ProcedureTest {

  private static final String EMPTY = "50424c520100000000fb42dead";

  @Test
  void writesMissingSidecars() {
    createSample("missing");
    Map<Path, String> sidecars = sidecars("missing");
    assertThat(sidecars).hasSize(7).containsValue(EMPTY);
    sidecars.keySet().stream().limit(5).forEach(RebuildBlobRefsTest::delete);

    assertThat(rebuild("table => 'db.missing', dry_run => true")).isEqualTo(row(7L, 5L, 0L, 0L));
    assertThat(sidecars("missing")).hasSize(2);
    assertThat(rebuild("'db.missing'")).isEqualTo(row(7L, 5L, 0L, 5L));
    assertThat(sidecars("missing")).isEqualTo(sidecars);
    StorageProbe.reset();
    assertThat(rebuild("'db.missing'")).isEqualTo(row(7L, 0L, 0L, 0L));
    assertThat(StorageProbe.count(Operation.OPEN, ".blobref")).isEqualTo(7);
    assertThat(StorageProbe.count(Operation.STATUS, ".blobref")).isZero();
  }

  @Test
  void replacesSidecarsThatCannotBeRead() throws IOException {
    createSample("corrupt");
    Map<Path, String> sidecars = sidecars("corrupt");
    List<Path> paths = List.copyOf(sidecars.keySet());
    byte[] flipped = Files.readAllBytes(paths.get(0));
    flipped[flipped.length - 1] ^= 1;
    write(paths.get(0), flipped);
    byte[] half = Files.readAllBytes(paths.get(1));
    write(paths.get(1), Arrays.copyOf(half, half.length / 2));
    write(paths.get(2), new byte[0]);
    delete(paths.get(3));
    // Hadoop's checksum file tells of other bytes.
    Files.write(paths.get(4), new byte[13]);
    Map<Path, String> damaged = sidecars("corrupt");

    assertThat(rebuild("'db.corrupt', false, true")).isEqualTo(row(7L, 1L, 4L, 0L));
    assertThat(sidecars("corrupt")).isEqualTo(damaged);
    assertThat(rebuild("'db.corrupt'")).isEqualTo(row(7L, 1L, 4L, 5L));
    assertThat(sidecars("corrupt")).isEqualTo(sidecars);
    assertThat(rebuild("'db.corrupt'")).isEqualTo(row(7L, 0L, 0L, 0L));
  }

  /** A later release may read what this one cannot, and a sidecar may be that of another file. */
  @Test
  void replacesByForceWhatItCannotJudge() throws IOException {
    createSample("doubtful");
    Map<Path, String> sidecars = sidecars("doubtful");
    List<Path> full = sidecars.keySet().stream().filter(p -> !isEmpty(sidecars.get(p))).toList();
    byte[] future = Files.readAllBytes(full.get(0));
    future[4] = 99;
    write(full.get(0), future);
    write(full.get(1), HexFormat.of().parseHex(sidecars.get(full.get(2))));
    write(full.get(2), HexFormat.of().parseHex(EMPTY));
    Map<Path, String> doubtful = sidecars("doubtful");

    assertThat(rebuild("'db.doubtful'")).isEqualTo(row(7L, 0L, 1L, 0L));
    assertThat(rebuild("'db.doubtful', true, true")).isEqualTo(row(7L, 0L, 3L, 0L));
    assertThat(sidecars("doubtful")).isEqualTo(doubtful);
    assertThat(rebuild("'db.doubtful', force => true")).isEqualTo(row(7L, 0L, 3L, 3L));
    assertThat(sidecars("doubtful")).isEqualTo(sidecars);
    assertThat(rebuild("'db.doubtful', force => true")).isEqualTo(row(7L, 0L, 0L, 0L));
  }

  private static boolean isEmpty(String sidecar) {
    return sidecar.equals(EMPTY);
  }

  @Test
  void coversEverySnapshotBranchAndTag() {
    createSample("history");
    sql("ALTER TABLE lake.db.history CREATE TAG v1");
    sql("ALTER TABLE lake.db.history CREATE BRANCH b");
    sql("INSERT INTO lake.db.history.branch_b SELECT 7, 'h', X'07', NULL, NULL");
    compact("'db.history'");
    sql("DELETE FROM lake.db.history WHERE id = 3");
    sql("ALTER TABLE lake.db.history DROP COLUMN imgs");
    sql("ALTER TABLE lake.db.history RENAME COLUMN m TO pictures");
    compact("'db.history'");
    sql("INSERT OVERWRITE lake.db.history SELECT 8, 'i', X'08', NULL");
    Map<Path, String> sidecars = sidecars("history");
    assertThat(sidecars).hasSize(11);
    sidecars.keySet().forEach(RebuildBlobRefsTest::delete);

    assertThat(rebuild("'db.history'")).isEqualTo(row(11L, 11L, 0L, 11L));

    assertThat(sidecars("history")).isEqualTo(sidecars);
  }

  @Test
  void givesFilesFromBeforeTheFirstBlobAnEmptySidecar() {
    sql("CREATE TABLE lake.db.late (id INT)");
    assertThat(rebuild("'db.late'")).isEqualTo(row(0L, 0L, 0L, 0L));
    sql("INSERT INTO lake.db.late VALUES (1)");
    assertThat(rebuild("'db.late'")).isEqualTo(row(0L, 0L, 0L, 0L));
    sql("ALTER TABLE lake.db.late SET TBLPROPERTIES ('format-version' = '3')");
    sql("ALTER TABLE lake.db.late ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'");
    sql("INSERT INTO lake.db.late VALUES (2, X'02')");

    assertThat(rebuild("'db.late'")).isEqualTo(row(2L, 1L, 0L, 1L));

    assertThat(sidecars("late").values()).hasSize(2).contains(EMPTY);
    assertSidecars("late");
  }

  @Test
  void doesNotMissSidecarsOfDataFilesThatAreGone() {
    createSample("gone");
    String dataFile = dataFiles("gone").iterator().next();
    delete(Path.of(dataFile));
    delete(sidecarPath(dataFile));

    assertThat(rebuild("'db.gone'")).isEqualTo(row(7L, 0L, 0L, 0L));
    delete(Path.of(dataFiles("gone").stream().skip(1).findFirst().orElseThrow()));
    assertThat(rebuild("'db.gone', force => true")).isEqualTo(row(7L, 0L, 0L, 0L));
  }

  @Test
  void leavesNoHalfSidecar() {
    createSample("half");
    Map<Path, String> sidecars = sidecars("half");
    delete(sidecars.keySet().iterator().next());
    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.CLOSE_WRITE
              && access.location().endsWith(".blobref")) {
            throw new IOException("injected");
          }
        });

    assertThatThrownBy(() -> rebuild("'db.half'")).hasMessageContaining("injected");
    StorageProbe.reset();
    assertThat(sidecars("half")).hasSize(6);
    assertThat(rebuild("'db.half'")).isEqualTo(row(7L, 1L, 0L, 1L));
    assertThat(sidecars("half")).isEqualTo(sidecars);
  }

  @Test
  void goesOnWhereADeadProcessLeftHalfASidecar() throws IOException {
    createSample("dead");
    Map<Path, String> sidecars = sidecars("dead");
    Path first = sidecars.keySet().iterator().next();
    delete(first);
    AtomicBoolean dead = new AtomicBoolean();
    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.CLOSE_WRITE) {
            dead.set(true);
          }
          if (dead.get()) {
            throw new AccessDeniedException(access.location(), null, "the process died");
          }
        });

    assertThatThrownBy(() -> rebuild("'db.dead'")).hasMessageContaining("the process died");
    StorageProbe.reset();
    assertThat(first).exists();
    // Iceberg's stream would complete the file when the collector of this JVM finds it.
    delete(first);
    write(first, new byte[0]);
    assertThat(rebuild("'db.dead'")).isEqualTo(row(7L, 0L, 1L, 1L));
    assertThat(sidecars("dead")).isEqualTo(sidecars);
  }

  @Test
  void readsNoPayload() {
    createSample("unread");
    sidecars("unread").keySet().forEach(RebuildBlobRefsTest::delete);
    StorageProbe.reset();
    assertThat(rebuild("'db.unread'")).isEqualTo(row(7L, 7L, 0L, 7L));
    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
  }

  private List<Object> rebuild(String arguments) {
    return sql("CALL lake.sys.rebuild_blob_refs(%s)", arguments).get(0);
  }

  private Map<Path, String> sidecars(String table) {
    Map<Path, String> sidecars = new TreeMap<>();
    for (Path path : stored(table).sidecars()) {
      try {
        sidecars.put(path, HexFormat.of().formatHex(Files.readAllBytes(path)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return sidecars;
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
      Files.deleteIfExists(checksum(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path path, byte[] bytes) throws IOException {
    Files.write(path, bytes);
    Files.deleteIfExists(checksum(path));
  }

  private static Path checksum(Path path) {
    return path.resolveSibling("." + path.getFileName() + ".crc");
  }
}
