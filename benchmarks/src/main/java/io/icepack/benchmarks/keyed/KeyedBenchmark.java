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

import io.icepack.benchmarks.spark.Arguments;
import io.icepack.benchmarks.spark.LocalSpark;
import io.icepack.benchmarks.spark.Payloads;
import io.icepack.benchmarks.spark.Samples;
import java.io.IOException;
import java.io.PrintStream;
import org.apache.spark.sql.SparkSession;

/**
 * Measures primary-key tables. Arguments: {@code --keys --bytes --runs --rows --rounds --warm-up
 * --checksums --output}.
 */
public final class KeyedBenchmark {
  private KeyedBenchmark() {}

  public static void main(String[] args) throws IOException {
    run(System.out, Arguments.parseOrExit(() -> KeyedOptions.parse(args)));
  }

  static KeyedReport run(PrintStream out, KeyedOptions options) throws IOException {
    try (LocalSpark local = LocalSpark.start(options.files())) {
      SparkSession spark = local.session();
      Payloads.register(spark);
      if (options.warmUp().rows() > 0) {
        out.println("warming up");
        measure(spark, options.warmUp(), new Samples((step, run) -> {}), options.rounds());
      }
      Samples samples =
          new Samples(
              (step, run) ->
                  out.printf(
                      "%-34s %7.3f s, %7.3f s CPU%n", step, run.seconds(), run.cpuSeconds()));
      measure(spark, options.size(), samples, options.rounds());
      out.println("counting bytes");
      options.files().withCounters().install();
      samples.countBytes();
      measure(spark, options.size(), samples, 1);
      KeyedReport report = KeyedReport.of(options, samples);
      report.write(options.output());
      out.printf("%n%s%n", report.text());
      return report;
    }
  }

  private static void measure(SparkSession spark, KeyedSize size, Samples samples, int rounds) {
    Upsert upsert = new Upsert(spark, size);
    Runs runs = new Runs(spark, size);
    runs.create();
    for (int round = 0; round < rounds; round++) {
      upsert.round(samples);
      runs.round(samples);
    }
    runs.drop();
  }
}
