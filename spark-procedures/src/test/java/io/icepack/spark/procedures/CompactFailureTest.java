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
import io.icepack.spark.testing.StorageProbe.Access;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Test;

/** A compaction that does not come to its end leaves nothing behind and takes nothing away. */
class CompactFailureTest extends ProcedureTest {

  @Test
  void losesAgainstADelete() {
    createSample("delete");
    Map<String, String> packs = packs("delete");
    Set<Path> files = new HashSet<>(stored("delete").all());
    meanwhile("DELETE FROM lake.db.delete WHERE abs(id) = 2");

    assertThatThrownBy(() -> compact("'db.delete'"))
        .isInstanceOf(ValidationException.class)
        .hasMessageStartingWith(
            "Cannot commit compaction of table lake.db.delete: another commit changed the data "
                + "files that it rewrites; the table is as that commit left it, compact again "
                + "(Cannot commit, found new position delete for replaced data file: ");

    Set<Path> left = new HashSet<>(stored("delete").all());
    left.removeAll(files);
    assertThat(left).allMatch(file -> file.toString().endsWith(".puffin")).hasSize(1);
    assertThat(stored("delete").all()).containsAll(files);
    assertThat(packs("delete")).isEqualTo(packs);
    assertThat(sql("SELECT id FROM lake.db.delete WHERE id < 4 ORDER BY id"))
        .containsExactly(row(0), row(1), row(3));
    assertThat(compact("'db.delete'").subList(0, 2)).isEqualTo(row(7, 1));
    assertSidecarsExact("delete");
  }

  @Test
  void losesAgainstAnotherCompaction() {
    createSample("twice");
    List<List<Object>> content = content("twice");
    meanwhile("CALL lake.sys.compact('db.twice')");

    assertThatThrownBy(() -> compact("'db.twice'"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("compact again (Missing required files to delete: ");

    assertThat(dataFiles("twice")).hasSize(1);
    assertThat(stored("twice").dataFiles()).hasSize(8);
    assertThat(stored("twice").sidecars()).hasSize(8);
    assertThat(content("twice")).isEqualTo(content);
    assertSidecarsExact("twice");
  }

  @Test
  void winsBesidesAnInsert() {
    createSample("insert");
    meanwhile("INSERT INTO lake.db.insert SELECT 7, 'h', X'07', NULL, NULL");

    assertThat(compact("'db.insert'").subList(0, 2)).isEqualTo(row(7, 1));

    assertThat(dataFiles("insert")).hasSize(2);
    assertThat(sql("SELECT id, pic FROM lake.db.insert WHERE id > 5 ORDER BY id"))
        .containsExactly(row(6, "CC"), row(7, "07"));
    assertSidecarsExact("insert");
  }

  @Test
  void takesBackWhatItsTasksWrote() {
    sql(
        "CREATE TABLE lake.db.broken (id INT, pic BINARY COMMENT '__BLOB_FIELD') "
            + "PARTITIONED BY (id)");
    for (int i = 0; i < 2; i++) {
      sql("INSERT INTO lake.db.broken VALUES (1, X'01'), (2, X'02'), (3, X'03')");
    }
    Set<Path> files = Set.copyOf(stored("broken").all());
    Predicate<Access> sidecars = access -> access.location().endsWith(".blobref");
    Predicate<Access> dataFiles = access -> access.location().endsWith(".parquet");

    failsFrom(Operation.CREATE, 3, sidecars);
    failsFrom(Operation.CLOSE_WRITE, 3, dataFiles);
    failsFrom(Operation.OPEN, 4, dataFiles);

    assertThat(Set.copyOf(stored("broken").all())).isEqualTo(files);
    StorageProbe.reset();
    assertThat(compact("'db.broken', options => map('min-input-files', '2')").subList(0, 2))
        .isEqualTo(row(6, 3));
    assertSidecars("broken");
  }

  private void failsFrom(Operation operation, int first, Predicate<Access> location) {
    Set<Path> files = Set.copyOf(stored("broken").all());
    AtomicInteger seen = new AtomicInteger();
    StorageProbe.inject(
        access -> {
          if (access.operation() == operation
              && location.test(access)
              && seen.incrementAndGet() >= first) {
            throw new IOException("injected");
          }
        });
    assertThatThrownBy(() -> compact("'db.broken', options => map('min-input-files', '2')"))
        .hasMessageContaining("injected");
    assertFiles("broken", files);
    StorageProbe.reset();
    assertThat(scalar("SELECT count(*) FROM lake.db.broken.snapshots")).isEqualTo(2L);
  }

  @Test
  void repeatsATaskThatFailedOnce() {
    createSample("repeated");
    List<List<Object>> content = content("repeated");
    Set<Path> files = Set.copyOf(stored("repeated").all());
    StorageProbe.inject(
        StorageProbe.onNth(
            1,
            access ->
                access.operation() == Operation.CLOSE_WRITE
                    && access.location().endsWith(".blobref"),
            "injected"));

    assertThat(compact("'db.repeated'").subList(0, 2)).isEqualTo(row(7, 1));

    assertThat(stored("repeated").all()).hasSize(files.size() + 2).containsAll(files);
    assertThat(content("repeated")).isEqualTo(content);
    assertSidecarsExact("repeated");
  }

  @Test
  void deletesNothingWhenTheOutcomeIsUnknown() {
    createSample("unknown");
    List<List<Object>> content = content("unknown");
    Table table = iceberg("lake.db.unknown");
    Table unsure =
        table(
            table,
            commit -> {
              commit.run();
              throw new CommitStateUnknownException(new IllegalStateException("connection lost"));
            });
    Set<Path> files = Set.copyOf(stored("unknown").all());

    assertThatThrownBy(() -> new Compaction(spark, unsure).run())
        .isInstanceOf(CommitStateUnknownException.class);

    assertThat(stored("unknown").all()).hasSize(files.size() + 2).containsAll(files);
    assertThat(dataFiles("unknown")).hasSize(1);
    assertThat(content("unknown")).isEqualTo(content);
    assertSidecarsExact("unknown");
    assertThat(compact("'db.unknown'").subList(0, 2)).isEqualTo(row(0, 0));
  }

  @Test
  void deletesItsFilesWhenTheCatalogRefuses() {
    createSample("failed", "TBLPROPERTIES ('commit.retry.num-retries' = '0')");
    Table refusing =
        table(
            iceberg("lake.db.failed"),
            commit -> {
              throw new CommitFailedException("catalog is read-only");
            });
    Set<Path> files = Set.copyOf(stored("failed").all());

    assertThatThrownBy(() -> new Compaction(spark, refusing).run())
        .isInstanceOf(CommitFailedException.class)
        .hasMessage("catalog is read-only");

    assertThat(Set.copyOf(stored("failed").all())).isEqualTo(files);
  }

  private static Table table(Table table, TamperedOperations.Tampering tampering) {
    return new BaseTable(
        new TamperedOperations(((HasTableOperations) table).operations(), tampering), table.name());
  }

  /** Runs a statement when the compaction has written its first manifest. */
  private void meanwhile(String statement) {
    AtomicBoolean done = new AtomicBoolean();
    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.CREATE
              && access.location().endsWith("-m0.avro")
              && done.compareAndSet(false, true)) {
            sql(statement);
          }
        });
  }
}
