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
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepackKeyedBlobsTest extends KeyedTest {

  private static final List<Object> NOTHING = row(0L, 0L, 0L, 0L, 0L, 0L);

  /** A pack of 100 bytes of which 30 are live, below two commits of nothing but deletions. */
  private void createMostlyDead(String table) {
    createKeyed(table);
    sql(
        "INSERT INTO lake.db.%s SELECT CAST(id AS INT), 'n', "
            + "CAST(repeat(CAST(id AS STRING), 10) AS BINARY), NULL, NULL FROM range(0, 10)",
        table);
    sql("DELETE FROM lake.db.%s WHERE id < 4", table);
    sql("DELETE FROM lake.db.%s WHERE id < 7", table);
  }

  @Test
  void copiesWhatIsLive() throws IOException {
    createMostlyDead("repacked");
    sql("ALTER TABLE lake.db.repacked CREATE TAG t");
    List<List<Object>> rows = sql("SELECT * FROM lake.db.repacked ORDER BY id");
    List<List<Object>> lineage = stockLineage("repacked");
    List<List<Object>> deletes = deletes("repacked");
    Set<Path> packs = new HashSet<>(stored("repacked").packs());
    assertThat(repack("'db.repacked', dry_run => true")).isEqualTo(row(1L, 100L, 3L, 30L, 1L, 0L));
    StorageProbe.reset();

    assertThat(repack("'db.repacked', 0.3")).isEqualTo(row(1L, 100L, 3L, 30L, 1L, 1L));

    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(30);
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(30);
    assertThat(sql("SELECT * FROM lake.db.repacked ORDER BY id")).isEqualTo(rows);
    assertThat(sql("SELECT * FROM lake.db.repacked VERSION AS OF 't' ORDER BY id")).isEqualTo(rows);
    assertThat(stock("repacked")).hasSize(3);
    assertThat(stockLineage("repacked")).isEqualTo(lineage);
    assertThat(promises("repacked")).containsExactly("unique");
    assertThat(sequenceNumbers("repacked")).containsExactly(row(1L));
    assertThat(deletes).hasSize(3).containsAll(deletes("repacked"));
    assertSidecarsOfFiles("repacked");
    packs.forEach(pack -> assertThat(pack).exists());
    assertThat(repack("'db.repacked'")).isEqualTo(NOTHING);

    sql("ALTER TABLE lake.db.repacked DROP TAG t");
    expire("repacked");
    assertThat(collectGarbage("repacked").get(2)).isEqualTo(1L);
    packs.forEach(pack -> assertThat(pack).doesNotExist());
    compact("'db.repacked'");
    assertThat(sql("SELECT * FROM lake.db.repacked ORDER BY id")).isEqualTo(rows);
    assertThat(sql("CALL lake.sys.verify_blobs('db.repacked', deep => true)")).isEmpty();
  }

  @Test
  void keepsTheOrderOfRunsOfWhichSomeStay() {
    createMostlyDead("between");
    insert("between", "(5, 'again', X'05', NULL, NULL), (8, 'newer', X'08', NULL, NULL)");
    insert("between", "(9, 'newest', NULL, NULL, NULL)");
    List<List<Object>> rows = sql("SELECT * FROM lake.db.between ORDER BY id");
    List<List<Object>> numbers = sequenceNumbers("between");
    assertThat(rows).hasSize(4);

    assertThat(repack("'db.between', 0.2")).isEqualTo(row(1L, 100L, 1L, 10L, 1L, 1L));

    assertThat(sequenceNumbers("between")).isEqualTo(numbers);
    assertThat(sql("SELECT * FROM lake.db.between ORDER BY id")).isEqualTo(rows);
    assertThat(sql("SELECT id, name FROM stock.db.between ORDER BY id"))
        .containsExactly(row(5, "again"), row(7, "n"), row(8, "newer"), row(9, "newest"));
    assertThat(sql("SELECT sum(size), sum(live_bytes) FROM lake.db.between.blob_packs"))
        .containsExactly(row(112L, 12L));
  }

  @Test
  void leavesRunsInTheirPartitioning() {
    createMostlyDead("evolved");
    sql("ALTER TABLE stock.db.evolved ADD PARTITION FIELD bucket(2, id)");
    insert("evolved", "(5, 'again', X'05', NULL, NULL), (8, 'newer', X'08', NULL, NULL)");
    String query = "SELECT * FROM lake.db.evolved ORDER BY id";
    List<List<Object>> rows = sql(query);
    assertThat(rows).hasSize(4);
    List<List<Object>> numbers = sequenceNumbers("evolved");
    String specs =
        "SELECT spec_id, count(*) FROM lake.db.evolved.files WHERE content = 0 GROUP BY 1 ORDER BY 1";
    List<List<Object>> bySpec = sql(specs);

    assertThat(repack("'db.evolved'")).isEqualTo(row(1L, 100L, 3L, 30L, 1L, 1L));

    assertThat(sql(query)).isEqualTo(rows);
    assertThat(sequenceNumbers("evolved")).isEqualTo(numbers);
    assertThat(sql(specs)).isEqualTo(bySpec).hasSize(2);
    assertSidecarsOfFiles("evolved");
    compact("'db.evolved'");
    assertThat(sql(query)).isEqualTo(rows);
  }

  @Test
  void refusesRunsThatHaveAnOrderByNameOnly() {
    createKeyed("foreign", "TBLPROPERTIES ('write.distribution-mode' = 'none')");
    insert("foreign", "(1, 'a', X'01', NULL, NULL), (2, 'a', X'02', NULL, NULL)");
    sql(
        "INSERT INTO stock.db.foreign SELECT /*+ REPARTITION(2, id) */ id + 2, name, pic, imgs, m "
            + "FROM stock.db.foreign");
    sql("CALL lake.sys.rebuild_blob_refs('db.foreign')");
    List<List<Object>> rows = sql("SELECT * FROM lake.db.foreign ORDER BY id");

    assertThatThrownBy(() -> repack("'db.foreign', 1.0"))
        .isInstanceOf(ValidationException.class)
        .hasMessageMatching(
            "Cannot repack table lake.db.foreign: data file [^ ]+ is one of several that another "
                + "client has added at once; compact the table first");

    compact("'db.foreign'");
    assertThat(repack("'db.foreign', 1.0").get(2)).isEqualTo(2L);
    assertThat(sql("SELECT * FROM lake.db.foreign ORDER BY id")).isEqualTo(rows).hasSize(4);
  }

  /** Of two tables with the same runs one is repacked, and whatever comes must not differ. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'bucket'='2'",
        "'sequence.field'='seq'",
        "'merge-engine'='partial-update', 'partial-update.remove-record-on-delete'='true'",
        "'merge-engine'='partial-update', 'fields.seq.sequence-group'='name,pic,total', "
            + "'fields.total.aggregate-function'='sum', 'ignore-delete'='true'",
        "'merge-engine'='first-row', 'ignore-delete'='true'"
      })
  void changesNothingThatMergingNeeds(String properties) {
    String name = "twin" + Math.abs(properties.hashCode());
    List<String> twins = List.of(name + "_a", name + "_b");
    String[] before = {
      "CREATE TABLE lake.db.%s (id INT, name STRING, seq INT, total INT, "
          + "pic BINARY COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES ("
          + properties
          + ")",
      "INSERT INTO lake.db.%s SELECT CAST(id AS INT), 'a', 5, 1, X'AAAA' FROM range(0, 8)",
      "INSERT INTO lake.db.%s VALUES (1, 'b', 6, 2, X'BB'), (2, NULL, 4, 3, X'BC'), (3, 'b', 6, 1, NULL)",
      "DELETE FROM lake.db.%s WHERE id IN (4, 5)",
      "INSERT INTO lake.db.%s VALUES (5, 'c', 3, 1, X'CC'), (6, 'c', 7, 1, NULL), (9, 'c', 1, 1, X'CD')",
      "DELETE FROM lake.db.%s WHERE id = 6"
    };
    for (String statement : before) {
      twins.forEach(twin -> sql(statement, twin));
    }
    List<List<Object>> numbers = sequenceNumbers(twins.get(1));
    List<List<Object>> rows = sql("SELECT * FROM lake.db.%s ORDER BY id", twins.get(1));

    assertThat((long) repack("'db.%s', 1.0", twins.get(1)).get(5)).isGreaterThan(1L);

    assertThat(sequenceNumbers(twins.get(1))).isEqualTo(numbers);
    assertThat(sql("SELECT * FROM lake.db.%s ORDER BY id", twins.get(1))).isEqualTo(rows);
    String[] after = {
      "INSERT INTO lake.db.%s VALUES (4, 'd', 2, 1, X'DD'), (6, 'd', 4, 2, X'DE'), (1, NULL, 9, 1, NULL), (7, 'd', 5, 1, X'DF')",
      "CALL lake.sys.compact('db.%s')"
    };
    for (String statement : after) {
      twins.forEach(twin -> sql(statement, twin));
      assertThat(sql("SELECT * FROM lake.db.%s ORDER BY id", twins.get(1)))
          .as(statement)
          .isEqualTo(sql("SELECT * FROM lake.db.%s ORDER BY id", twins.get(0)));
    }
  }

  @Test
  void losesNothingOfWhatLandsMeanwhile() {
    createMostlyDead("meanwhile");
    meanwhile(
        "INSERT INTO lake.db.meanwhile VALUES (8, 'new', X'88', NULL, NULL)",
        "DELETE FROM lake.db.meanwhile WHERE id = 9",
        "INSERT INTO lake.db.meanwhile VALUES (1, 'back', X'01', NULL, NULL)");

    assertThat(repack("'db.meanwhile'")).isEqualTo(row(1L, 100L, 3L, 30L, 1L, 1L));

    List<List<Object>> expected =
        List.of(row(1, "back", "01"), row(7, "n", "37".repeat(10)), row(8, "new", "88"));
    assertThat(sql("SELECT id, name, pic FROM lake.db.meanwhile ORDER BY id")).isEqualTo(expected);
    assertThat(sql("SELECT id FROM stock.db.meanwhile ORDER BY id"))
        .containsExactly(row(1), row(7), row(8));
    compact("'db.meanwhile'");
    assertThat(sql("SELECT id, name, pic FROM lake.db.meanwhile ORDER BY id")).isEqualTo(expected);
  }

  @Test
  void failsWhereItsRunsAreGone() {
    createMostlyDead("gone");
    meanwhile("CALL lake.sys.compact('db.gone')");

    assertThatThrownBy(() -> repack("'db.gone'"))
        .isInstanceOf(ValidationException.class)
        .hasMessageStartingWith(
            "Cannot commit repacking of table lake.db.gone: another commit changed the data files "
                + "that it rewrites; the table is as that commit left it, repack again (");

    StorageProbe.reset();
    assertThat(stored("gone").packs()).hasSize(1);
    assertThat(sql("SELECT id FROM lake.db.gone ORDER BY id"))
        .containsExactly(row(7), row(8), row(9));
    expire("gone");
    assertThat(collectGarbage("gone")).isEqualTo(row("done", null, 0L, 0L));
    assertThat(stored("gone").all()).hasSize(3);
    assertThat(repack("'db.gone'")).isEqualTo(row(1L, 100L, 3L, 30L, 1L, 1L));
  }

  /** Iceberg would forget the deletion, since the only other data file is newer. */
  @Test
  void failsWhereADeletionThatLandsMeanwhileWouldGetLost() {
    createKeyed("forgotten");
    sql(
        "INSERT OVERWRITE lake.db.forgotten SELECT CAST(id AS INT), 'n', "
            + "CAST(repeat(CAST(id AS STRING), 10) AS BINARY), NULL, NULL FROM range(0, 10)");
    sql("DELETE FROM stock.db.forgotten WHERE id < 7");
    sql("CALL lake.sys.rebuild_blob_refs('db.forgotten')");
    meanwhile(
        "DELETE FROM lake.db.forgotten WHERE id = 9",
        "INSERT INTO lake.db.forgotten VALUES (1, 'back', X'01', NULL, NULL)");

    assertThatThrownBy(() -> repack("'db.forgotten'"))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Cannot commit repacking of table lake.db.forgotten: another commit deleted keys "
                + "meanwhile; repack again");

    StorageProbe.reset();
    assertThat(stored("forgotten").packs()).hasSize(2);
    assertThat(sql("SELECT id FROM lake.db.forgotten ORDER BY id"))
        .containsExactly(row(1), row(7), row(8));
    assertThat(repack("'db.forgotten'")).isEqualTo(row(1L, 100L, 2L, 20L, 1L, 1L));
    assertThat(sql("SELECT id FROM lake.db.forgotten ORDER BY id"))
        .containsExactly(row(1), row(7), row(8));
  }

  private List<List<Object>> sequenceNumbers(String table) {
    return sql(
        "SELECT sequence_number FROM lake.db.%s.entries WHERE status < 2 AND data_file.content = 0 "
            + "ORDER BY 1",
        table);
  }

  private List<List<Object>> deletes(String table) {
    return sql("SELECT file_path FROM lake.db.%s.delete_files ORDER BY 1", table);
  }

  private List<Object> repack(String arguments, Object... args) {
    return sql("CALL lake.sys.repack_blobs(" + arguments + ")", args).get(0);
  }
}
