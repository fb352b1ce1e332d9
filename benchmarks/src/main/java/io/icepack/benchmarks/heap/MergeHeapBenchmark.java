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
package io.icepack.benchmarks.heap;

import io.icepack.benchmarks.spark.Arguments;
import io.icepack.benchmarks.spark.LocalSpark;
import io.icepack.benchmarks.spark.Measurement;
import io.icepack.benchmarks.spark.Payloads;
import io.icepack.benchmarks.storage.LocalFiles;
import java.io.PrintStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Writes, merges and compacts sorted runs whose rows would not fit in the heap together, and checks
 * every row. All runs overlap, so that each merge is one of all rows. Arguments: {@code --runs
 * --rows --bytes}.
 */
public final class MergeHeapBenchmark {
  private static final String TABLE = "db.runs";
  private static final String QUALIFIED = LocalSpark.LAKE + "." + TABLE;
  private static final double MEBI = 1 << 20;

  private MergeHeapBenchmark() {}

  /** Runs, rows of all of them, and bytes of text in each row. */
  private record Size(int runs, int rows, int bytes) {
    static Size parse(String... args) {
      Arguments arguments = new Arguments(args);
      Size size =
          new Size(
              arguments.take("runs", 8),
              arguments.take("rows", 2_000_000),
              arguments.take("bytes", 1_000));
      arguments.requireEmpty();
      return size;
    }
  }

  public static void main(String[] args) {
    Size size = Arguments.parseOrExit(() -> Size.parse(args));
    run(System.out, size.runs(), size.rows(), size.bytes());
  }

  static void run(PrintStream out, int runs, int rows, int bytes) {
    out.printf(
        "%,d rows of %,d bytes, %.0f MiB in all, in %d runs with a heap of %.0f MiB%n",
        rows, bytes, (double) rows * bytes / MEBI, runs, Runtime.getRuntime().maxMemory() / MEBI);
    try (LocalSpark local = LocalSpark.start(LocalFiles.STOCK)) {
      SparkSession spark = local.session();
      Payloads.register(spark);
      report(out, "write", rows, Measurement.of(() -> insert(spark, runs, rows, bytes)));
      report(out, "merge", rows, Measurement.of(() -> scan(spark, rows, bytes)));
      report(
          out,
          "compact",
          rows,
          Measurement.of(() -> spark.sql("CALL lake.sys.compact(table => '%s')".formatted(TABLE))));
      report(out, "scan", rows, Measurement.of(() -> scan(spark, rows, bytes)));
    }
  }

  private static void insert(SparkSession spark, int runs, int rows, int bytes) {
    spark.sql(
        "CREATE TABLE %s (id BIGINT NOT NULL, text STRING, pic BINARY COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED)"
            .formatted(QUALIFIED));
    for (int run = 0; run < runs; run++) {
      spark.sql(
          "INSERT INTO %s SELECT id, %s, NULL FROM range(%d, %d, %d, 2)"
              .formatted(QUALIFIED, text(bytes), run, rows, runs));
    }
  }

  private static void scan(SparkSession spark, int rows, int bytes) {
    Row found =
        spark
            .sql("SELECT count(*), count_if(text = %s) FROM %s".formatted(text(bytes), QUALIFIED))
            .first();
    if (found.getLong(0) != rows || found.getLong(1) != rows) {
      throw new IllegalStateException(
          "Wrong rows in %s: %s, expected %d".formatted(QUALIFIED, found, rows));
    }
  }

  private static String text(int bytes) {
    return "hex(%s(id, %d))".formatted(Payloads.FUNCTION, bytes / 2);
  }

  private static void report(PrintStream out, String step, int rows, Measurement run) {
    out.printf(
        "%-7s %7.2f s, %,10.0f rows in a second%n", step, run.seconds(), rows / run.seconds());
  }
}
