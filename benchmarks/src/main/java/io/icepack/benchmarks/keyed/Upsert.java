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
package io.icepack.benchmarks.keyed;

import io.icepack.benchmarks.spark.LocalSpark;
import io.icepack.benchmarks.spark.Payloads;
import io.icepack.benchmarks.spark.Samples;
import java.util.stream.LongStream;
import java.util.zip.CRC32;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * New payloads for one key of a hundred: INSERT INTO a primary-key table beside Iceberg's MERGE
 * INTO a table with a BINARY column, which copies files.
 */
record Upsert(SparkSession spark, KeyedSize size) {
  static final String ICEPACK = "INSERT INTO a primary-key table";
  static final String ICEBERG = "MERGE INTO a copy-on-write table";

  private static final String LAKE_TABLE = LocalSpark.LAKE + ".db.media";
  private static final String PLAIN_TABLE = LocalSpark.PLAIN + ".db.media";
  private static final int COMMITS = 4;
  private static final int TASKS = 2;

  /** Measures both on new tables, and checks what is in them afterwards. */
  void round(Samples samples) {
    spark.sql(
        "CREATE TABLE %s (id BIGINT NOT NULL, pic BINARY COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED)"
            .formatted(LAKE_TABLE));
    spark.sql(
        "CREATE TABLE %s (id BIGINT NOT NULL, pic BINARY) TBLPROPERTIES ('write.merge.mode'='copy-on-write')"
            .formatted(PLAIN_TABLE));
    fill(LAKE_TABLE);
    fill(PLAIN_TABLE);
    spark
        .range(0, size.keys(), KeyedSize.CHANGED, TASKS)
        .selectExpr(
            "id", "%s(%d + id, %d) AS pic".formatted(Payloads.FUNCTION, size.keys(), size.bytes()))
        .createOrReplaceTempView("changes");
    samples.measure(
        ICEPACK, () -> spark.sql("INSERT INTO %s SELECT * FROM changes".formatted(LAKE_TABLE)));
    samples.measure(
        ICEBERG,
        () ->
            spark.sql(
                "MERGE INTO %s t USING changes s ON t.id = s.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *"
                    .formatted(PLAIN_TABLE)));
    long checksum = checksum();
    verify(LAKE_TABLE, checksum);
    verify(PLAIN_TABLE, checksum);
    spark.sql("DROP TABLE %s PURGE".formatted(LAKE_TABLE));
    spark.sql("DROP TABLE %s PURGE".formatted(PLAIN_TABLE));
  }

  private void fill(String table) {
    for (int commit = 0; commit < COMMITS; commit++) {
      spark
          .range(
              (long) size.keys() * commit / COMMITS,
              (long) size.keys() * (commit + 1) / COMMITS,
              1,
              TASKS)
          .selectExpr("id", "%s(id, %d) AS pic".formatted(Payloads.FUNCTION, size.bytes()))
          .createOrReplaceTempView("new_media");
      spark.sql("INSERT INTO %s SELECT * FROM new_media".formatted(table));
    }
  }

  private long checksum() {
    return LongStream.range(0, size.keys())
        .map(
            id ->
                crc(Payloads.of(id % KeyedSize.CHANGED == 0 ? size.keys() + id : id, size.bytes())))
        .sum();
  }

  private static long crc(byte[] payload) {
    CRC32 crc = new CRC32();
    crc.update(payload);
    return crc.getValue();
  }

  private void verify(String table, long checksum) {
    Row sums = spark.sql("SELECT count(*), sum(crc32(pic)) FROM %s".formatted(table)).first();
    if (sums.getLong(0) != size.keys() || sums.getLong(1) != checksum) {
      throw new IllegalStateException("Wrong rows in %s: %s".formatted(table, sums));
    }
  }
}
