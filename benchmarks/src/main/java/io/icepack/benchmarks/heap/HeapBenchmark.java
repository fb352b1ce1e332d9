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
import io.icepack.benchmarks.spark.Sha256;
import io.icepack.benchmarks.storage.LocalFiles;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;

/**
 * Inserts and scans payloads that would not fit in the heap together, and checks every one of them.
 * Arguments: {@code --values --bytes}.
 */
public final class HeapBenchmark {
  private static final String TABLE = LocalSpark.LAKE + ".db.large";
  private static final double MEBI = 1 << 20;

  private HeapBenchmark() {}

  private record Size(int values, int bytes) {
    static Size parse(String... args) {
      Arguments arguments = new Arguments(args);
      Size size = new Size(arguments.take("values", 64), arguments.take("bytes", 32 << 20));
      arguments.requireEmpty();
      return size;
    }
  }

  public static void main(String[] args) {
    Size size = Arguments.parseOrExit(() -> Size.parse(args));
    run(System.out, size.values(), size.bytes());
  }

  static void run(PrintStream out, int values, int bytes) {
    out.printf(
        "%d payloads of %.1f MiB with a heap of %.0f MiB%n",
        values, bytes / MEBI, Runtime.getRuntime().maxMemory() / MEBI);
    try (LocalSpark local = LocalSpark.start(LocalFiles.COUNTED)) {
      SparkSession spark = local.session();
      Payloads.register(spark);
      report(out, "insert", Measurement.of(() -> insert(spark, values, bytes)));
      report(out, "scan", Measurement.of(() -> scan(spark, values, bytes)));
    }
  }

  private static void insert(SparkSession spark, int values, int bytes) {
    spark.sql(
        "CREATE TABLE %s (id BIGINT NOT NULL, content BINARY COMMENT '__BLOB_FIELD')"
            .formatted(TABLE));
    spark.sql(
        "INSERT INTO %s SELECT id, %s(id, %d) FROM range(0, %d, 1, 2)"
            .formatted(TABLE, Payloads.FUNCTION, bytes, values));
  }

  private static void scan(SparkSession spark, int values, int bytes) {
    List<String> hashes =
        spark.sql("SELECT id, sha2(content, 256) FROM %s".formatted(TABLE)).collectAsList().stream()
            .sorted(Comparator.comparingLong(row -> row.getLong(0)))
            .map(row -> row.getString(1))
            .toList();
    List<String> expected =
        IntStream.range(0, values).mapToObj(id -> Sha256.of(Payloads.of(id, bytes))).toList();
    if (!expected.equals(hashes)) {
      throw new IllegalStateException(
          "Wrong content in %s: %s, expected %s".formatted(TABLE, hashes, expected));
    }
  }

  private static void report(PrintStream out, String step, Measurement run) {
    out.printf(
        "%-6s %7.2f s, %,.1f MiB of payloads written, %,.1f MiB read%n",
        step,
        run.seconds(),
        run.use().payloadBytesWritten() / MEBI,
        run.use().payloadBytesRead() / MEBI);
  }
}
