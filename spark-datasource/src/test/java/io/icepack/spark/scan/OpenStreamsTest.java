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
package io.icepack.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icepack.blob.read.ReadOptions;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A scan over many packs keeps few streams open, and none when it is over, however it ends. */
class OpenStreamsTest extends SparkTest {

  private static final int PACKS = 500;
  private static final int TASKS = 2;
  private static CountDownLatch firstRow;
  private static CountDownLatch never;

  @BeforeAll
  void createTable() {
    sql(
        "CREATE TABLE lake.db.t (id INT, pic BINARY COMMENT '__BLOB_FIELD') "
            + "TBLPROPERTIES ('blob.target-file-size'='1')");
    sql(
        "INSERT INTO lake.db.t SELECT /*+ COALESCE(1) */ id, cast(string(id) AS BINARY) "
            + "FROM range(%s)",
        PACKS);
  }

  @AfterEach
  void hasNoOpenStreams() {
    assertThat(StorageProbe.openStreams()).isZero();
  }

  @Test
  void keepsAsManyAsItReadsAtATime() {
    assertThat(sql("SELECT count(DISTINCT pic) FROM lake.db.t")).containsExactly(row((long) PACKS));
    int parallelism = ReadOptions.forLocation(warehouse()).parallelism();
    assertThat(StorageProbe.maxOpenStreams()).isBetween(1, TASKS * parallelism);
    assertThat(StorageProbe.count(StorageProbe.Operation.OPEN, "_blobs/")).isEqualTo(PACKS);
  }

  @Test
  void closesThemAfterALimit() {
    assertThat(sql("SELECT pic FROM lake.db.t LIMIT 3")).hasSize(3);
    assertThat(StorageProbe.count(StorageProbe.Operation.OPEN, "_blobs/")).isLessThan(50);
    assertThat(spark.table("lake.db.t").select("pic").takeAsList(2)).hasSize(2);
  }

  @Test
  void closesThemAfterAnError() {
    Throwable failure =
        catchThrowable(
            () ->
                sql(
                    "SELECT CASE WHEN id = 77 THEN raise_error('stop') ELSE string(pic) END "
                        + "FROM lake.db.t"));
    assertThat(failure).hasStackTraceContaining("stop");
  }

  @Test
  void closesThemInRowLevelStatements() {
    sql("UPDATE lake.db.t SET id = id + 0 WHERE length(pic) = 1");
    sql("DELETE FROM lake.db.t WHERE length(pic) > 5");
    sql(
        "MERGE INTO lake.db.t t USING (SELECT cast('7' AS BINARY) AS p) s ON t.pic = s.p "
            + "WHEN MATCHED THEN UPDATE SET pic = concat(t.pic, s.p)");
    assertThat(sql("SELECT count(*) FROM lake.db.t WHERE string(pic) = '77'"))
        .containsExactly(row(2L));
    sql("UPDATE lake.db.t SET pic = cast('7' AS BINARY) WHERE id = 7");
  }

  @Test
  void closesThemWhenAQueryIsCancelled() throws Exception {
    firstRow = new CountDownLatch(1);
    never = new CountDownLatch(1);
    CountDownLatch taskEnded = new CountDownLatch(1);
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onTaskEnd(SparkListenerTaskEnd end) {
            taskEnded.countDown();
          }
        };
    spark.sparkContext().addSparkListener(listener);
    try {
      Dataset<Row> rows = spark.table("lake.db.t").select("pic");
      CompletableFuture<Throwable> query =
          CompletableFuture.supplyAsync(
              () -> {
                spark.sparkContext().setJobGroup("cancelled", "", true);
                return catchThrowable(() -> rows.foreachPartition(blockAfterTheFirst()));
              });
      assertThat(firstRow.await(60, TimeUnit.SECONDS)).isTrue();
      spark.sparkContext().cancelJobGroup("cancelled");
      assertThat(query.get()).hasStackTraceContaining("cancelled");
      assertThat(taskEnded.await(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      spark.sparkContext().removeSparkListener(listener);
    }
  }

  private static ForeachPartitionFunction<Row> blockAfterTheFirst() {
    return (Iterator<Row> rows) -> {
      if (rows.hasNext()) {
        rows.next();
      }
      firstRow.countDown();
      never.await();
    };
  }
}
