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
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Test;

/** What is live in packs, and moves out of those that are mostly dead. */
class RepackBlobsTest extends ProcedureTest {

  /** Ten values of ten bytes in one pack, of which seven are deleted, and a pack of its own. */
  private void createMostlyDead(String table) {
    sql("CREATE TABLE lake.db.%s (id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD')", table);
    sql(
        "INSERT INTO lake.db.%s SELECT id, 'n', CAST(repeat(CAST(id AS STRING), 10) AS BINARY) "
            + "FROM range(0, 10, 1, 1)",
        table);
    sql("INSERT INTO lake.db.%s VALUES (10, 'm', X'0A'), (11, 'm', NULL)", table);
    sql("DELETE FROM lake.db.%s WHERE id < 7", table);
  }

  @Test
  void showsWhatIsLive() {
    createMostlyDead("shown");
    sql("ALTER TABLE lake.db.shown CREATE BRANCH b");
    sql("INSERT INTO lake.db.shown.branch_b VALUES (12, 'b', X'0C0C')");

    assertThat(
            sql(
                "SELECT size, live_bytes, live_values, age >= INTERVAL '0' SECOND, "
                    + "age < INTERVAL '1' DAY, modified <= current_timestamp() "
                    + "FROM lake.db.shown.blob_packs ORDER BY size"))
        .containsExactly(
            row(1L, 1L, 1L, true, true, true),
            row(2L, 2L, 1L, true, true, true),
            row(100L, 30L, 3L, true, true, true));
    assertThat(sql("SELECT pack FROM lake.db.shown.blob_packs WHERE live_values = 3"))
        .containsExactly(
            row(
                stored("shown").packs().stream()
                    .filter(pack -> pack.toFile().length() == 100)
                    .findFirst()
                    .orElseThrow()
                    .toString()));
    sql("ALTER TABLE lake.db.shown DROP BRANCH b");
    sql("ALTER TABLE lake.db.shown DROP COLUMN pic");
    assertThat(sql("SELECT sum(live_values), count(*) FROM lake.db.shown.blob_packs"))
        .containsExactly(row(0L, 3L));
    sql("CREATE TABLE lake.db.no_blobs (id INT)");
    assertThatThrownBy(() -> sql("SELECT * FROM lake.db.no_blobs.blob_packs"))
        .hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
  }

  @Test
  void copiesWhatIsLive() throws IOException {
    createMostlyDead("repacked");
    sql("ALTER TABLE lake.db.repacked CREATE TAG t");
    List<List<Object>> rows = sql("SELECT * FROM lake.db.repacked ORDER BY id");
    List<List<Object>> lineage = lineage("repacked");
    Set<Path> packs = new HashSet<>(stored("repacked").packs());
    String untouched = (String) scalar("SELECT _file FROM lake.db.repacked WHERE id = 10");

    assertThat(repack("'db.repacked', dry_run => true")).isEqualTo(row(1L, 100L, 3L, 30L, 1L, 0L));
    assertThat(repack("'db.repacked', 0.29")).isEqualTo(row(0L, 0L, 0L, 0L, 0L, 0L));
    assertThat(Set.copyOf(stored("repacked").packs())).isEqualTo(packs);
    StorageProbe.reset();

    assertThat(repack("table => 'db.repacked', max_live_ratio => 0.3"))
        .isEqualTo(row(1L, 100L, 3L, 30L, 1L, 1L));

    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(30);
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(30);
    assertThat(sql("SELECT * FROM lake.db.repacked ORDER BY id")).isEqualTo(rows);
    assertThat(sql("SELECT * FROM lake.db.repacked VERSION AS OF 't' ORDER BY id")).isEqualTo(rows);
    assertThat(lineage("repacked")).isEqualTo(lineage);
    assertThat(dataFiles("repacked")).hasSize(3).contains(untouched);
    assertSidecars("repacked");
    Set<Path> added = new HashSet<>(stored("repacked").packs());
    added.removeAll(packs);
    assertThat(added).hasSize(1).allMatch(pack -> pack.toFile().length() == 30);
    assertThat(repack("'db.repacked'")).isEqualTo(row(0L, 0L, 0L, 0L, 0L, 0L));

    expire("repacked");
    assertThat(collectGarbage("repacked").get(2)).isEqualTo(0L);
    sql("ALTER TABLE lake.db.repacked DROP TAG t");
    expire("repacked");
    assertThat(collectGarbage("repacked").get(2)).isEqualTo(1L);
    assertThat(sql("SELECT * FROM lake.db.repacked ORDER BY id")).isEqualTo(rows);
    assertThat(sql("SELECT sum(size), sum(live_bytes) FROM lake.db.repacked.blob_packs"))
        .containsExactly(row(31L, 31L));
  }

  @Test
  void copiesOutOfDataFilesOfAnEarlierPartitioning() {
    createMostlyDead("evolved");
    sql("ALTER TABLE lake.db.evolved ADD PARTITION FIELD name");
    sql("INSERT INTO lake.db.evolved VALUES (12, 'n', X'0C')");
    List<List<Object>> rows = sql("SELECT * FROM lake.db.evolved ORDER BY id");
    List<List<Object>> lineage = lineage("evolved");

    assertThat(repack("'db.evolved'")).isEqualTo(row(1L, 100L, 3L, 30L, 1L, 1L));

    assertThat(sql("SELECT * FROM lake.db.evolved ORDER BY id")).isEqualTo(rows);
    assertThat(lineage("evolved")).isEqualTo(lineage);
    assertSidecars("evolved");
    assertThat(repack("'db.evolved'")).isEqualTo(row(0L, 0L, 0L, 0L, 0L, 0L));
  }

  @Test
  void losesAgainstAnUpdate() {
    createMostlyDead("lost");
    Set<Path> packs = Set.copyOf(stored("lost").packs());
    AtomicBoolean done = new AtomicBoolean();
    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.CREATE
              && access.location().endsWith("-m0.avro")
              && done.compareAndSet(false, true)) {
            sql("UPDATE lake.db.lost SET name = 'x' WHERE id = 8");
          }
        });

    assertThatThrownBy(() -> repack("'db.lost'"))
        .isInstanceOf(ValidationException.class)
        .hasMessageStartingWith(
            "Cannot commit repacking of table lake.db.lost: another commit changed the data files "
                + "that it rewrites; the table is as that commit left it, repack again (");

    assertThat(Set.copyOf(stored("lost").packs())).isEqualTo(packs);
    assertThat(sql("SELECT name, bit_length(pic) FROM lake.db.lost WHERE id = 8"))
        .containsExactly(row("x", 80));
  }

  @Test
  void failsWhereAPackIsBroken() {
    createMostlyDead("broken");
    Set<Path> files = Set.copyOf(stored("broken").all());
    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.READ && access.location().endsWith(".managed.blob")) {
            throw new AccessDeniedException(access.location());
          }
        });
    assertThatThrownBy(() -> repack("'db.broken'")).hasStackTraceContaining("AccessDenied");
    assertFiles("broken", files);
    StorageProbe.reset();
    assertFails(
        "CALL lake.sys.repack_blobs('db.broken', 0.0)",
        "Cannot repack table lake.db.broken with max_live_ratio 0.0: use a number above 0 and at "
            + "most 1");
  }

  private List<Object> repack(String arguments, Object... args) {
    return sql("CALL lake.sys.repack_blobs(" + arguments + ")", args).get(0);
  }
}
