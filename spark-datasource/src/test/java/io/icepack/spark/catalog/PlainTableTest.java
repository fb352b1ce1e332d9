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
import org.apache.iceberg.spark.source.SparkTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table without blob columns is Iceberg's own, with everything that Iceberg does with it. */
class PlainTableTest extends SparkTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "USING icepack", "USING iceberg"})
  void isIcebergs(String using) {
    String table = create("(id INT, raw BINARY COMMENT 'bytes') " + using);
    assertThat(classOf(table)).isEqualTo(SparkTable.class);
    assertThat(iceberg(table).properties())
        .doesNotContainKeys("blob.reader-feature-flags", "icepack.blob-field-ids");
    assertThat(spark.table(table).queryExecution().optimizedPlan().toString())
        .doesNotContain("_blobs");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1, "AA"));
    assertThat(files(table).packs()).isEmpty();
    assertThat(files(table).sidecars()).isEmpty();
  }

  @Test
  void changesRowsByCopyOnWrite() {
    String table =
        create(
            "(id INT, raw BINARY) TBLPROPERTIES ('write.update.mode'='copy-on-write', "
                + "'write.delete.mode'='copy-on-write')");
    sql("INSERT INTO %s VALUES (1, X'AA'), (2, X'BB')", table);
    sql("UPDATE %s SET raw = X'CC' WHERE id = 1", table);
    sql("DELETE FROM %s WHERE id = 2", table);
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1, "CC"));
    assertThat(sql("SELECT count(*) FROM %s.delete_files", table)).containsExactly(row(0L));
  }

  @Test
  void staysReadableWithItsLastBlobGone() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    Class<?> before = classOf(table);
    sql("ALTER TABLE %s DROP COLUMN pic", table);
    assertThat(before).isEqualTo(IcepackTable.class);
    assertThat(classOf(table)).isEqualTo(SparkTable.class);
    sql("INSERT INTO %s VALUES (2)", table);
    sql("UPDATE %s SET id = 3 WHERE id = 2", table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table)).containsExactly(row(1), row(3));
  }

  @Test
  void isOpenToStreams() {
    String table = create("(id INT)");
    sql("INSERT INTO %s VALUES (1)", table);
    assertThat(spark.readStream().table(table).isStreaming()).isTrue();
    String blobs = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    assertThatThrownBy(() -> spark.readStream().table(blobs).isStreaming())
        .hasMessageContaining("does not support")
        .hasMessageContaining("micro-batch");
  }

  @Test
  void keepsPropertiesThatIcepackDoesNotKnow() {
    String table = create("(id INT) TBLPROPERTIES ('blobs'='1', 'my.blob.x'='2', 'write.x'='3')");
    sql("ALTER TABLE %s SET TBLPROPERTIES ('merge'='4')", table);
    assertThat(iceberg(table).properties())
        .containsEntry("blobs", "1")
        .containsEntry("my.blob.x", "2")
        .containsEntry("merge", "4");
  }

  @Test
  void listsIcebergsProcedures() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    assertThat(sql("SHOW PROCEDURES IN lake.system").toString()).contains("expire_snapshots");
    assertThat(sql("CALL lake.system.ancestors_of('%s')", table.substring(5))).hasSize(1);
    assertThat(sql("SELECT lake.system.bucket(4, 1)")).hasSize(1);
  }
}
