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
package io.icepack.spark.rowlevel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Test;

/** Statements that assign a blob column, so that no blob of the old row is read at all. */
class AssignedBlobTest extends SparkTest {

  @Test
  void keepsNullsOfOtherColumns() {
    sql(
        "CREATE TABLE lake.db.n (id INT, big BIGINT, day DATE, flag BOOLEAN, text STRING) "
            + "TBLPROPERTIES ('format-version' = '3')");
    sql(
        "INSERT INTO lake.db.n VALUES (1, NULL, NULL, NULL, NULL), (2, 7, DATE '2026-01-02', true, 't')");
    sql("ALTER TABLE lake.db.n ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'");
    sql("UPDATE lake.db.n SET pic = X'AA'");
    assertThat(
            sql("SELECT id, big, CAST(day AS STRING), flag, text, pic FROM lake.db.n ORDER BY id"))
        .containsExactly(
            row(1, null, null, null, null, "AA"), row(2, 7L, "2026-01-02", true, "t", "AA"));
  }

  @Test
  void mergesIntoATableUpgradedFromVersion2() {
    sql("CREATE TABLE lake.db.u (id INT, name STRING) TBLPROPERTIES ('format-version' = '2')");
    sql("INSERT INTO lake.db.u VALUES (1, 'a'), (2, NULL)");
    sql("ALTER TABLE lake.db.u SET TBLPROPERTIES ('format-version' = '3')");
    sql("ALTER TABLE lake.db.u ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'");
    sql(
        "MERGE INTO lake.db.u t USING (SELECT 1 AS id, X'AA' AS pic) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET pic = s.pic");
    assertThat(sql("SELECT id, name, pic FROM lake.db.u ORDER BY id"))
        .containsExactly(row(1, "a", "AA"), row(2, null, null));
  }

  @Test
  void selectsRowsByDescriptorInASubquery() {
    sql("CREATE TABLE lake.db.s (id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO lake.db.s VALUES (1, 'a', X'AA'), (2, 'b', X'BBBB')");
    assertThatThrownBy(() -> sql("UPDATE lake.db.s SET name = 'large' WHERE _blobs.pic.size > 1"))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Cannot UPDATE table lake.db.s by metadata columns such as _blobs or _file: Spark does "
                + "not support it; use a subquery, such as WHERE id IN (SELECT id FROM lake.db.s "
                + "WHERE _blobs…)");
    sql(
        "UPDATE lake.db.s SET name = 'large' "
            + "WHERE id IN (SELECT id FROM lake.db.s WHERE _blobs.pic.size > 1)");
    assertThat(sql("SELECT id, name, pic FROM lake.db.s ORDER BY id"))
        .containsExactly(row(1, "a", "AA"), row(2, "large", "BBBB"));
  }

  @Test
  void neverBindsABaseTwice() {
    sql(
        "CREATE TABLE lake.db.b (id INT, pic BINARY COMMENT '__BLOB_FIELD') "
            + "TBLPROPERTIES ('blob.base.1' = '/one')");
    assertThatThrownBy(
            () -> sql("ALTER TABLE lake.db.b SET TBLPROPERTIES ('blob.base.1' = '/two')"))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Cannot set 'blob.base.1' on table lake.db.b: it is bound to /one, and stored payloads "
                + "may be found through it; register another location under a new id");
    assertThatThrownBy(() -> sql("ALTER TABLE lake.db.b UNSET TBLPROPERTIES ('blob.base.1')"))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Cannot unset 'blob.base.1' on table lake.db.b: it is bound to /one, and stored "
                + "payloads may be found through it; register another location under a new id");
    sql("ALTER TABLE lake.db.b SET TBLPROPERTIES ('blob.base.1' = '/one', 'blob.base.2' = '/two')");
    assertThatThrownBy(
            () ->
                sql(
                    "CREATE OR REPLACE TABLE lake.db.b (id INT, pic BINARY COMMENT "
                        + "'__BLOB_FIELD') TBLPROPERTIES ('blob.base.2' = '/three')"))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Cannot set 'blob.base.2' on table lake.db.b: it is bound to /two, and stored payloads "
                + "may be found through it; register another location under a new id");
    sql("CREATE OR REPLACE TABLE lake.db.b (id INT) TBLPROPERTIES ('blob.base.3' = '/three')");
    assertThat(iceberg("lake.db.b").properties())
        .containsEntry("blob.base.1", "/one")
        .containsEntry("blob.base.2", "/two")
        .containsEntry("blob.base.3", "/three");
  }

  @Test
  void bindsABaseThatAnotherCommitBindsMeanwhileToNothingElse() {
    sql("CREATE TABLE lake.db.race (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    meanwhile("ALTER TABLE lake.db.race SET TBLPROPERTIES ('blob.base.7' = '/one')");
    assertThatThrownBy(
            () -> sql("ALTER TABLE lake.db.race SET TBLPROPERTIES ('blob.base.7' = '/two')"))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Cannot set 'blob.base.7' on table lake.db.race: it is bound to /one, and stored "
                + "payloads may be found through it; register another location under a new id");
    assertThat(iceberg("lake.db.race").properties()).containsEntry("blob.base.7", "/one");
    meanwhile("ALTER TABLE lake.db.race SET TBLPROPERTIES ('blob.base.8' = '/same')");
    sql("ALTER TABLE lake.db.race SET TBLPROPERTIES ('blob.base.8' = '/same', 'x' = 'y')");
    assertThat(iceberg("lake.db.race").properties())
        .containsEntry("blob.base.8", "/same")
        .containsEntry("x", "y");
  }

  /** Runs a statement when the next one writes the metadata of its table. */
  private void meanwhile(String statement) {
    AtomicBoolean done = new AtomicBoolean();
    StorageProbe.inject(
        access -> {
          if (access.operation() == StorageProbe.Operation.CREATE
              && access.location().endsWith(".metadata.json")
              && done.compareAndSet(false, true)) {
            sql(statement);
          }
        });
  }
}
