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
import io.icepack.spark.testing.StorageProbe.Operation;
import io.icepack.spark.testing.TableFiles;
import io.icepack.spark.testing.UncertainCatalog;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A failed write leaves no object beside a data file, and an uncertain one keeps every object. */
class PlacementFaultTest extends SparkTest {

  private static final String BESIDE =
      " TBLPROPERTIES ('lance.blob.managed'='false', 'blob.dedicated-threshold'='2')";

  private String table;
  private TableFiles files;
  private Set<Path> before;

  @BeforeEach
  void createTable() {
    table = create("(id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD')" + BESIDE);
    sql("INSERT INTO %s VALUES (1, 'a', X'AA'), (2, 'b', X'0B0B0B')", table);
    files = files(table);
    before = Set.copyOf(files.all());
    StorageProbe.reset();
  }

  private void assertUnchanged() {
    StorageProbe.reset();
    assertThat(files.all()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(sql("SELECT id, name, pic FROM %s ORDER BY id", table))
        .containsExactly(row(1, "a", "AA"), row(2, "b", "0B0B0B"));
    assertThat(scalar("SELECT count(*) FROM %s.snapshots", table)).isEqualTo(1L);
  }

  @Test
  void rowWhoseValueCannotBeComputed() {
    assertThatThrownBy(
            () ->
                sql(
                    "INSERT INTO %s SELECT CAST(id AS INT), 'n', "
                        + "IF(id = 90, CAST(raise_error('no value') AS BINARY), X'010203') "
                        + "FROM range(0, 100, 1, 1)",
                    table))
        .hasStackTraceContaining("no value");
    assertThat(StorageProbe.count(Operation.CREATE, ".blob")).isEqualTo(90 * 2);
    assertUnchanged();
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE, 0.blob",
    "CLOSE_WRITE, 0.blob",
    "CREATE, .parquet",
    "CLOSE_WRITE, .parquet",
    "CREATE, .blobref",
    "CREATE, -deletes.puffin"
  })
  void objectThatCannotBeWritten(Operation operation, String suffix) {
    StorageProbe.inject(
        access -> {
          if (access.operation() == operation && access.location().endsWith(suffix)) {
            throw new FileNotFoundException("injected at " + access.location());
          }
        });
    assertThatThrownBy(() -> sql("UPDATE %s SET name = 'x', pic = X'CCCCCC'", table))
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
            iceberg(table).newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit();
          }
        });
    assertThatThrownBy(() -> sql("UPDATE %s SET name = 'x'", table))
        .isInstanceOf(ValidationException.class);
    assertThat(files.all()).containsExactlyInAnyOrderElementsOf(before);
  }

  @Test
  void attemptThatIsRepeated() {
    StorageProbe.inject(
        StorageProbe.onNth(
            1,
            access ->
                access.operation() == Operation.CLOSE_WRITE
                    && access.location().endsWith(".parquet"),
            "injected"));
    sql("UPDATE %s SET name = 'x' WHERE id = 2", table);
    StorageProbe.reset();
    assertThat(sql("SELECT id, name, pic FROM %s ORDER BY id", table))
        .containsExactly(row(1, "a", "AA"), row(2, "x", "0B0B0B"));
    assertThat(files.objects()).hasSize(3);
  }

  @Test
  void lostAnswerOfTheCatalog() throws IOException {
    String prefix = "spark.sql.catalog.uncertain";
    spark.conf().set(prefix, "io.icepack.spark.IcepackCatalog");
    spark.conf().set(prefix + ".catalog-impl", UncertainCatalog.class.getName());
    spark.conf().set(prefix + ".warehouse", directory.resolve("uncertain").toString());
    sql("CREATE TABLE uncertain.db.t (id INT, pic BINARY COMMENT '__BLOB_FIELD')" + BESIDE);
    UncertainCatalog.loseNextAnswer();
    assertThatThrownBy(() -> sql("INSERT INTO uncertain.db.t VALUES (1, X'AABBCC')"))
        .isInstanceOf(CommitStateUnknownException.class);
    assertThat(sql("SELECT id, pic FROM uncertain.db.t")).containsExactly(row(1, "AABBCC"));
  }
}
