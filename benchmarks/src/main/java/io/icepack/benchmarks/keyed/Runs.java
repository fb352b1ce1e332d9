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
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Small rows in sorted runs whose key ranges overlap: reading them before and after compaction, and
 * compaction itself beside Iceberg's of an append table with the same rows, without their payloads,
 * in as many files.
 */
record Runs(SparkSession spark, KeyedSize size) {
  static final String READ_RUNS = "read runs";
  static final String READ_COMPACTED = "read compacted";
  static final String ICEPACK = "compact";
  static final String ICEBERG = "rewrite_data_files";
  static final int REPEATED_QUERIES = 5;

  private static final String TABLE = "db.runs";
  private static final String LAKE_TABLE = LocalSpark.LAKE + "." + TABLE;
  private static final String PLAIN_TABLE = LocalSpark.PLAIN + "." + TABLE;
  private static final int PAYLOAD_BYTES = 16;

  /** Writes the tables. */
  void create() {
    spark.sql(
        "CREATE TABLE %s (id BIGINT NOT NULL, v INT, pic BINARY COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED)"
            .formatted(LAKE_TABLE));
    // Compaction of the third version has to keep row ids, also with tables of its own.
    spark.sql(
        "CREATE TABLE %s (id BIGINT NOT NULL, v INT) TBLPROPERTIES ('format-version'='3')"
            .formatted(PLAIN_TABLE));
    for (int run = 0; run < size.runs(); run++) {
      spark
          .range(0, size.rowsPerRun(), 1, 1)
          .selectExpr(
              "id * %d + if(id %% %d = 0, 0, %d) AS id"
                  .formatted(size.runs(), KeyedSize.SHARED, run),
              "int(id + %d) AS v".formatted(run))
          .createOrReplaceTempView("new_rows");
      spark.sql(
          "INSERT INTO %s SELECT id, v, %s(id, %d) FROM new_rows"
              .formatted(LAKE_TABLE, Payloads.FUNCTION, PAYLOAD_BYTES));
      spark.sql("INSERT INTO %s SELECT * FROM new_rows".formatted(PLAIN_TABLE));
    }
  }

  /** Measures everything, and leaves the tables as they were. */
  void round(Samples samples) {
    long lakeSnapshot = snapshot(LAKE_TABLE);
    long plainSnapshot = snapshot(PLAIN_TABLE);
    samples.measure(READ_RUNS, this::read);
    samples.measure(
        ICEPACK, () -> spark.sql("CALL lake.sys.compact(table => '%s')".formatted(TABLE)));
    samples.measure(
        ICEBERG,
        () ->
            spark.sql(
                "CALL plain.system.rewrite_data_files(table => '%s', options => map('rewrite-all', 'true'))"
                    .formatted(TABLE)));
    require("data files", 1, count(LAKE_TABLE + ".data_files"));
    require("data files", 1, count(PLAIN_TABLE + ".data_files"));
    samples.measure(READ_COMPACTED, this::read);
    require("rows of " + PLAIN_TABLE, size.rows(), count(PLAIN_TABLE));
    rollBack(LocalSpark.LAKE, lakeSnapshot);
    rollBack(LocalSpark.PLAIN, plainSnapshot);
  }

  void drop() {
    spark.sql("DROP TABLE %s PURGE".formatted(LAKE_TABLE));
    spark.sql("DROP TABLE %s PURGE".formatted(PLAIN_TABLE));
  }

  private void read() {
    for (int i = 0; i < REPEATED_QUERIES; i++) {
      Row sums = spark.sql("SELECT count(*), sum(v) FROM %s".formatted(LAKE_TABLE)).first();
      require("rows", size.mergedRows(), sums.getLong(0));
      require("sum", sum(), sums.getLong(1));
    }
  }

  private long sum() {
    long runs = size.runs();
    return LongStream.range(0, size.rowsPerRun())
        .map(
            row ->
                row % KeyedSize.SHARED == 0 ? row + runs - 1 : row * runs + runs * (runs - 1) / 2)
        .sum();
  }

  private long count(String table) {
    return spark.sql("SELECT count(*) FROM " + table).first().getLong(0);
  }

  private long snapshot(String table) {
    return spark
        .sql("SELECT snapshot_id FROM %s.refs WHERE name = 'main'".formatted(table))
        .first()
        .getLong(0);
  }

  private void rollBack(String catalog, long snapshot) {
    spark.sql("CALL %s.system.rollback_to_snapshot('%s', %d)".formatted(catalog, TABLE, snapshot));
  }

  private static void require(String what, long expected, long actual) {
    if (expected != actual) {
      throw new IllegalStateException(
          "Wrong number of %s: %d, expected %d".formatted(what, actual, expected));
    }
  }
}
