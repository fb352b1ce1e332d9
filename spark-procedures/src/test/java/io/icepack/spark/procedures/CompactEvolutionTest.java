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
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compaction of files that were written under other schemas and locations. */
class CompactEvolutionTest extends ProcedureTest {

  @Test
  void keepsAnAddedColumn() {
    createSample("added");
    sql("ALTER TABLE lake.db.added ADD COLUMN extra BINARY COMMENT '__BLOB_FIELD'");
    sql(
        "MERGE INTO lake.db.added t USING (SELECT 1 AS id, X'EE' AS extra) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET extra = s.extra");
    String query = "SELECT id, extra, pic, imgs, m, _blobs FROM lake.db.added ORDER BY id";
    List<List<Object>> before = sql(query);
    assertThat(sql("SELECT id, extra FROM lake.db.added WHERE extra IS NOT NULL"))
        .containsExactly(row(1, "EE"));

    compact("'db.added'");

    assertThat(dataFiles("added")).hasSize(1);
    assertThat(sql(query)).isEqualTo(before);
    assertThat(sql("SELECT id FROM lake.db.added WHERE extra IS NULL")).hasSize(6);
  }

  @Test
  void neverRevivesADroppedColumn() {
    createSample("dropped");
    String first = scalar("SELECT snapshot_id FROM lake.db.dropped.snapshots").toString();
    List<List<Object>> content = content("dropped");
    sql("ALTER TABLE lake.db.dropped DROP COLUMN pic");
    sql("ALTER TABLE lake.db.dropped ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'");
    sql("INSERT INTO lake.db.dropped (id, pic) VALUES (7, X'77')");

    assertThat(compact("'db.dropped'").subList(0, 2)).isEqualTo(row(8, 1));

    assertThat(sql("SELECT id, pic FROM lake.db.dropped WHERE pic IS NOT NULL"))
        .containsExactly(row(7, "77"));
    assertSidecarsExact("dropped");
    assertThat(
            sql(
                "SELECT id, name, pic, imgs, m, _blobs FROM lake.db.dropped VERSION AS OF "
                    + first
                    + " ORDER BY id"))
        .isEqualTo(content);
  }

  @Test
  void keepsARenamedColumn() {
    createSample("renamed");
    List<List<Object>> before = content("renamed");
    sql("ALTER TABLE lake.db.renamed RENAME COLUMN pic TO picture");

    compact("'db.renamed'");

    assertThat(sql("SELECT id, name, picture, imgs, m, _blobs FROM lake.db.renamed ORDER BY id"))
        .isEqualTo(before);
    sql("ALTER TABLE lake.db.renamed RENAME COLUMN picture TO pic");
    assertSidecarsExact("renamed");
  }

  @Test
  void makesReferencesToAFormerLocationExplicit() {
    String prefix = "spark.sql.catalog.moving";
    spark.conf().set(prefix, "io.icepack.spark.IcepackCatalog");
    spark.conf().set(prefix + ".catalog-impl", "org.apache.iceberg.inmemory.InMemoryCatalog");
    spark.conf().set(prefix + ".warehouse", directory.resolve("moving").toString());
    sql("CREATE NAMESPACE moving.db");
    sql("CREATE TABLE moving.db.t (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO moving.db.t VALUES (1, X'AA')");
    String old = iceberg("moving.db.t").location();
    sql("ALTER TABLE moving.db.t SET LOCATION '%s'", directory.resolve("elsewhere"));
    sql("INSERT INTO moving.db.t VALUES (2, X'BB')");
    sql("INSERT INTO moving.db.t VALUES (3, X'')");
    String call = "CALL moving.%s('db.t', options => map('rewrite-all', 'true'))";
    String dataFile = (String) scalar("SELECT _file FROM moving.db.t WHERE id = 1");

    assertThatThrownBy(() -> sql(call.replace("%s", "system.rewrite_data_files")))
        .hasMessage(
            "Cannot rewrite data files of table moving.db.t: the blobs of data file %s are "
                    .formatted(dataFile)
                + "relative to the former location %s, which Iceberg's procedure does not know; "
                    .formatted(old)
                + "CALL sys.compact instead");
    StorageProbe.reset();
    assertThat(sql(call.replace("%s", "sys.compact")).get(0).subList(0, 2)).isEqualTo(row(3, 1));

    assertThat(sql("SELECT id, pic, _blobs.pic.kind FROM moving.db.t ORDER BY id"))
        .containsExactly(row(1, "AA", 5), row(2, "BB", 4), row(3, "", 0));
    assertThat(sql("CALL moving.sys.rebuild_blob_refs('db.t')"))
        .containsExactly(row(4L, 0L, 0L, 0L));
    assertThat(sql(call.replace("%s", "system.rewrite_data_files")).get(0).subList(0, 2))
        .isEqualTo(row(1, 1));
    assertThat(sql("SELECT id, pic FROM moving.db.t ORDER BY id"))
        .containsExactly(row(1, "AA"), row(2, "BB"), row(3, ""));
  }
}
