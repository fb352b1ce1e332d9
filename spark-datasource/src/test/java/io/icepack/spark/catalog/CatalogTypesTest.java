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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.testing.SparkTest;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Test;

/** Catalogs other than the Hadoop-type one, and what only they can do. */
class CatalogTypesTest extends SparkTest {

  // Iceberg's in-memory catalog keeps files in memory, too.
  private void inMemory(String catalog) {
    String prefix = "spark.sql.catalog." + catalog;
    spark.conf().set(prefix, "io.icepack.spark.IcepackCatalog");
    spark.conf().set(prefix + ".catalog-impl", "org.apache.iceberg.inmemory.InMemoryCatalog");
    spark.conf().set(prefix + ".warehouse", directory.resolve(catalog).toString());
    sql("CREATE NAMESPACE %s.db", catalog);
  }

  @Test
  void keepsPayloadsInTheFileIoOfTheTable() {
    inMemory("memory");
    sql("CREATE TABLE memory.db.t (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO memory.db.t VALUES (1, X'AA'), (2, X'BB')");
    sql("UPDATE memory.db.t SET id = 3 WHERE id = 1");
    assertThat(sql("SELECT id, pic FROM memory.db.t ORDER BY id"))
        .containsExactly(row(2, "BB"), row(3, "AA"));
    assertThat(directory.resolve("memory")).doesNotExist();
  }

  @Test
  void readsOldRowsAfterTheTableMoved() {
    inMemory("moving");
    sql("CREATE TABLE moving.db.t (id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO moving.db.t VALUES (1, 'a', X'AA'), (2, 'b', X'BB')");
    sql("ALTER TABLE moving.db.t SET LOCATION '%s'", directory.resolve("elsewhere"));
    sql("INSERT INTO moving.db.t VALUES (3, 'c', X'CC')");
    sql("UPDATE moving.db.t SET name = 'x' WHERE id = 1");
    assertThat(sql("SELECT id, name, pic, _blobs.pic.kind FROM moving.db.t ORDER BY id"))
        .containsExactly(row(1, "x", "AA", 5), row(2, "b", "BB", 4), row(3, "c", "CC", 4));
    assertThat((String) scalar("SELECT _blobs.pic.uri FROM moving.db.t WHERE id = 3"))
        .startsWith(directory.resolve("elsewhere/_blobs").toString());
  }

  @Test
  void writesUnderTheLongestRootAfterMovingBelowTheOldOne() {
    inMemory("nested");
    sql("CREATE TABLE nested.db.t (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO nested.db.t VALUES (1, X'AA')");
    String old = iceberg("nested.db.t").location();
    sql("ALTER TABLE nested.db.t SET LOCATION '%s'", old + "/deeper");
    sql("INSERT INTO nested.db.t VALUES (2, X'BB')");
    assertThat(sql("SELECT id, pic FROM nested.db.t ORDER BY id"))
        .containsExactly(row(1, "AA"), row(2, "BB"));
  }

  @Test
  void refusesToMoveATableWhoseDataLieElsewhere() {
    inMemory("outside");
    sql(
        "CREATE TABLE outside.db.t (id INT, pic BINARY COMMENT '__BLOB_FIELD') "
            + "TBLPROPERTIES ('write.data.path' = '/data/of/t')");
    assertThatThrownBy(() -> sql("ALTER TABLE outside.db.t SET LOCATION '/new'"))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Cannot move table outside.db.t to /new: its data files lie outside its location, in "
                + "/data/of/t, and find their payloads by the location of the table");
    assertFails(
        "ALTER TABLE outside.db.t SET LOCATION 'new'",
        "Cannot move table outside.db.t: its location would be the base of its payloads, and uri "
            + "'new' is not absolute; use one with a scheme, such as s3://bucket/key");
    sql("INSERT INTO outside.db.t VALUES (1, X'AA')");
    assertThat(sql("SELECT id, pic FROM outside.db.t")).containsExactly(row(1, "AA"));
  }

  @Test
  void renamesTables() {
    inMemory("renaming");
    sql("CREATE TABLE renaming.db.t (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO renaming.db.t VALUES (1, X'AA')");
    sql("ALTER TABLE renaming.db.t RENAME TO db.u");
    assertThat(sql("SELECT id, pic FROM renaming.db.u")).containsExactly(row(1, "AA"));
  }
}
