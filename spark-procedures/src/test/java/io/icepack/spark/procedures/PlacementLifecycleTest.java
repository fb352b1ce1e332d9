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
import io.icepack.spark.testing.TableFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tables whose payloads lie beside data files, and the way to managed payloads and back. */
class PlacementLifecycleTest extends ProcedureTest {

  private static final String BESIDE =
      "TBLPROPERTIES ('lance.blob.managed'='false', 'blob.dedicated-threshold'='1')";
  private static final List<String> FLAGS =
      List.of("blob.reader-feature-flags", "blob.writer-feature-flags");

  /** Bytes of all rows. */
  private List<List<Object>> values(String table) {
    return sql("SELECT id, name, pic, imgs, m FROM lake.db.%s ORDER BY id", table);
  }

  /** Kinds of all values that are not null. */
  private String kinds(String table) {
    return scalar(
            "SELECT sort_array(collect_set(kind)) FROM (SELECT explode(concat("
                + "array(_blobs.pic.kind), coalesce(_blobs.imgs.kind, array()), "
                + "coalesce(map_values(_blobs.m).kind, array()))) AS kind FROM lake.db.%s)",
            table)
        .toString();
  }

  private void set(String table, String managed) {
    sql("ALTER TABLE lake.db.%s SET TBLPROPERTIES ('lance.blob.managed'='%s')", table, managed);
  }

  @Test
  void copiesPayloadsWhenCompacting() {
    createSample("beside", BESIDE);
    List<List<Object>> values = values("beside");
    assertThat(kinds("beside")).isEqualTo("[0, 1, 2]");
    assertThat(iceberg("lake.db.beside").properties())
        .doesNotContainKeys(FLAGS.toArray(new String[0]));
    Set<Path> old = Set.copyOf(stored("beside").objects());
    StorageProbe.reset();

    assertThat(compact("'db.beside'").subList(0, 5)).startsWith(7, 1).endsWith(13L);

    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(13);
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(13);
    assertThat(values("beside")).isEqualTo(values);
    assertThat(kinds("beside")).isEqualTo("[0, 1, 2]");
    assertThat(compact("'db.beside'").get(0)).isEqualTo(0);
    assertThat(sql("CALL lake.sys.verify_blobs(table => 'db.beside', deep => true)")).isEmpty();
    assertThat(sql("CALL lake.sys.rebuild_blob_refs('db.beside')"))
        .containsExactly(row(8L, 0L, 0L, 0L));
    assertFails(
        "CALL lake.sys.repack_blobs('db.beside')",
        "Cannot repack table lake.db.beside: with 'lance.blob.managed' = 'false' its payloads are "
            + "to lie beside data files; CALL sys.compact, which takes them out of packs");
    assertFails(
        "CALL lake.system.rewrite_data_files('db.beside')",
        "Cannot rewrite data files of table lake.db.beside: with 'lance.blob.managed' = 'false' "
            + "payloads belong to one data file, which Iceberg's procedure does not know; CALL "
            + "sys.compact instead");

    assertThat(collectGarbage("beside")).isEqualTo(row("done", null, 0L, 0L));
    expire("beside");
    assertThat(collectGarbage("beside")).isEqualTo(row("done", null, (long) old.size(), 0L));
    assertThat(stored("beside").objects()).doesNotContainAnyElementsOf(old);
    assertThat(values("beside")).isEqualTo(values);

    sql("DROP TABLE lake.db.beside PURGE");
    assertThat(stored("beside").all()).isEmpty();
  }

  @Test
  void adoptsPayloadsOnceManaged() {
    createSample("adopted", BESIDE);
    List<List<Object>> values = values("adopted");
    Set<String> dataFiles = dataFiles("adopted");
    Set<Path> objects = Set.copyOf(stored("adopted").objects());
    int metadata = sql("SELECT * FROM lake.db.adopted.metadata_log_entries").size();

    set("adopted", "true");

    assertThat(iceberg("lake.db.adopted").properties())
        .containsEntry(FLAGS.get(0), "16384")
        .containsEntry(FLAGS.get(1), "16384");
    assertThat(sql("SELECT * FROM lake.db.adopted.metadata_log_entries")).hasSize(metadata + 1);
    assertThat(dataFiles("adopted")).isEqualTo(dataFiles);
    assertThat(kinds("adopted")).isEqualTo("[0, 1, 2]");
    sql("INSERT INTO lake.db.adopted (id, pic) VALUES (9, X'0909')");
    assertThat(kinds("adopted")).isEqualTo("[0, 1, 2, 4]");
    assertThatThrownBy(() -> sql("CALL lake.system.rewrite_data_files('db.adopted')"))
        .hasMessageMatching(
            "Cannot rewrite data files of table lake.db.adopted: column (pic|imgs|m) of data file "
                + "/.*[.]parquet has payloads that belong to this data file, which Iceberg's "
                + "procedure does not know; CALL sys.compact with options => "
                + "map\\('rewrite-all', 'true'\\) instead");
    StorageProbe.reset();
    sql("UPDATE lake.db.adopted SET name = 'x' WHERE id = 6");
    assertThat(compact("'db.adopted'").get(4)).isEqualTo(0L);
    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
    assertThat(kinds("adopted")).isEqualTo("[0, 4]");
    assertThat(Set.copyOf(stored("adopted").objects())).isEqualTo(objects);
    assertSidecarsExact("adopted");
    assertThat(sql("SELECT id, pic, imgs, m FROM lake.db.adopted WHERE id < 9 ORDER BY id"))
        .isEqualTo(
            sql(
                "SELECT id, pic, imgs, m FROM lake.db.adopted VERSION AS OF %s ORDER BY id",
                scalar("SELECT snapshot_id FROM lake.db.adopted.snapshots ORDER BY committed_at")));

    expire("adopted");
    assertThat(stored("adopted").dataFiles()).hasSize(1);
    assertThat(collectGarbage("adopted")).isEqualTo(row("done", null, 0L, 0L));
    assertThat(Set.copyOf(stored("adopted").objects())).isEqualTo(objects);
    assertThat(sql("CALL lake.sys.verify_blobs(table => 'db.adopted', deep => true)")).isEmpty();

    sql("DELETE FROM lake.db.adopted WHERE id <> 5");
    compact("'db.adopted'");
    expire("adopted");
    collectGarbage("adopted");
    assertThat(stored("adopted").objects()).hasSize(3);
    assertThat(stored("adopted").packs()).isEmpty();
    assertThat(values("adopted")).containsExactly(values.get(5));
    sql("CALL lake.system.rewrite_data_files('db.adopted')");
  }

  @Test
  void clones() {
    createSample("original", BESIDE);
    List<List<Object>> values = values("original");
    sql("CALL lake.sys.clone(source => 'db.original', target => 'db.shared', mode => 'shallow')");
    sql("UPDATE lake.db.shared SET name = 'x' WHERE id = 0");
    StorageProbe.reset();
    assertThat(
            sql("CALL lake.sys.clone(source => 'db.original', target => 'db.copied')")
                .get(0)
                .subList(3, 7))
        .isEqualTo(row((long) dataFiles("copied").size(), 3L, 13L, 0L));
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(13);
    assertThat(values("shared").subList(1, 7)).isEqualTo(values.subList(1, 7));
    assertThat(sql("SELECT pic, imgs, m FROM lake.db.shared WHERE id = 0"))
        .isEqualTo(sql("SELECT pic, imgs, m FROM lake.db.original WHERE id = 0"));

    sql("DROP TABLE lake.db.original PURGE");

    assertThat(values("copied")).isEqualTo(values);
    assertThat(kinds("copied")).isEqualTo("[0, 1, 2]");
    assertThat(stored("copied").packs()).isEmpty();
    assertThat(collectGarbage("copied")).isEqualTo(row("done", null, 0L, 0L));
  }

  @Test
  void takesPayloadsOutOfPacksOnceNotManaged() {
    createSample("back");
    List<List<Object>> values = values("back");
    assertThat(kinds("back")).isEqualTo("[0, 4]");

    set("back", "false");
    StorageProbe.reset();
    assertThat(compact("'db.back'").get(4)).isEqualTo(13L);

    assertThat(values("back")).isEqualTo(values);
    assertThat(kinds("back")).isEqualTo("[0, 1]");
    assertThat(TableFiles.references(dataFiles("back").iterator().next())).isEmpty();
    long first =
        (long) scalar("SELECT min(snapshot_id) FROM lake.db.back.history WHERE parent_id IS NULL");
    sql("CALL lake.system.rollback_to_snapshot('db.back', %s)", first);
    sql("ALTER TABLE lake.db.back UNSET TBLPROPERTIES ('lance.blob.managed')");
    sql("ALTER TABLE lake.db.back DROP COLUMNS (pic, imgs, m)");
    assertThat(iceberg("lake.db.back").properties())
        .containsEntry(FLAGS.get(0), "16384")
        .containsEntry(FLAGS.get(1), "16384");
  }
}
