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
import io.icepack.spark.testing.StorageProbe;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** ALTER TABLE on blob columns: values stay with the column they were written to. */
class EvolutionTest extends SparkTest {

  @Test
  void addsTheFirstBlobToAPlainTable() {
    String table = create("(id INT, name STRING) TBLPROPERTIES ('format-version'='3')");
    sql("INSERT INTO %s VALUES (1, 'a')", table);
    sql(
        "ALTER TABLE %s ADD COLUMNS (pic BINARY COMMENT '__BLOB_FIELD; p' AFTER id, n INT FIRST, "
            + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD')",
        table);
    assertThat(spark.table(table).columns()).containsExactly("n", "id", "pic", "name", "imgs");
    sql("INSERT INTO %s VALUES (9, 2, X'BB', 'b', array(X'01'))", table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(null, 1, null, "a", null), row(9, 2, "BB", "b", row("01")));
    assertThat(sql("DESCRIBE %s", table)).contains(row("pic", "binary", "p"));
  }

  @Test
  void givesValuesOnlyToRowsThatGetOne() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'AA'), (2, X'BB')", table);
    sql("ALTER TABLE %s ADD COLUMN thumb BINARY COMMENT '__BLOB_FIELD'", table);
    sql(
        "MERGE INTO %s t USING (SELECT 1 AS id, X'01' AS thumb) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET thumb = s.thumb",
        table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(1, "AA", "01"), row(2, "BB", null));
  }

  @Test
  void keepsValuesUnderANewName() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    Object before = iceberg(table).currentSnapshot().snapshotId();
    sql("ALTER TABLE %s RENAME COLUMN pic TO picture", table);
    sql("INSERT INTO %s VALUES (2, X'BB')", table);
    assertThat(sql("SELECT id, picture, _blobs.picture.size FROM %s ORDER BY id", table))
        .containsExactly(row(1, "AA", 1L), row(2, "BB", 1L));
    assertThat(sql("SHOW TBLPROPERTIES %s ('blob-field')", table))
        .containsExactly(row("blob-field", "picture"));
    assertThat(sql("SELECT * FROM %s VERSION AS OF %s", table, before))
        .containsExactly(row(1, "AA"));
    assertThat(spark.sql("SELECT * FROM " + table + " VERSION AS OF " + before).columns())
        .containsExactly("id", "pic");
  }

  @Test
  void swapsNamesOfTwoColumns() {
    String table =
        create("(id INT, a BINARY COMMENT '__BLOB_FIELD', b BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'0A', X'0B')", table);
    sql("ALTER TABLE %s RENAME COLUMN a TO c", table);
    sql("ALTER TABLE %s RENAME COLUMN b TO a", table);
    sql("ALTER TABLE %s RENAME COLUMN c TO b", table);
    sql("ALTER TABLE %s ALTER COLUMN b AFTER id", table);
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1, "0A", "0B"));
    assertThat(sql("SELECT a, b FROM %s", table)).containsExactly(row("0B", "0A"));
  }

  @Test
  void neverRevivesDroppedValues() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    Object first = iceberg(table).currentSnapshot().snapshotId();
    sql("ALTER TABLE %s DROP COLUMN pic", table);
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1));
    sql("INSERT INTO %s VALUES (2)", table);
    Object plain = iceberg(table).currentSnapshot().snapshotId();
    sql("ALTER TABLE %s ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'", table);
    assertThat(sql("SELECT id, pic FROM %s ORDER BY id", table))
        .containsExactly(row(1, null), row(2, null));
    sql("INSERT INTO %s VALUES (3, X'CC')", table);
    sql("UPDATE %s SET pic = X'DD' WHERE id = 2", table);
    assertThat(sql("SELECT id, pic, _blobs.pic.size FROM %s ORDER BY id", table))
        .containsExactly(row(1, null, null), row(2, "DD", 1L), row(3, "CC", 1L));
    assertThat(sql("SELECT * FROM %s VERSION AS OF %s", table, first))
        .containsExactly(row(1, "AA"));
    assertThat(sql("SELECT * FROM %s VERSION AS OF %s ORDER BY id", table, plain))
        .containsExactly(row(1), row(2));
  }

  @Test
  void readsADroppedBlobAsAnotherType() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    Object first = iceberg(table).currentSnapshot().snapshotId();
    sql("ALTER TABLE %s DROP COLUMN pic", table);
    sql("ALTER TABLE %s ADD COLUMN pic STRING", table);
    sql("INSERT INTO %s VALUES (2, 'text')", table);
    assertThat(sql("SELECT id, pic FROM %s ORDER BY id", table))
        .containsExactly(row(1, null), row(2, "text"));
    assertThat(sql("SELECT id, pic FROM %s VERSION AS OF %s", table, first))
        .containsExactly(row(1, "AA"));
  }

  @Test
  void changesComments() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD; old')");
    sql("ALTER TABLE %s ALTER COLUMN pic COMMENT 'new'", table);
    assertThat(sql("DESCRIBE %s", table)).contains(row("pic", "binary", "new"));
  }

  @Test
  void keepsRequiredBlobsRequired() {
    String table = create("(id INT, pic BINARY NOT NULL COMMENT '__BLOB_FIELD')");
    assertThatThrownBy(() -> sql("INSERT INTO %s VALUES (1, NULL)", table))
        .hasMessageContaining("pic");
    sql("INSERT INTO %s VALUES (1, X''), (2, X'AA')", table);
    StorageProbe.reset();
    sql("UPDATE %s SET id = id + 1", table);
    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(2, ""), row(3, "AA"));
    sql("ALTER TABLE %s ALTER COLUMN pic DROP NOT NULL", table);
    sql("INSERT INTO %s VALUES (9, NULL)", table);
    assertThat(sql("SELECT pic FROM %s WHERE id = 9", table)).containsExactly(row((Object) null));
  }

  @Test
  void setsAndUnsetsOptions() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("ALTER TABLE %s SET TBLPROPERTIES ('blob.inline-threshold'='1 kb', 'mine'='x')", table);
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    assertThat(files(table).packs()).isEmpty();
    sql("ALTER TABLE %s UNSET TBLPROPERTIES ('blob.inline-threshold', 'mine')", table);
    sql("INSERT INTO %s VALUES (2, X'BB')", table);
    assertThat(files(table).packs()).hasSize(1);
    assertThat(sql("SELECT id, pic, _blobs.pic.kind FROM %s ORDER BY id", table))
        .containsExactly(row(1, "AA", 0), row(2, "BB", 4));
    assertThat(iceberg(table).properties()).doesNotContainKeys("blob.inline-threshold", "mine");
  }

  @Test
  void removesEverythingWithTheTable() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    Path location = Path.of(iceberg(table).location());
    sql("DROP TABLE %s", table);
    assertThat(Files.exists(location.resolve("metadata"))).isFalse();
    sql("CREATE TABLE %s (id INT, pic BINARY)", table);
    assertThat(sql("SELECT * FROM %s", table)).isEmpty();
    sql("INSERT INTO %s VALUES (1, X'BB')", table);
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1, "BB"));
  }

  @Test
  void evolvesPlainColumnsBesideBlobs() {
    String table = create("(id INT, n INT, s STRUCT<a: INT>, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, 10, named_struct('a', 1), X'AA')", table);
    sql("ALTER TABLE %s ADD COLUMN s.b STRING", table);
    sql("ALTER TABLE %s ALTER COLUMN n TYPE BIGINT", table);
    sql("ALTER TABLE %s RENAME COLUMN s.a TO c", table);
    sql("INSERT INTO %s VALUES (2, 20, named_struct('c', 2, 'b', 'x'), X'BB')", table);
    assertThat(sql("SELECT id, n, s.c, s.b, pic FROM %s ORDER BY id", table))
        .containsExactly(row(1, 10L, 1, null, "AA"), row(2, 20L, 2, "x", "BB"));
    sql("UPDATE %s SET n = n + 1 WHERE s.c = 1", table);
    assertThat(sql("SELECT id, n, pic FROM %s WHERE n = 11", table))
        .containsExactly(row(1, 11L, "AA"));
  }
}
