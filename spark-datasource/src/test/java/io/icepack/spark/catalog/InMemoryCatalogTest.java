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
package io.icepack.spark.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.testing.SparkTest;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What takes a catalog that is no Hadoop one: views, other names, other locations. */
class InMemoryCatalogTest extends SparkTest {

  @BeforeAll
  void configureCatalog() {
    spark.conf().set("spark.sql.catalog.mem", "io.icepack.spark.IcepackCatalog");
    spark.conf().set("spark.sql.catalog.mem.catalog-impl", InMemoryCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.mem.warehouse", "/mem");
    spark.conf().set("spark.sql.catalog.mem.cache-enabled", "true");
    sql("CREATE NAMESPACE mem.db");
  }

  private void createMedia(String table) {
    sql("CREATE TABLE %s (id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD; p')", table);
    sql("INSERT INTO %s VALUES (1, 'a', X'AA'), (2, 'b', NULL), (3, 'c', X'')", table);
  }

  @Test
  void readsThroughViews() {
    createMedia("mem.db.viewed");
    sql(
        "CREATE VIEW mem.db.v (id, picture, bytes) AS SELECT id, pic, length(pic) FROM "
            + "mem.db.viewed WHERE pic IS NOT NULL");
    assertThat(sql("SELECT * FROM mem.db.v ORDER BY id"))
        .containsExactly(row(1, "AA", 1), row(3, "", 0));
    sql("UPDATE mem.db.viewed SET pic = X'BBBB' WHERE id = 1");
    assertThat(sql("SELECT picture FROM mem.db.v WHERE bytes = 2")).containsExactly(row("BBBB"));
    assertThat(sql("SHOW VIEWS IN mem.db").toString()).contains("v");
    sql("CREATE OR REPLACE TEMPORARY VIEW tv AS SELECT * FROM mem.db.v WHERE id = 3");
    assertThat(sql("SELECT * FROM tv")).containsExactly(row(3, "", 0));
    sql("DROP VIEW mem.db.v");
  }

  @Test
  void keepsValuesWhenTheTableIsRenamed() {
    createMedia("mem.db.before");
    sql("ALTER TABLE mem.db.before RENAME TO db.after");
    assertThat(sql("SELECT id, pic FROM mem.db.after ORDER BY id"))
        .containsExactly(row(1, "AA"), row(2, null), row(3, ""));
    sql("INSERT INTO mem.db.after VALUES (4, 'd', X'DD')");
    sql("UPDATE mem.db.after SET name = 'x'");
    assertThat(sql("SELECT id, pic FROM mem.db.after WHERE id IN (1, 4) ORDER BY id"))
        .containsExactly(row(1, "AA"), row(4, "DD"));
  }

  @Test
  void keepsValuesWhenTheLocationChanges() {
    createMedia("mem.db.moved");
    sql("ALTER TABLE mem.db.moved SET LOCATION '/mem/elsewhere'");
    sql("INSERT INTO mem.db.moved VALUES (4, 'd', X'DD')");
    sql("ALTER TABLE mem.db.moved SET LOCATION '/mem/a third'");
    sql("INSERT INTO mem.db.moved VALUES (5, 'e', X'EE')");
    assertThat(sql("SELECT id, pic, _blobs.pic.kind FROM mem.db.moved WHERE pic > X'' ORDER BY id"))
        .containsExactly(row(1, "AA", 4), row(4, "DD", 4), row(5, "EE", 4));
    sql("UPDATE mem.db.moved SET name = 'moved'");
    assertThat(
            sql(
                "SELECT id, pic, _blobs.pic.kind, _blobs.pic.blob_id FROM mem.db.moved "
                    + "WHERE pic > X'' ORDER BY id"))
        .containsExactly(row(1, "AA", 5, 1L), row(4, "DD", 5, 2L), row(5, "EE", 4, 0L));
    sql("ALTER TABLE mem.db.moved SET LOCATION '/mem/db/moved'");
    sql("UPDATE mem.db.moved SET name = 'back'");
    assertThat(sql("SELECT id, pic FROM mem.db.moved ORDER BY id"))
        .containsExactly(row(1, "AA"), row(2, null), row(3, ""), row(4, "DD"), row(5, "EE"));
    assertThat(sql("SELECT count(DISTINCT _blobs.pic.uri) FROM mem.db.moved"))
        .containsExactly(row(3L));
  }

  @Test
  void seesWhatOtherStatementsDidDespiteTheCache() {
    createMedia("mem.db.cached");
    spark.table("mem.db.cached").count();
    sql("ALTER TABLE mem.db.cached ADD COLUMN extra BINARY COMMENT '__BLOB_FIELD'");
    sql("UPDATE mem.db.cached SET extra = pic WHERE id = 1");
    assertThat(sql("SELECT id, extra, _blobs.extra.size FROM mem.db.cached WHERE id < 3"))
        .containsExactlyInAnyOrder(row(1, "AA", 1L), row(2, null, null));
  }

  @Test
  void declaresPrimaryKeys() {
    sql(
        "CREATE TABLE mem.db.keyed (id INT, n INT, pic BINARY COMMENT '__BLOB_FIELD', "
            + "PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES ('bucket'='2', 'sequence.field'='n')");
    assertThat(iceberg("mem.db.keyed").properties()).containsEntry(PrimaryKey.FIELD_IDS, "1");
    assertThat(iceberg("mem.db.keyed").schema().identifierFieldNames()).containsExactly("id");
    sql("ALTER TABLE mem.db.keyed RENAME TO db.renamed");
    sql("ALTER TABLE mem.db.renamed SET LOCATION '/mem/keyed'");
    sql("ALTER TABLE mem.db.renamed ADD COLUMN more BINARY COMMENT '__BLOB_FIELD'");
    assertFails(
        "ALTER TABLE mem.db.renamed SET TBLPROPERTIES ('bucket'='3')",
        "Cannot set 'bucket' = '3' on table mem.db.renamed: it is '2', which decides how rows are "
            + "stored; use CREATE OR REPLACE TABLE");
    sql(
        "CREATE OR REPLACE TABLE mem.db.renamed TBLPROPERTIES ('primary-key'='n,id') AS "
            + "SELECT id, n FROM mem.db.renamed WHERE false");
    assertThat(iceberg("mem.db.renamed").properties())
        .containsEntry(PrimaryKey.FIELD_IDS, "2,1")
        .doesNotContainKeys("bucket", "sequence.field");
    assertThat(iceberg("mem.db.renamed").schema().identifierFieldNames())
        .containsExactlyInAnyOrder("n", "id");
    sql("CREATE OR REPLACE TABLE mem.db.renamed (id INT)");
    assertThat(iceberg("mem.db.renamed").properties()).doesNotContainKey(PrimaryKey.FIELD_IDS);
  }
}
