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
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

/** Statements that run at the same time, and one that is killed. */
class ConcurrencyTest extends SparkTest {

  private static CountDownLatch reached;
  private static CountDownLatch never;

  @Test
  void insertsFromTwoThreads() throws Exception {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    List<CompletableFuture<Void>> inserts = new ArrayList<>();
    for (int thread = 0; thread < 2; thread++) {
      int first = thread * 100;
      inserts.add(
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < 4; i++) {
                  sql(
                      "INSERT INTO %s SELECT id, cast(repeat(string(id), 9) AS BINARY) "
                          + "FROM range(%s, %s)",
                      table, first + i * 10, first + i * 10 + 10);
                }
              }));
    }
    for (CompletableFuture<Void> insert : inserts) {
      insert.get(120, TimeUnit.SECONDS);
    }
    assertThat(
            sql(
                "SELECT count(DISTINCT id), count_if(pic = cast(repeat(string(id), 9) AS BINARY)) "
                    + "FROM %s",
                table))
        .containsExactly(row(80L, 80L));
    assertThat(sql("SELECT count(*) FROM %s.snapshots", table)).containsExactly(row(8L));
  }

  /** A table of one row, with another one staged. */
  private String tableWithStagedRow(String isolation) {
    String table =
        create(
            "(id INT, pic BINARY COMMENT '__BLOB_FIELD') TBLPROPERTIES ('write.wap.enabled'='true',"
                + " 'write.update.isolation-level'='"
                + isolation
                + "')");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    spark.conf().set("spark.wap.id", table);
    sql("INSERT INTO %s VALUES (2, X'BB')", table);
    spark.conf().unset("spark.wap.id");
    return table;
  }

  private void publishWhileDeletesAreWritten(String table) {
    long staged =
        (long)
            scalar(
                "SELECT snapshot_id FROM %s.snapshots ORDER BY committed_at DESC LIMIT 1", table);
    AtomicBoolean once = new AtomicBoolean();
    StorageProbe.inject(
        access -> {
          boolean writing =
              access.operation() == Operation.CREATE && access.location().endsWith(".puffin");
          if (writing && once.compareAndSet(false, true)) {
            iceberg(table).manageSnapshots().cherrypick(staged).commit();
          }
        });
  }

  @Test
  void keepsRowsThatAreInsertedDuringAnUpdate() {
    String table = tableWithStagedRow("snapshot");
    publishWhileDeletesAreWritten(table);
    sql("UPDATE %s SET pic = X'EE'", table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(1, "EE"), row(2, "BB"));
  }

  @Test
  void refusesAnUpdateThatMissedRows() {
    String table = tableWithStagedRow("serializable");
    List<Path> before = files(table).all();
    publishWhileDeletesAreWritten(table);
    Throwable failure = catchThrowable(() -> sql("UPDATE %s SET pic = X'EE'", table));
    assertThat(failure).hasStackTraceContaining("Found conflicting files");
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(1, "AA"), row(2, "BB"));
    assertThat(files(table).all()).containsExactlyInAnyOrderElementsOf(before);
  }

  @Test
  void leavesNothingOfAJobThatIsKilled() throws Exception {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    reached = new CountDownLatch(2);
    never = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(2);
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onTaskEnd(SparkListenerTaskEnd end) {
            ended.countDown();
          }
        };
    spark.udf().register("wait_at_seven", waitAtSeven(), DataTypes.LongType);
    spark.sparkContext().addSparkListener(listener);
    try {
      CompletableFuture<Throwable> insert =
          CompletableFuture.supplyAsync(
              () -> {
                spark.sparkContext().setJobGroup("killed", "", true);
                return catchThrowable(
                    () ->
                        sql(
                            "INSERT INTO %s SELECT wait_at_seven(id %% 10), X'AA' "
                                + "FROM range(0, 20, 1, 2)",
                            table));
              });
      assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(files(table).packs()).isNotEmpty();
      spark.sparkContext().cancelJobGroup("killed");
      assertThat(insert.get()).hasStackTraceContaining("cancelled");
      assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      spark.sparkContext().removeSparkListener(listener);
    }
    assertThat(files(table).all()).isEmpty();
    assertThat(sql("SELECT * FROM %s", table)).isEmpty();
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1, "AA"));
  }

  private static UDF1<Long, Long> waitAtSeven() {
    return id -> {
      if (id == 7) {
        reached.countDown();
        never.await();
      }
      return id;
    };
  }
}
