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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Iceberg's own procedures do no harm to blobs. */
class SystemProceduresTest extends ProcedureTest {

  @Test
  void rewritesDataFilesAndTheirSidecars() {
    createSample("rewritten");
    sql("DELETE FROM lake.db.rewritten WHERE abs(id) = 3");
    List<List<Object>> content = content("rewritten");
    List<List<Object>> lineage = lineage("rewritten");
    StorageProbe.reset();

    List<Object> figures =
        sql("CALL lake.system.rewrite_data_files(table => 'db.rewritten')").get(0);

    assertThat(figures.subList(0, 2)).isEqualTo(row(7, 1));
    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(content("rewritten")).isEqualTo(content);
    assertThat(lineage("rewritten")).isEqualTo(lineage);
    assertSidecarsExact("rewritten");
    assertThat(stored("rewritten").sidecars()).hasSize(8);
    sql(
        "CALL lake.system.rewrite_data_files('db.rewritten', 'sort', 'name DESC', "
            + "map('rewrite-all', 'true'), 'id < 100')");
    assertThat(content("rewritten")).isEqualTo(content);
    assertSidecarsExact("rewritten");
    sql(
        "CALL lake.system.rewrite_data_files(table => 'db.rewritten', sort_order => "
            + "'zorder(id, name)', options => map('rewrite-all', 'true'))");
    assertThat(content("rewritten")).isEqualTo(content);
    assertSidecarsExact("rewritten");
  }

  @Test
  void rewritesDataFilesOfABranch() {
    createSample("branched");
    sql("ALTER TABLE lake.db.branched CREATE BRANCH b");
    sql("CALL lake.system.rewrite_data_files(table => 'db.branched', branch => 'b')");
    assertThat(sql("CALL lake.sys.rebuild_blob_refs('db.branched', dry_run => true)"))
        .containsExactly(row(8L, 0L, 0L, 0L));
  }

  @Test
  void writesSidecarsAlsoAfterTheLastBlobColumnWasDropped() {
    sql("CREATE TABLE lake.db.blobless (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO lake.db.blobless SELECT /*+ REPARTITION(6) */ id, X'01' FROM range(6)");
    sql("ALTER TABLE lake.db.blobless DROP COLUMN pic");
    assertThat(compact("'db.blobless', options => map('rewrite-all', 'true')").get(1)).isEqualTo(1);
    assertThat(dataFiles("blobless")).allSatisfy(file -> assertThat(sidecar(file)).isEmpty());
  }

  @Test
  void passesErrorsOn() {
    createSample("wrong");
    assertThatThrownBy(() -> sql("CALL lake.system.rewrite_data_files('db.wrong', 'none')"))
        .hasMessage("unsupported strategy: none. Only binpack or sort is supported");
    assertThatThrownBy(() -> sql("CALL lake.system.rewrite_data_files('db.nothing')"))
        .hasMessage("Cannot run rewrite_data_files: there is no table lake.db.nothing");
    assertThat(sql("CALL lake.system.rewrite_data_files('db.wrong', where => 'id > 100')"))
        .containsExactly(row(0, 0, 0L, 0, 0));
  }

  @Test
  void expiresSnapshots() {
    createSample("expired");
    sql("UPDATE lake.db.expired SET name = 'x' WHERE id = 0");
    compact("'db.expired'");
    List<List<Object>> content = content("expired");
    Object deleted =
        sql("CALL lake.system.expire_snapshots(table => 'db.expired', older_than => "
                + "TIMESTAMP '2999-01-01 00:00:00', retain_last => 1)")
            .get(0)
            .get(0);
    assertThat(deleted).isEqualTo(8L);
    assertThat(stored("expired").dataFiles()).hasSize(1);
    assertThat(content("expired")).isEqualTo(content);
    assertSidecarsExact("expired");
  }

  @Test
  void movesBetweenSnapshots() {
    createSample("moved");
    List<List<Object>> first = content("moved");
    Object v1 = scalar("SELECT snapshot_id FROM lake.db.moved.snapshots");
    sql("UPDATE lake.db.moved SET pic = X'99' WHERE id = 0");
    List<List<Object>> second = content("moved");
    assertThat(sql("CALL lake.system.ancestors_of('db.moved')")).hasSize(2);

    sql("CALL lake.system.rollback_to_snapshot('db.moved', %s)", v1);
    assertThat(content("moved")).isEqualTo(first);
    sql("ALTER TABLE lake.db.moved CREATE BRANCH b");
    sql("UPDATE lake.db.moved.branch_b SET pic = X'99' WHERE id = 0");
    sql("CALL lake.system.fast_forward('db.moved', 'main', 'b')");
    assertThat(sql("SELECT id, pic FROM lake.db.moved ORDER BY id"))
        .isEqualTo(second.stream().map(row -> row(row.get(0), row.get(2))).toList());
    sql("ALTER TABLE lake.db.moved CREATE BRANCH c");
    sql("INSERT INTO lake.db.moved.branch_c SELECT 7, 'h', X'07', NULL, NULL");
    Object picked = scalar("SELECT snapshot_id FROM lake.db.moved.refs WHERE name = 'c'");
    sql("INSERT INTO lake.db.moved SELECT 8, 'i', X'08', NULL, NULL");
    sql("CALL lake.system.cherrypick_snapshot('db.moved', %s)", picked);
    assertThat(sql("SELECT id, pic FROM lake.db.moved WHERE id > 6 ORDER BY id"))
        .containsExactly(row(7, "07"), row(8, "08"));
    assertThat(sql("CALL lake.sys.rebuild_blob_refs('db.moved', dry_run => true)").get(0).get(1))
        .isEqualTo(0L);
  }

  @Test
  void rewritesManifestsAndDeletes() {
    createSample("tidied");
    sql("DELETE FROM lake.db.tidied WHERE abs(id) = 3");
    sql("INSERT INTO lake.db.tidied SELECT 7, 'h', X'07', NULL, NULL");
    List<List<Object>> content = content("tidied");
    assertThat(sql("CALL lake.system.rewrite_manifests('db.tidied')").get(0).get(0))
        .isNotEqualTo(0);
    sql(
        "CALL lake.system.rewrite_position_delete_files(table => 'db.tidied', "
            + "options => map('rewrite-all', 'true'))");
    assertThat(content("tidied")).isEqualTo(content);
    assertThat(sql("CALL lake.sys.rebuild_blob_refs('db.tidied', dry_run => true)").get(0).get(1))
        .isEqualTo(0L);
  }

  @Test
  void leavesOldBlobsAndSidecarsWhenItRemovesOrphans() throws IOException {
    createSample("orphans", "PARTITIONED BY (name)");
    Path table = Path.of(warehouse(), "db", "orphans");
    List<Path> strangers =
        List.of(
            Files.createFile(table.resolve("data/stray.parquet")),
            Files.createFile(table.resolve("data/name=a/stray.parquet")));
    Files.createFile(table.resolve("_blobs/stray.managed.blob"));
    Files.createFile(table.resolve("data/name=a/_stray.parquet.blobref"));
    Set<Path> expected = new HashSet<>(stored("orphans").all());
    strangers.forEach(expected::remove);
    List<List<Object>> content = content("orphans");
    for (String listing : List.of("false", "true")) {
      age("orphans");
      assertThat(
              sql(
                  "CALL lake.system.remove_orphan_files(table => 'db.orphans', older_than => "
                      + "TIMESTAMP '%s', prefix_listing => %s)",
                  Instant.now().minus(Duration.ofDays(3)).toString().substring(0, 19), listing))
          .hasSize(listing.equals("false") ? strangers.size() : 0);
      assertThat(Set.copyOf(stored("orphans").all())).isEqualTo(expected);
    }
    assertThat(content("orphans")).isEqualTo(content);
    assertSidecarsExact("orphans");
  }
}
