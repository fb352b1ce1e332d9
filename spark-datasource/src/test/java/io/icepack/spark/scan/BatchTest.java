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

import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How payloads are fetched: in bounded batches, each object opened once, ranges merged. */
class BatchTest extends SparkTest {

  private static final long MIB = 1 << 20;
  private static final AtomicLong MOST_AHEAD = new AtomicLong();

  @BeforeAll
  void createTable() {
    sql("CREATE TABLE lake.db.big (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO lake.db.big SELECT /*+ COALESCE(1) */ id, "
            + "cast(repeat('x', 1048576) AS BINARY) FROM range(64)");
  }

  /** Notes how many bytes were read beyond those of the rows handed out. */
  private static ForeachPartitionFunction<Row> watch() {
    return (Iterator<Row> rows) -> {
      long handedOut = 0;
      while (rows.hasNext()) {
        long length = rows.next().<byte[]>getAs("pic").length;
        MOST_AHEAD.accumulateAndGet(StorageProbe.payloadBytesRead() - handedOut, Math::max);
        handedOut += length;
      }
    };
  }

  private long mostAhead(Dataset<Row> rows) {
    StorageProbe.reset();
    MOST_AHEAD.set(0);
    rows.foreachPartition(watch());
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(64 * MIB);
    return MOST_AHEAD.get();
  }

  @Test
  void staysWithinTheBudget() {
    Dataset<Row> rows =
        spark.read().option("blob.read.batch-size", "8 mb").table("lake.db.big").select("pic");
    assertThat(mostAhead(rows)).isBetween(4 * MIB, 9 * MIB);
    spark.conf().set("spark.sql.catalog.lake.blob.read.batch-size", "2 mb");
    try {
      assertThat(mostAhead(spark.table("lake.db.big").select("pic"))).isLessThanOrEqualTo(3 * MIB);
    } finally {
      spark.conf().unset("spark.sql.catalog.lake.blob.read.batch-size");
    }
    Dataset<Row> single =
        spark.read().option("blob.read.batch-rows", "1").table("lake.db.big").select("pic");
    assertThat(mostAhead(single)).isEqualTo(MIB);
  }

  @Test
  void asksStorageSeldom() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ id, cast(rpad(string(id), 1024, 'x') AS BINARY) "
            + "FROM range(1000)",
        table);
    StorageProbe.reset();
    assertThat(sql("SELECT sum(bit_length(pic)) FROM %s", table)).containsExactly(row(8192000L));
    assertThat(StorageProbe.count(Operation.OPEN, "_blobs/")).isLessThanOrEqualTo(4);
    assertThat(StorageProbe.count(Operation.STATUS, "_blobs/")).isZero();
    assertThat(StorageProbe.count(Operation.LIST, "")).isZero();
    assertThat(StorageProbe.count(Operation.OPEN, ".blobref")).isZero();
    assertThat(StorageProbe.count(Operation.OPEN, ".parquet")).isLessThanOrEqualTo(3);
    assertThat(StorageProbe.payloadReads()).isLessThanOrEqualTo(40);
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(1024000);
  }

  @Test
  void readsAgainFromStoresThatReturnLittle() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ id, "
            + "cast(concat(repeat('abcdefghij', 26214), id) AS BINARY) FROM range(4)",
        table);
    StorageProbe.limitReads(7);
    assertThat(
            sql(
                "SELECT count_if(pic = cast(concat(repeat('abcdefghij', 26214), id) AS BINARY)) "
                    + "FROM %s",
                table))
        .containsExactly(row(4L));
    assertThat(StorageProbe.payloadReads()).isGreaterThan(100_000);
  }

  @Test
  void fetchesOnceWhatOneBatchNeedsTwice() {
    String table = create("(id INT, imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, array(X'0102030405'))", table);
    sql("UPDATE %s SET imgs = array(imgs[0], NULL, imgs[0])", table);
    StorageProbe.reset();
    assertThat(sql("SELECT imgs FROM %s", table))
        .containsExactly(row(row("0102030405", null, "0102030405")));
  }
}
