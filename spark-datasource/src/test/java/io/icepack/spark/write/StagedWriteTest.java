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
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import io.icepack.spark.testing.TableFiles;
import io.icepack.spark.testing.UncertainCatalog;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.junit.jupiter.api.Test;

/** CREATE TABLE … AS SELECT and REPLACE TABLE … AS SELECT whose one commit does not succeed. */
class StagedWriteTest extends SparkTest {

  /** Does something when the first data file is created. */
  private static void whileWriting(Runnable interference) {
    AtomicBoolean once = new AtomicBoolean();
    StorageProbe.inject(
        access -> {
          boolean writing =
              access.operation() == Operation.CREATE && access.location().endsWith(".parquet");
          if (writing && once.compareAndSet(false, true)) {
            interference.run();
          }
        });
  }

  @Test
  void leavesNothingInATableThatAnotherCreatedMeanwhile() {
    whileWriting(() -> sql("CREATE TABLE lake.db.raced (id INT)"));
    Throwable failure =
        catchThrowable(
            () ->
                sql(
                    "CREATE TABLE lake.db.raced TBLPROPERTIES ('blob-field'='pic') "
                        + "AS SELECT 1 AS id, X'AA' AS pic"));
    assertThat(failure).isNotNull();
    assertThat(sql("SELECT * FROM lake.db.raced")).isEmpty();
    assertThat(files("lake.db.raced").all()).isEmpty();
  }

  @Test
  void leavesTheOldTableWhenAReplacementFails() {
    sql("CREATE TABLE lake.db.old (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO lake.db.old VALUES (1, X'AA')");
    List<Path> before = files("lake.db.old").all();
    assertThatThrownBy(
            () ->
                sql(
                    "REPLACE TABLE lake.db.old TBLPROPERTIES ('blob-field'='pic') AS "
                        + "SELECT id, CASE WHEN id < 99 THEN X'BB' ELSE "
                        + "cast(raise_error('no picture') AS BINARY) END AS pic FROM range(0, 100, 1, 1)"))
        .hasStackTraceContaining("no picture");
    assertThat(files("lake.db.old").all()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(sql("SELECT * FROM lake.db.old")).containsExactly(row(1, "AA"));
  }

  @Test
  void keepsEverythingWhenTheOutcomeIsUnknown() {
    String prefix = "spark.sql.catalog.uncertain";
    spark.conf().set(prefix, "io.icepack.spark.IcepackCatalog");
    spark.conf().set(prefix + ".catalog-impl", UncertainCatalog.class.getName());
    spark.conf().set(prefix + ".warehouse", directory.resolve("uncertain").toString());
    spark.conf().set(prefix + ".cache-enabled", "false");
    UncertainCatalog.loseNextAnswer();
    assertThatThrownBy(
            () ->
                sql(
                    "CREATE TABLE uncertain.db.t TBLPROPERTIES ('blob-field'='pic') "
                        + "AS SELECT 1 AS id, X'AA' AS pic"))
        .hasRootCauseMessage("the answer was lost");
    assertThat(sql("SELECT id, pic FROM uncertain.db.t")).containsExactly(row(1, "AA"));
    UncertainCatalog.loseNextAnswer();
    assertThatThrownBy(
            () ->
                sql(
                    "REPLACE TABLE uncertain.db.t TBLPROPERTIES ('blob-field'='pic') "
                        + "AS SELECT 2 AS id, X'BB' AS pic"))
        .isInstanceOf(CommitStateUnknownException.class);
    assertThat(sql("SELECT id, pic FROM uncertain.db.t")).containsExactly(row(2, "BB"));
    assertThat(new TableFiles(directory.resolve("uncertain/db/t").toString()).packs()).hasSize(2);
  }
}
