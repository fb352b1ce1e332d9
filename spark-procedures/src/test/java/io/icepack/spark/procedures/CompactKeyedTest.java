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
import io.icepack.spark.testing.StorageProbe.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A full compaction of upsert tables moves rows, and every value stays what it is. */
class CompactKeyedTest extends KeyedTest {

  private void createUpserts(String table, String... clauses) {
    createKeyed(table, clauses);
    insertSample(table);
    insert(table, "(3, 'x', X'DD', array(X'07'), NULL), (7, 'y', X'07', NULL, NULL)");
    sql("DELETE FROM lake.db.%s WHERE id = 2", table);
    sql("UPDATE lake.db.%s SET name = 'z' WHERE id IN (0, 4)", table);
  }

  @Test
  void foldsToOneCleanRun() {
    createUpserts("t");
    List<List<Object>> content = content("t");
    List<List<Object>> stock = stock("t");
    List<List<Object>> lineage = stockLineage("t");
    Map<String, String> packs = packs("t");
    StorageProbe.reset();

    List<Object> result = compact("'db.t'");

    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
    assertThat(StorageProbe.count(Operation.OPEN, "_blobs/")).isZero();
    assertThat(figures(result)).isEqualTo(row(3, 1, 4, 0));
    assertThat(promises("t")).containsExactly("unique");
    assertThat(column("SELECT file_path FROM lake.db.t.delete_files")).isEmpty();
    assertThat(column("SELECT sequence_number FROM lake.db.t.entries WHERE status < 2"))
        .containsExactly(4L);
    assertThat(content("t")).isEqualTo(content);
    assertThat(stock("t")).isEqualTo(stock);
    assertThat(stockLineage("t")).isEqualTo(lineage);
    assertThat(packs("t")).isEqualTo(packs);
    assertSidecarsOfFiles("t");
    assertThat(compact("'db.t'")).isEqualTo(NOTHING);
    assertThat(scalar("SELECT count(*) FROM lake.db.t.snapshots")).isEqualTo(5L);
    assertThat(sql("CALL lake.sys.rebuild_blob_refs('db.t', dry_run => true)"))
        .containsExactly(row(4L, 0L, 0L, 0L));
  }

  /** The example of key 7, which is replaced, and key 11, which keeps its payload. */
  @Test
  void sharesThePackOfARowThatStays() {
    createKeyed("shared");
    insert("shared", "(7, 'old', X'0707', NULL, NULL), (11, 'same', X'1111', NULL, NULL)");
    String first = sidecar(dataFiles("shared").iterator().next()).iterator().next();
    List<List<Object>> kept = sql("SELECT _blobs FROM lake.db.shared WHERE id = 11");
    insert("shared", "(7, 'new', X'0777', NULL, NULL)");

    assertThat(figures(compact("'db.shared'"))).isEqualTo(row(2, 1, 2, 0));

    assertThat(sql("SELECT id, name, pic FROM lake.db.shared ORDER BY id"))
        .containsExactly(row(7, "new", "0777"), row(11, "same", "1111"));
    assertThat(sql("SELECT _blobs FROM lake.db.shared WHERE id = 11")).isEqualTo(kept);
    assertThat(sidecar(dataFiles("shared").iterator().next())).hasSize(2).contains(first);
    assertThat(stored("shared").packs()).hasSize(2);
    sql("DELETE FROM lake.db.shared WHERE id = 11");
    compact("'db.shared'");
    assertThat(sidecar(dataFiles("shared").iterator().next())).hasSize(1).doesNotContain(first);
    assertThat(stored("shared").packs()).hasSize(2);
  }

  @Test
  void keepsAPackForAsLongAsAPartitionNeedsIt() {
    sql(
        "CREATE TABLE lake.db.parted (p STRING NOT NULL, id INT NOT NULL, pic BINARY COMMENT "
            + "'__BLOB_FIELD', PRIMARY KEY (p, id) NOT ENFORCED) PARTITIONED BY (p)");
    sql(
        "INSERT INTO lake.db.parted SELECT /*+ COALESCE(1) */ * FROM VALUES ('a', 1, X'0A'), ('b', 2, X'0B') "
            + "AS v(p, id, pic)");
    assertThat(stored("parted").packs()).hasSize(1);
    List<List<Object>> kept = sql("SELECT _blobs FROM lake.db.parted WHERE id = 2");
    sql("DELETE FROM lake.db.parted WHERE abs(id) = 1");

    assertThat(figures(compact("'db.parted'"))).isEqualTo(row(1, 0, 3, 0));

    assertThat(sql("SELECT p, id, pic FROM lake.db.parted")).containsExactly(row("b", 2, "0B"));
    assertThat(sql("SELECT _blobs FROM lake.db.parted WHERE id = 2")).isEqualTo(kept);
    assertSidecarsOfFiles("parted");
    sql("DELETE FROM lake.db.parted WHERE abs(id) = 2");
    compact("'db.parted'");
    assertThat(dataFiles("parted")).isEmpty();
    assertThat(sql("SELECT * FROM stock.db.parted")).isEmpty();
    assertThat(compact("'db.parted'")).isEqualTo(NOTHING);
  }

  @Test
  void keepsEveryNullAndEmptyValue() {
    createKeyed("nulls");
    for (String value : List.of("X'AA'", "NULL", "X''", "X'BB'", "X''", "NULL", "X'CC'")) {
      Object id = scalar("SELECT count(*) FROM lake.db.nulls");
      insert("nulls", "(%s, NULL, %s, NULL, NULL)".formatted(id, value));
    }
    String query =
        "SELECT id, pic, pic IS NULL, length(pic), imgs IS NULL, m IS NOT NULL, _blobs "
            + "FROM lake.db.nulls ORDER BY id";
    List<List<Object>> before = new ArrayList<>(sql(query));

    assertThat(figures(compact("'db.nulls'"))).isEqualTo(row(7, 1, 7, 0));

    assertThat(sql(query)).isEqualTo(before);
    sql("DELETE FROM lake.db.nulls WHERE id = 2");
    assertThat(figures(compact("'db.nulls'"))).isEqualTo(row(1, 1, 1, 0));
    before.remove(2);
    assertThat(sql(query)).isEqualTo(before);
    assertThat(column("SELECT id FROM lake.db.nulls WHERE pic IS NULL ORDER BY id"))
        .containsExactly(1, 5);
    assertThat(column("SELECT id FROM lake.db.nulls WHERE length(pic) = 0")).containsExactly(4);
  }

  @Test
  void movesFiftyMebibytesByTheirDescriptors() {
    createKeyed("large");
    for (int i = 0; i < 10; i++) {
      sql(
          "INSERT INTO lake.db.large (id, name, pic) SELECT id * 10 + %d, 'a', "
              + "CAST(rpad(CAST(id * 10 + %d AS STRING), 1048576, 'x') AS BINARY) FROM range(5)",
          i, i);
    }
    List<List<Object>> sums = sql("SELECT id, sha2(pic, 256) FROM lake.db.large ORDER BY id");
    List<List<Object>> descriptors = sql("SELECT id, _blobs FROM lake.db.large ORDER BY id");
    StorageProbe.reset();

    sql("UPDATE lake.db.large SET name = 'b' WHERE id % 2 = 0");
    sql(
        "MERGE INTO lake.db.large t USING (SELECT 7 AS id) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET name = 'c'");
    assertThat(figures(compact("'db.large'"))).isEqualTo(row(12, 1, 12, 0));

    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
    assertThat(sql("SELECT name, count(*) FROM lake.db.large GROUP BY name ORDER BY name"))
        .containsExactly(row("a", 24L), row("b", 25L), row("c", 1L));
    assertThat(sql("SELECT id, _blobs FROM lake.db.large ORDER BY id")).isEqualTo(descriptors);
    assertThat(sql("SELECT id, sha2(pic, 256) FROM lake.db.large ORDER BY id")).isEqualTo(sums);
    assertThat(sidecar(dataFiles("large").iterator().next()))
        .hasSameSizeAs(new TreeSet<>(stored("large").packs()));
    assertThat(compact("'db.large'")).isEqualTo(NOTHING);
  }

  @Test
  void ignoresThatASessionReadsDescriptors() {
    createUpserts("descriptors");
    List<List<Object>> content = content("descriptors");
    spark.conf().set("spark.sql.catalog.lake.blob-as-descriptor", "true");
    try {
      assertThat(figures(compact("'db.descriptors'"))).isEqualTo(row(3, 1, 4, 0));
    } finally {
      spark.conf().unset("spark.sql.catalog.lake.blob-as-descriptor");
    }
    assertThat(content("descriptors")).isEqualTo(content);
  }

  @Test
  void givesOldRowsANewBlobColumn() {
    sql("CREATE TABLE lake.db.grown (id INT NOT NULL, PRIMARY KEY (id) NOT ENFORCED)");
    sql("INSERT INTO lake.db.grown VALUES (1), (2), (3)");
    sql("ALTER TABLE lake.db.grown ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'");
    sql(
        "MERGE INTO lake.db.grown t USING (SELECT 1 AS id) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET pic = X'0102'");
    List<List<Object>> expected = List.of(row(1, "0102"), row(2, null), row(3, null));
    assertThat(sql("SELECT id, pic FROM lake.db.grown ORDER BY id")).isEqualTo(expected);

    assertThat(figures(compact("'db.grown'"))).isEqualTo(row(2, 1, 2, 0));

    assertThat(sql("SELECT id, pic FROM lake.db.grown ORDER BY id")).isEqualTo(expected);
    assertSidecarsOfFiles("grown");
  }

  @Test
  void foldsTablesWithoutBlobs() {
    sql("CREATE TABLE lake.db.plain (id INT NOT NULL, v INT, PRIMARY KEY (id) NOT ENFORCED)");
    sql("INSERT INTO lake.db.plain VALUES (1, 1), (2, 1), (3, 1)");
    sql("INSERT INTO lake.db.plain VALUES (2, 2), (4, 2)");
    sql("DELETE FROM lake.db.plain WHERE id = 3");
    List<List<Object>> lineage = stockLineage("plain");

    assertThat(figures(compact("'db.plain'"))).isEqualTo(row(2, 1, 3, 0));

    assertThat(sql("SELECT * FROM lake.db.plain ORDER BY id"))
        .containsExactly(row(1, 1), row(2, 2), row(4, 2));
    assertThat(stockLineage("plain")).isEqualTo(lineage);
  }

  @Test
  void compactsABranch() {
    createKeyed("branched");
    insert("branched", "(1, 'a', X'01', NULL, NULL), (2, 'b', X'02', NULL, NULL)");
    sql("ALTER TABLE lake.db.branched CREATE BRANCH b");
    sql("INSERT INTO lake.db.branched.branch_b VALUES (2, 'c', X'03', NULL, NULL)");
    insert("branched", "(1, 'd', X'04', NULL, NULL)");

    assertThat(figures(compact("table => 'db.branched', branch => 'b'")))
        .isEqualTo(row(2, 1, 2, 0));

    assertThat(sql("SELECT id, name, pic FROM lake.db.branched.branch_b ORDER BY id"))
        .containsExactly(row(1, "a", "01"), row(2, "c", "03"));
    assertThat(sql("SELECT id, name, pic FROM lake.db.branched ORDER BY id"))
        .containsExactly(row(1, "d", "04"), row(2, "b", "02"));
    assertThat(promises("branched")).containsExactly("unique", "unique");
    assertThat(compact("'db.branched', branch => 'b'")).isEqualTo(NOTHING);
  }
}
