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
package io.icepack.spark.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Access;
import io.icepack.spark.testing.StorageProbe.Operation;
import io.icepack.spark.testing.TableFiles;
import io.icepack.spark.testing.UncertainCatalog;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failed write leaves no object behind, and an uncertain one keeps every object. */
class FailedWriteTest extends SparkTest {

  private TableFiles files;
  private Set<Path> before;

  @BeforeEach
  void createTable() {
    sql("DROP TABLE IF EXISTS lake.db.t");
    sql("CREATE TABLE lake.db.t (id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO lake.db.t VALUES (1, 'a', X'AA'), (2, 'b', X'BB')");
    files = new TableFiles(warehouse() + "/db/t");
    before = Set.copyOf(files.all());
    StorageProbe.reset();
  }

  private void assertUnchanged() {
    assertThat(files.all()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(sql("SELECT id, name, pic FROM lake.db.t ORDER BY id"))
        .containsExactly(row(1, "a", "AA"), row(2, "b", "BB"));
    assertThat(scalar("SELECT count(*) FROM lake.db.t.snapshots")).isEqualTo(1L);
  }

  // A missing file is no failure that may pass, so it is not tried again.
  private static void failAlways(Predicate<Access> matching) {
    StorageProbe.inject(
        access -> {
          if (matching.test(access)) {
            throw new FileNotFoundException("injected at " + access.location());
          }
        });
  }

  @Test
  void rowWhoseValueCannotBeComputed() {
    assertThatThrownBy(
            () ->
                sql(
                    "INSERT INTO lake.db.t SELECT CAST(id AS INT), 'n', "
                        + "IF(id = 90, CAST(raise_error('no value') AS BINARY), X'0102') "
                        + "FROM range(0, 100, 1, 1)"))
        .hasStackTraceContaining("no value");
    assertThat(StorageProbe.count(Operation.CREATE, "_blobs/")).isPositive();
    assertUnchanged();
  }

  @ParameterizedTest
  @ValueSource(strings = {".managed.blob", ".parquet", ".blobref"})
  void objectThatCannotBeCreated(String suffix) {
    failAlways(
        access -> access.operation() == Operation.CREATE && access.location().endsWith(suffix));
    assertThatThrownBy(() -> sql("INSERT INTO lake.db.t VALUES (3, 'c', X'CC')"))
        .hasStackTraceContaining("injected at");
    assertUnchanged();
  }

  @ParameterizedTest
  @ValueSource(strings = {".managed.blob", ".parquet", ".blobref", "-deletes.puffin"})
  void objectThatCannotBeCompletedByAnUpdate(String suffix) {
    failAlways(
        access ->
            access.operation() == Operation.CLOSE_WRITE && access.location().endsWith(suffix));
    assertThatThrownBy(() -> sql("UPDATE lake.db.t SET name = 'x', pic = X'CC' WHERE id = 1"))
        .hasStackTraceContaining("injected at");
    assertUnchanged();
  }

  @Test
  void updateThatLosesAConflict() {
    AtomicBoolean once = new AtomicBoolean();
    StorageProbe.inject(
        access -> {
          boolean writing =
              access.operation() == Operation.CREATE && access.location().endsWith(".puffin");
          if (writing && once.compareAndSet(false, true)) {
            iceberg("lake.db.t").newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit();
          }
        });
    assertThatThrownBy(() -> sql("UPDATE lake.db.t SET pic = X'CC' WHERE id = 1"))
        .isInstanceOf(ValidationException.class);
    assertThat(files.all()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(sql("SELECT * FROM lake.db.t")).isEmpty();
  }

  @Test
  void lostAnswerOfTheCatalog() {
    String prefix = "spark.sql.catalog.uncertain";
    spark.conf().set(prefix, "io.icepack.spark.IcepackCatalog");
    spark.conf().set(prefix + ".catalog-impl", UncertainCatalog.class.getName());
    spark.conf().set(prefix + ".warehouse", directory.resolve("uncertain").toString());
    sql("CREATE TABLE uncertain.db.t (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    UncertainCatalog.loseNextAnswer();
    assertThatThrownBy(() -> sql("INSERT INTO uncertain.db.t VALUES (1, X'AA')"))
        .isInstanceOf(CommitStateUnknownException.class);
    assertThat(sql("SELECT id, pic FROM uncertain.db.t")).containsExactly(row(1, "AA"));
    UncertainCatalog.loseNextAnswer();
    assertThatThrownBy(() -> sql("UPDATE uncertain.db.t SET pic = X'BB'"))
        .isInstanceOf(CommitStateUnknownException.class);
    assertThat(sql("SELECT id, pic FROM uncertain.db.t")).containsExactly(row(1, "BB"));
  }

  @Test
  void secondInsertAfterAFailedOne() {
    failAlways(access -> access.location().endsWith(".blobref"));
    assertThatThrownBy(() -> sql("INSERT INTO lake.db.t VALUES (3, 'c', X'CC')"))
        .hasStackTraceContaining("injected at");
    StorageProbe.reset();
    sql("INSERT INTO lake.db.t VALUES (3, 'c', X'CC')");
    assertThat(sql("SELECT id, pic FROM lake.db.t WHERE id = 3")).containsExactly(row(3, "CC"));
  }

  @Test
  void throttledStorage() {
    int[] calls = {0};
    StorageProbe.inject(
        access -> {
          boolean payload =
              access.location().endsWith(".blob")
                  && (access.operation() == Operation.CREATE
                      || access.operation() == Operation.OPEN
                      || access.operation() == Operation.READ);
          if (payload && calls[0]++ % 5 < 2) {
            throw new IOException("503 Slow Down");
          }
        });
    sql("INSERT INTO lake.db.t VALUES (3, 'c', X'CC'), (4, 'd', X'DD')");
    assertThat(sql("SELECT id, pic FROM lake.db.t"))
        .containsExactlyInAnyOrder(row(1, "AA"), row(2, "BB"), row(3, "CC"), row(4, "DD"));
    assertThat(calls[0]).isGreaterThan(5);
  }
}
