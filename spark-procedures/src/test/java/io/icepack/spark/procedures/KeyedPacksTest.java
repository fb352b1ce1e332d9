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
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The packs of primary-key tables: how large they become, what fails beside them, who needs them.
 */
class KeyedPacksTest extends ProcedureTest {

  private void create(String table, String properties) {
    sql(
        "CREATE TABLE lake.db.%s (id INT, pic BINARY COMMENT '__BLOB_FIELD', "
            + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED) "
            + "TBLPROPERTIES (%s)",
        table, properties);
  }

  @Test
  void rollAtTheSizeThatTheTableWasCreatedWith() {
    create("rolled", "'blob.target-file-size'='100'");
    sql(
        "INSERT INTO lake.db.rolled SELECT int(id), cast(repeat('x', 40) AS BINARY), NULL FROM range(9)");
    assertThat(stored("rolled").packs()).hasSize(3);
    assertThat(stored("rolled").packs())
        .extracting(Path::toFile)
        .extracting(File::length)
        .containsOnly(120L);
  }

  @Test
  void areThoseOfTheAttemptThatWins() {
    create("retried", "'bucket'='1'");
    StorageProbe.inject(
        StorageProbe.onNth(
            1,
            access ->
                access.operation() == Operation.CREATE && access.location().endsWith(".parquet"),
            "injected"));
    sql("INSERT INTO lake.db.retried VALUES (1, X'AA', NULL), (2, X'BB', array(X'CC'))");
    StorageProbe.reset();
    assertThat(sql("SELECT id, pic, imgs FROM lake.db.retried ORDER BY id").toString())
        .isEqualTo("[[1, AA, null], [2, BB, [CC]]]");
    assertThat(stored("retried").packs()).hasSize(2);
    assertThat(stored("retried").sidecars()).hasSize(1);
    assertThat(stored("retried").dataFiles()).hasSize(2);
  }

  @Test
  void outliveAnUpdateUntilTheirDataFileIsGone() {
    create("updated", "'bucket'='1'");
    sql("INSERT INTO lake.db.updated VALUES (1, X'AA', NULL)");
    List<Path> first = stored("updated").packs();
    sql("INSERT INTO lake.db.updated VALUES (1, X'BB', NULL)");
    expire("updated");
    collectGarbage("updated");
    assertThat(stored("updated").packs()).hasSize(2).containsAll(first);
    compact("'db.updated'");
    expire("updated");
    collectGarbage("updated");
    assertThat(stored("updated").packs()).hasSize(1).doesNotContainAnyElementsOf(first);
    assertThat(sql("SELECT id, pic FROM lake.db.updated")).containsExactly(row(1, "BB"));
    sql("DELETE FROM lake.db.updated");
    expire("updated");
    collectGarbage("updated");
    assertThat(stored("updated").packs()).isEmpty();
  }

  @Test
  void areReplacedByAnArrayOfNulls() {
    create("partial", "'merge-engine'='partial-update'");
    sql("INSERT INTO lake.db.partial VALUES (1, X'AA', array(X'01', X'02'))");
    sql("INSERT INTO lake.db.partial VALUES (1, NULL, array(NULL))");
    assertThat(sql("SELECT pic, imgs FROM lake.db.partial").toString()).isEqualTo("[[AA, [null]]]");
    compact("'db.partial'");
    assertThat(sql("SELECT pic, imgs FROM lake.db.partial").toString()).isEqualTo("[[AA, [null]]]");
  }
}
