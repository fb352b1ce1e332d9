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
package io.icepack.benchmarks.endtoend;

import io.icepack.benchmarks.spark.Arguments;
import io.icepack.benchmarks.spark.LocalSpark;
import io.icepack.benchmarks.spark.Payloads;
import java.io.IOException;
import java.io.PrintStream;
import org.apache.spark.sql.SparkSession;

/**
 * Measures Icepack against Iceberg with a plain BINARY column. Arguments: {@code --values --bytes
 * --commits --rounds --warm-up --checksums --output}.
 */
public final class EndToEndBenchmark {
  private EndToEndBenchmark() {}

  public static void main(String[] args) throws IOException {
    run(System.out, Arguments.parseOrExit(() -> EndToEndOptions.parse(args)));
  }

  static Report run(PrintStream out, EndToEndOptions options) throws IOException {
    try (LocalSpark local = LocalSpark.start(options.files())) {
      SparkSession spark = local.session();
      Payloads.register(spark);
      if (options.warmUpValues() > 0) {
        out.println("warming up");
        DataSet sample = options.data().sample(options.warmUpValues());
        new Contest(spark, sample, (step, run) -> {}).run(options.rounds());
      }
      Contest contest =
          new Contest(
              spark,
              options.data(),
              (step, run) -> out.printf("%-30s %7.2f s%n", step, run.seconds()));
      contest.run(options.rounds());
      out.println("counting bytes");
      options.files().withCounters().install();
      contest.count();
      Report report = new Report(options.data(), options.rounds(), contest.comparisons());
      report.write(options.output());
      out.printf("%n%s%n", report.text());
      return report;
    }
  }
}
