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

import io.icepack.spark.maintenance.Compaction;
import io.icepack.spark.testing.StorageProbe;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Test;

/** A compaction of a primary-key table among other commits, and one that fails. */
class CompactKeyedFailureTest extends KeyedTest {

  private void createRuns(String table, String... clauses) {
    createKeyed(table, clauses);
    insert(table, "(1, 'a', X'A1', NULL, NULL), (2, 'a', X'A2', NULL, NULL)");
    insert(table, "(2, 'b', X'B2', NULL, NULL), (3, 'b', X'B3', NULL, NULL)");
  }

  private List<List<Object>> rows(String table) {
    return sql("SELECT id, name, pic FROM lake.db.%s ORDER BY id", table);
  }

  private void assertRows(String table, List<List<Object>> expected) {
    assertThat(rows(table)).isEqualTo(expected);
    assertThat(sql("SELECT id, name FROM stock.db.%s ORDER BY id", table))
        .isEqualTo(expected.stream().map(row -> row.subList(0, 2)).toList());
  }

  @Test
  void winsBesidesAnUpsert() {
    createRuns("upsert");
    meanwhile(
        "INSERT INTO lake.db.upsert VALUES (2, 'c', X'C2', NULL, NULL), (4, 'c', X'C4', NULL, NULL)");

    assertThat(figures(compact("'db.upsert'"))).isEqualTo(row(2, 1, 2, 0));

    List<List<Object>> expected =
        List.of(row(1, "a", "A1"), row(2, "c", "C2"), row(3, "b", "B3"), row(4, "c", "C4"));
    assertRows("upsert", expected);
    assertThat(promises("upsert")).containsExactly("unique", "unique");
    assertSidecarsOfFiles("upsert");
    StorageProbe.reset();
    assertThat(figures(compact("'db.upsert'"))).isEqualTo(row(2, 1, 1, 0));
    assertRows("upsert", expected);
  }

  @Test
  void winsBesidesAnUpsertInMinor() {
    createRuns("minor");
    meanwhile("INSERT INTO lake.db.minor VALUES (2, 'c', X'C2', NULL, NULL)");

    assertThat(figures(compact("'db.minor', strategy => 'minor'"))).isEqualTo(row(2, 1, 1, 0));

    assertRows("minor", List.of(row(1, "a", "A1"), row(2, "c", "C2"), row(3, "b", "B3")));
  }

  /** Iceberg would forget the deletion, since the only other data file is newer. */
  @Test
  void losesNoDeletionThatLandsBeforeAnUpsert() {
    createKeyed("deleted");
    sql(
        "INSERT OVERWRITE lake.db.deleted VALUES (1, 'a', X'A1', NULL, NULL), (2, 'a', X'A2', NULL, NULL)");
    sql("INSERT INTO stock.db.deleted VALUES (3, 'b', NULL, NULL, NULL)");
    Set<Path> files = Set.copyOf(stored("deleted").all());
    meanwhile(
        "DELETE FROM lake.db.deleted WHERE id = 1",
        "INSERT INTO lake.db.deleted VALUES (4, 'd', X'D4', NULL, NULL)");

    assertThat(figures(compact("'db.deleted'"))).isEqualTo(row(3, 1, 2, 0));

    assertRows("deleted", List.of(row(2, "a", "A2"), row(3, "b", null), row(4, "d", "D4")));
    Set<Path> left = new HashSet<>(stored("deleted").all());
    left.removeAll(files);
    // A pack, a data file, its sidecar and two delete files of the others; a data file and sidecar.
    assertThat(left).hasSize(7);
  }

  @Test
  void losesAgainstAnotherCompaction() {
    createRuns("twice");
    Map<String, String> packs = packs("twice");
    List<List<Object>> rows = rows("twice");
    meanwhile("CALL lake.sys.compact('db.twice')");

    assertThatThrownBy(() -> compact("'db.twice'"))
        .isInstanceOf(ValidationException.class)
        .hasMessageStartingWith(
            "Cannot commit compaction of table lake.db.twice: another commit changed the data "
                + "files that it rewrites; the table is as that commit left it, compact again "
                + "(Missing required files to delete: ");

    assertThat(stored("twice").dataFiles()).hasSize(5);
    assertThat(stored("twice").sidecars()).hasSize(3);
    assertThat(packs("twice")).isEqualTo(packs);
    assertRows("twice", rows);
    StorageProbe.reset();
    assertThat(compact("'db.twice'")).isEqualTo(NOTHING);
  }

  @Test
  void losesAgainstAnOverwriteAndAnotherClientsDelete() {
    createRuns("replaced", "TBLPROPERTIES ('write.delete.mode' = 'merge-on-read')");
    meanwhile("DELETE FROM stock.db.replaced WHERE id = 3");
    assertThatThrownBy(() -> compact("'db.replaced'"))
        .hasMessageContaining("(Cannot commit, found new position delete for replaced data file: ");
    assertRows("replaced", List.of(row(1, "a", "A1"), row(2, "b", "B2")));
    assertThat(stored("replaced").sidecars()).hasSize(2);

    meanwhile("INSERT OVERWRITE lake.db.replaced VALUES (5, 'e', X'E5', NULL, NULL)");
    assertThatThrownBy(() -> compact("'db.replaced'"))
        .hasMessageContaining("(Missing required files to delete: ");
    assertRows("replaced", List.of(row(5, "e", "E5")));
    assertThat(stored("replaced").sidecars()).hasSize(3);
    StorageProbe.reset();
    assertThat(compact("'db.replaced'")).isEqualTo(NOTHING);
  }

  @Test
  void deletesNothingWhenTheOutcomeIsUnknown() {
    createRuns("unknown");
    List<List<Object>> rows = rows("unknown");
    Set<Path> files = Set.copyOf(stored("unknown").all());
    Table unsure =
        table(
            "unknown",
            commit -> {
              commit.run();
              throw new CommitStateUnknownException(new IllegalStateException("connection lost"));
            });

    assertThatThrownBy(() -> new Compaction(spark, unsure).run())
        .isInstanceOf(CommitStateUnknownException.class);

    assertThat(stored("unknown").all()).hasSize(files.size() + 2).containsAll(files);
    assertRows("unknown", rows);
    assertSidecarsOfFiles("unknown");
    assertThat(compact("'db.unknown'")).isEqualTo(NOTHING);
  }

  @Test
  void deletesItsFilesWhenTheCatalogRefuses() {
    createRuns(
        "refused",
        "TBLPROPERTIES ('commit.retry.num-retries' = '0', 'merge-engine' = 'first-row')");
    Set<Path> files = Set.copyOf(stored("refused").all());
    Table refusing =
        table(
            "refused",
            commit -> {
              throw new CommitFailedException("catalog is read-only");
            });

    assertThatThrownBy(() -> new Compaction(spark, refusing).run())
        .isInstanceOf(CommitFailedException.class)
        .hasMessage("catalog is read-only");

    assertThat(Set.copyOf(stored("refused").all())).isEqualTo(files);
  }

  private Table table(String name, TamperedOperations.Tampering tampering) {
    Table table = iceberg("lake.db." + name);
    return new BaseTable(
        new TamperedOperations(((HasTableOperations) table).operations(), tampering), table.name());
  }
}
