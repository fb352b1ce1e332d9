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
package io.icepack.benchmarks.adopt;

import io.icepack.benchmarks.spark.Arguments;
import io.icepack.benchmarks.spark.LocalSpark;
import io.icepack.benchmarks.spark.Measurement;
import io.icepack.benchmarks.spark.Payloads;
import io.icepack.benchmarks.storage.LocalFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/**
 * Adopts values of a dataset with the layout of Lance, one half in Managed objects and the other in
 * Packed sidecars, then reads and checks every one of them. Arguments: {@code --values --bytes}.
 */
public final class AdoptBenchmark {
  private static final String TABLE = LocalSpark.LAKE + ".db.adopted";
  private static final int VALUES_IN_AN_OBJECT = 1000;

  private AdoptBenchmark() {}

  private record Size(int values, int bytes) {
    static Size parse(String... args) {
      Arguments arguments = new Arguments(args);
      Size size = new Size(arguments.take("values", 10_000), arguments.take("bytes", 16 << 10));
      arguments.requireEmpty();
      return size;
    }
  }

  public static void main(String[] args) {
    Size size = Arguments.parseOrExit(() -> Size.parse(args));
    run(System.out, size.values(), size.bytes());
  }

  static void run(PrintStream out, int values, int bytes) {
    out.printf("%,d values of %,d bytes%n", values, bytes);
    try (LocalSpark local = LocalSpark.start(LocalFiles.COUNTED)) {
      SparkSession spark = local.session();
      Payloads.register(spark);
      Path dataset = local.directory().resolve("photos.lance");
      write(dataset, values, bytes);
      spark.sql("CREATE OR REPLACE TEMP VIEW scanned AS " + scan(values, bytes));
      spark.sql(
          "CREATE TABLE %s (id BIGINT NOT NULL, content BINARY COMMENT '__BLOB_FIELD')"
              .formatted(TABLE));
      report(out, "adopt", values, Measurement.of(() -> adopt(spark, dataset, values)));
      report(out, "scan", values, Measurement.of(() -> check(spark, values, bytes)));
    }
  }

  private static void adopt(SparkSession spark, Path dataset, int values) {
    long adopted =
        spark
            .sql(
                ("CALL %s.sys.adopt_lance_blobs(table => 'db.adopted', dataset => 'file:%s',"
                        + " source => 'scanned')")
                    .formatted(LocalSpark.LAKE, dataset))
            .head()
            .getAs("blobs_count");
    if (adopted != values) {
      throw new IllegalStateException("Adopted %d values of %d".formatted(adopted, values));
    }
  }

  private static void check(SparkSession spark, int values, int bytes) {
    long right =
        spark
            .sql(
                "SELECT count(*) FROM %s WHERE content = %s(id, %d)"
                    .formatted(TABLE, Payloads.FUNCTION, bytes))
            .head()
            .getLong(0);
    if (right != values) {
      throw new IllegalStateException(
          "%d of %d values are right in %s".formatted(right, values, TABLE));
    }
  }

  /** What a scan of descriptors gives: values with an even id are Managed, others Packed. */
  private static String scan(int values, int bytes) {
    return ("SELECT id, named_struct('kind', IF(id %% 2 = 0, 4, 1), 'position',"
            + " (id DIV 2 %% %2$d) * %3$d, 'size', %3$d, 'blob_id', id DIV %4$d + 1, 'blob_uri',"
            + " IF(id %% 2 = 0, concat('_blobs/', id DIV %4$d, '.blob'), '')) AS content,"
            + " 'part.lance' AS data_file FROM range(0, %1$d, 1, 2)")
        .formatted(values, VALUES_IN_AN_OBJECT, bytes, 2 * VALUES_IN_AN_OBJECT);
  }

  private static void write(Path dataset, int values, int bytes) {
    for (int first = 0; first < values; first += 2 * VALUES_IN_AN_OBJECT) {
      int object = first / (2 * VALUES_IN_AN_OBJECT);
      int end = Math.min(values, first + 2 * VALUES_IN_AN_OBJECT);
      String bits =
          new StringBuilder("%32s".formatted(Integer.toBinaryString(object + 1)))
              .reverse()
              .toString()
              .replace(' ', '0');
      write(dataset.resolve("_blobs").resolve(object + ".blob"), first, end, bytes);
      write(dataset.resolve("data/part").resolve(bits + ".blob"), first + 1, end, bytes);
    }
  }

  private static void write(Path object, int first, int end, int bytes) {
    try {
      Files.createDirectories(object.getParent());
      try (OutputStream out = Files.newOutputStream(object)) {
        for (int id = first; id < end; id += 2) {
          out.write(Payloads.of(id, bytes));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void report(PrintStream out, String step, int values, Measurement run) {
    out.printf(
        "%-5s %7.2f s, %,.0f values/s, %,d payload bytes written, %,d read; of all files %,d"
            + " written, %,d read%n",
        step,
        run.seconds(),
        values / run.seconds(),
        run.use().payloadBytesWritten(),
        run.use().payloadBytesRead(),
        run.use().totalBytesWritten(),
        run.use().totalBytesRead());
  }
}
