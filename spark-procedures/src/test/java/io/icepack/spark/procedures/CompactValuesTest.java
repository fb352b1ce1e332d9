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

import io.icepack.spark.testing.StorageProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compaction moves rows, and every value stays what it is. */
class CompactValuesTest extends ProcedureTest {

  @Test
  void keepsEveryNullAndEmptyValue() {
    createSample("t");
    List<List<Object>> content = content("t");
    List<List<Object>> lineage = lineage("t");
    Map<String, String> packs = packs("t");
    assertThat(content).hasSize(7);
    assertThat(dataFiles("t")).hasSize(7);
    long bytes = (long) scalar("SELECT sum(file_size_in_bytes) FROM lake.db.t.files");
    StorageProbe.reset();

    List<Object> figures = compact("table => 'db.t'");

    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
    assertThat(StorageProbe.count(StorageProbe.Operation.OPEN, "_blobs/")).isZero();
    long newBytes = (long) scalar("SELECT sum(file_size_in_bytes) FROM lake.db.t.files");
    assertThat(figures).isEqualTo(row(7, 1, bytes, newBytes, 0L, 0, 0, null));
    assertThat(dataFiles("t")).hasSize(1);
    assertThat(content("t")).isEqualTo(content);
    assertThat(lineage("t")).isEqualTo(lineage);
    assertThat(packs("t")).isEqualTo(packs);
    assertSidecarsExact("t");
    assertThat(compact("table => 'db.t'")).isEqualTo(row(0, 0, 0L, 0L, 0L, 0, 0, null));
    assertThat(scalar("SELECT count(*) FROM lake.db.t.snapshots")).isEqualTo(2L);
  }

  @Test
  void appliesDeletes() {
    createSample("deleted");
    compact("'db.deleted'");
    List<List<Object>> content = new ArrayList<>(content("deleted"));
    List<List<Object>> lineage = new ArrayList<>(lineage("deleted"));
    sql("DELETE FROM lake.db.deleted WHERE id = 2");

    List<Object> figures = compact("'db.deleted'");

    assertThat(figures.subList(0, 2)).isEqualTo(row(1, 1));
    content.remove(2);
    lineage.remove(2);
    assertThat(content("deleted")).isEqualTo(content);
    assertThat(lineage("deleted")).isEqualTo(lineage);
    assertThat(sql("SELECT id, bit_length(pic), pic IS NULL FROM lake.db.deleted ORDER BY id"))
        .containsExactly(
            row(0, 8, false),
            row(1, null, true),
            row(3, 8, false),
            row(4, 0, false),
            row(5, null, true),
            row(6, 8, false));
    assertThat(sql("SELECT * FROM lake.db.deleted.delete_files")).isEmpty();
    assertThat(scalar("SELECT record_count FROM lake.db.deleted.files")).isEqualTo(6L);
    assertSidecarsExact("deleted");
    assertThat(compact("'db.deleted'")).isEqualTo(row(0, 0, 0L, 0L, 0L, 0, 0, null));
  }

  @Test
  void leavesNoDataFileWhenAllRowsAreDeleted() {
    createSample("emptied");
    sql("DELETE FROM lake.db.emptied WHERE abs(id) >= 0");

    assertThat(compact("'db.emptied'").subList(0, 2)).isEqualTo(row(7, 0));

    assertThat(dataFiles("emptied")).isEmpty();
    assertThat(content("emptied")).isEmpty();
    assertThat(compact("'db.emptied'")).isEqualTo(row(0, 0, 0L, 0L, 0L, 0, 0, null));
  }

  @Test
  void keepsDescriptorsOfUpdatedRows() {
    createSample("updated");
    sql("UPDATE lake.db.updated SET name = 'x' WHERE id IN (0, 6)");
    sql(
        "MERGE INTO lake.db.updated t USING (SELECT 3 AS id, X'DD' AS pic) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET pic = s.pic");
    List<List<Object>> content = content("updated");
    List<List<Object>> lineage = lineage("updated");

    compact("'db.updated'");

    assertThat(dataFiles("updated")).hasSize(1);
    assertThat(content("updated")).isEqualTo(content);
    assertThat(lineage("updated")).isEqualTo(lineage);
    assertSidecarsExact("updated");
  }

  @Test
  void ignoresThatASessionOrTableReadsDescriptors() {
    createSample("descriptors", "TBLPROPERTIES ('blob-as-descriptor' = 'true')");
    sql("ALTER TABLE lake.db.descriptors SET TBLPROPERTIES ('blob-as-descriptor' = 'false')");
    List<List<Object>> content = content("descriptors");
    sql("ALTER TABLE lake.db.descriptors SET TBLPROPERTIES ('blob-as-descriptor' = 'true')");
    spark.conf().set("spark.sql.catalog.lake.blob-as-descriptor", "true");
    try {
      assertThat(compact("'db.descriptors'").subList(0, 2)).isEqualTo(row(7, 1));
    } finally {
      spark.conf().unset("spark.sql.catalog.lake.blob-as-descriptor");
    }
    sql("ALTER TABLE lake.db.descriptors SET TBLPROPERTIES ('blob-as-descriptor' = 'false')");
    assertThat(content("descriptors")).isEqualTo(content);
  }

  @Test
  void carriesInlineBytes() {
    createSample("inline", "TBLPROPERTIES ('blob.inline-threshold' = '1')");
    sql("INSERT INTO lake.db.inline SELECT 7, 'h', X'0102', NULL, NULL");
    List<List<Object>> content = content("inline");

    assertThat(compact("'db.inline'").subList(0, 2)).isEqualTo(row(8, 1));

    assertThat(content("inline")).isEqualTo(content);
    assertThat(sql("SELECT _blobs.pic.kind FROM lake.db.inline WHERE id IN (0, 7) ORDER BY id"))
        .containsExactly(row(0), row(4));
    assertSidecarsExact("inline");
  }

  @Test
  void compactsFiftyMebibytesInTenFiles() {
    sql("CREATE TABLE lake.db.large (id BIGINT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO lake.db.large SELECT /*+ REPARTITION(10) */ id, "
            + "CAST(rpad(CAST(id AS STRING), 1048576, 'x') AS BINARY) FROM range(50)");
    String descriptors = "SELECT id, _blobs.pic, _row_id FROM lake.db.large ORDER BY id";
    List<List<Object>> before = sql(descriptors);
    Map<String, Long> sums = sums();
    StorageProbe.reset();

    assertThat(compact("'db.large'").subList(0, 2)).isEqualTo(row(10, 1));

    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
    assertThat(sql(descriptors)).isEqualTo(before);
    assertThat(sums()).isEqualTo(sums);
    assertThat(sidecar(dataFiles("large").iterator().next()))
        .hasSameSizeAs(stored("large").packs());
  }

  private Map<String, Long> sums() {
    return sql("SELECT sha2(pic, 256), id FROM lake.db.large").stream()
        .collect(Collectors.toMap(row -> (String) row.get(0), row -> (Long) row.get(1)));
  }

  @Test
  void keepsTheOrderOfInsertion() {
    sql("CREATE TABLE lake.db.ordered (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    for (int i = 0; i < 5; i++) {
      sql("INSERT INTO lake.db.ordered VALUES (%d, X'0%d'), (%d, NULL)", 9 - i, i, 20 + i);
    }

    compact("'db.ordered'");

    assertThat(sql("SELECT id FROM lake.db.ordered").stream().map(row -> row.get(0)).toList())
        .isEqualTo(
            IntStream.range(0, 5).boxed().flatMap(i -> List.of(9 - i, 20 + i).stream()).toList());
  }
}
