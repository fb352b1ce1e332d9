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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A minor compaction merges small runs that follow each other, and no result changes. */
class CompactMinorTest extends KeyedTest {

  private static final String SMALL = "target-file-size-bytes";

  /** Gives a table a run of its own size class: ids from 0 to 2,999. */
  private void insertLarge(String table) {
    sql(
        "INSERT INTO lake.db.%s (id, name, pic) SELECT id, "
            + "concat(sha2(string(id), 512), sha2(string(-id - 1), 512)), cast(string(id) AS BINARY) "
            + "FROM range(3000)",
        table);
  }

  private List<Object> minor(String table, long target) {
    return compact(
        "'db.%s', strategy => 'minor', options => map('%s', '%d')", table, SMALL, target);
  }

  /** Half the size of the largest data file. */
  private long target(String table) {
    return (long) scalar("SELECT max(file_size_in_bytes) FROM lake.db." + table + ".files") / 2;
  }

  private void write(String table) {
    insertLarge(table);
    insert(table, "(1, 'b', X'B1', array(X'01', NULL), map('k', X'')), (2, 'b', NULL, NULL, NULL)");
    insert(table, "(2, 'c', X'C2', NULL, NULL), (5000, 'c', X'C3', array(), NULL)");
  }

  private void delete(String table) {
    sql("DELETE FROM lake.db.%s WHERE id IN (3, 5000)", table);
    insert(table, "(4, 'd', X'D4', NULL, NULL), (5001, 'd', X'D5', NULL, NULL)");
  }

  private List<List<Object>> all(String table) {
    return sql("SELECT id, name, pic, imgs, m, _blobs FROM lake.db.%s ORDER BY id", table);
  }

  @Test
  void mergesUpserts() {
    createKeyed("upserts");
    write("upserts");
    delete("upserts");
    List<List<Object>> content = all("upserts");
    List<List<Object>> stock = stock("upserts");
    List<List<Object>> lineage = stockLineage("upserts");
    long target = target("upserts");
    StorageProbe.reset();

    List<Object> result = minor("upserts", target);

    assertThat(figures(result)).isEqualTo(row(3, 1, 4, 2));
    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
    assertThat(
            sql(
                "SELECT sequence_number, data_file.content, data_file.record_count, "
                    + "regexp_extract(data_file.file_path, '.*-([a-z]+)[.]parquet', 1) "
                    + "FROM lake.db.upserts.entries WHERE status < 2 ORDER BY 1, 2, 4"))
        .containsExactly(
            row(1L, 0, 3000L, "unique"),
            row(1L, 2, 3000L, "upserts"),
            row(5L, 0, 4L, "unique"),
            row(5L, 2, 2L, "deletes"),
            row(5L, 2, 4L, "upserts"));
    assertThat(all("upserts")).isEqualTo(content);
    assertThat(stock("upserts")).isEqualTo(stock);
    assertThat(stockLineage("upserts")).isEqualTo(lineage);
    assertSidecarsOfFiles("upserts");
    assertThat(minor("upserts", target)).isEqualTo(NOTHING);

    assertThat(figures(compact("'db.upserts'"))).isEqualTo(row(2, 1, 3, 0));
    assertThat(all("upserts")).isEqualTo(content);
    assertThat(stock("upserts")).isEqualTo(stock);
    assertSidecarsOfFiles("upserts");
  }

  @Test
  void foldsWhatIncludesTheOldestRun() {
    createKeyed("oldest");
    insert("oldest", "(1, 'a', X'A1', NULL, NULL), (2, 'a', X'A2', NULL, NULL)");
    sql("DELETE FROM lake.db.oldest WHERE id = 1");
    insertLarge("oldest");
    sql("DELETE FROM lake.db.oldest WHERE id = 2");
    List<List<Object>> content = all("oldest");
    List<List<Object>> stock = stock("oldest");

    assertThat(figures(minor("oldest", target("oldest")))).isEqualTo(row(1, 1, 1, 0));

    assertThat(promises("oldest")).containsExactly("unique", "unique");
    assertThat(
            sql(
                "SELECT sequence_number, data_file.record_count FROM lake.db.oldest.entries "
                    + "WHERE status < 2 AND data_file.content = 0 ORDER BY 1"))
        .containsExactly(row(2L, 1L), row(3L, 3000L));
    assertThat(all("oldest")).isEqualTo(content);
    assertThat(stock("oldest")).isEqualTo(stock);
    assertSidecarsOfFiles("oldest");
  }

  /**
   * Iceberg forgets delete files that are older than all data files, without a look at those that
   * it is adding.
   */
  @Test
  void takesDeletionsAlongThatIcebergWouldForget() {
    createKeyed("forgotten");
    sql("INSERT OVERWRITE lake.db.forgotten (id, name) VALUES (1, 'a'), (2, 'a')");
    sql("INSERT INTO stock.db.forgotten VALUES (3, 'b', NULL, NULL, NULL)");
    sql("DELETE FROM lake.db.forgotten WHERE id = 2");
    sql(
        "INSERT INTO lake.db.forgotten (id, name) SELECT id + 10, sha2(string(id), 512) "
            + "FROM range(3000)");
    List<List<Object>> content = all("forgotten");
    List<List<Object>> stock = stock("forgotten");

    // Room for the first two runs, and not for the deletion as well.
    Object small =
        scalar(
            "SELECT sum(file_size_in_bytes) FROM lake.db.forgotten.files "
                + "WHERE content = 0 AND record_count < 3");
    assertThat(figures(minor("forgotten", (long) small))).isEqualTo(row(1, 1, 1, 2));

    assertThat(all("forgotten")).isEqualTo(content);
    assertThat(stock("forgotten")).isEqualTo(stock);
  }

  @Test
  void keepsTheEarliestRows() {
    createKeyed("earliest", "TBLPROPERTIES ('merge-engine' = 'first-row')");
    write("earliest");
    List<List<Object>> content = all("earliest");

    assertThat(figures(minor("earliest", target("earliest")))).isEqualTo(row(2, 1, 0, 0));

    assertThat(promises("earliest")).containsExactly("unique", "unique");
    assertThat(all("earliest")).isEqualTo(content);
    assertSidecarsOfFiles("earliest");
    assertThat(figures(compact("'db.earliest'"))).isEqualTo(row(2, 1, 0, 0));
    assertThat(all("earliest")).isEqualTo(content);
  }

  @Test
  void keepsEveryRowThatASequenceNeeds() {
    createKeyed("sequenced", "TBLPROPERTIES ('sequence.field' = 'name')");
    write("sequenced");
    delete("sequenced");
    assertUnfolded("sequenced", 4);
  }

  @Test
  void keepsEveryRowThatAnUpdateNeeds() {
    createKeyed("partial", "TBLPROPERTIES ('merge-engine' = 'partial-update')");
    write("partial");
    insert("partial", "(1, NULL, NULL, array(NULL), NULL), (2, 'e', NULL, NULL, map())");
    assertUnfolded("partial", 3);
    assertThat(sql("SELECT name, pic, imgs, m FROM lake.db.partial WHERE id IN (1, 2) ORDER BY id"))
        .containsExactly(
            row("b", "B1", row((Object) null), Map.of("k", "")), row("e", "C2", null, Map.of()));
  }

  private void assertUnfolded(String table, int files) {
    List<List<Object>> content = all(table);

    assertThat(figures(minor(table, target(table)))).isEqualTo(row(files, 1, 0, 0));

    assertThat(promises(table)).containsExactly("run", "run");
    assertThat(all(table)).isEqualTo(content);
    assertSidecarsOfFiles(table);
    assertThat(minor(table, target(table))).isEqualTo(NOTHING);
    assertThat(figures(compact("'db.%s'", table))).isEqualTo(row(2, 1, 0, 0));
    assertThat(promises(table)).containsExactly("unique");
    assertThat(all(table)).isEqualTo(content);
    assertSidecarsOfFiles(table);
    assertThat(compact("'db.%s'", table).subList(0, 2)).isEqualTo(row(0, 0));
  }
}
