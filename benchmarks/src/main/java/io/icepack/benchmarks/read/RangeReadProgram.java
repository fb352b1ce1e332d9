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
package io.icepack.benchmarks.read;

import io.icepack.benchmarks.report.TextTable;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs {@link RangeReadBenchmark} with JMH's own arguments, and compares the outcome with the
 * limits.
 */
public final class RangeReadProgram {
  private static final double MEBI = 1 << 20;

  private RangeReadProgram() {}

  public static void main(String[] args) throws RunnerException, CommandLineOptionException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .parent(new CommandLineOptions(args))
                    .include(RangeReadBenchmark.class.getSimpleName())
                    .build())
            .run();
    System.out.printf("%n%s%n", summary(results));
  }

  private static TextTable summary(Collection<RunResult> results) {
    Map<String, Map<String, Double>> throughputs = new TreeMap<>();
    for (RunResult result : results) {
      throughputs
          .computeIfAbsent(result.getParams().getParam("layout"), layout -> new TreeMap<>())
          .put(result.getPrimaryResult().getLabel(), mebibytesPerSecond(result));
    }
    TextTable table =
        new TextTable("MiB/s", "Icepack", "limit", "ratio", "limit, a thread per core", "ratio");
    throughputs.forEach(
        (layout, by) -> {
          double icepack = by.getOrDefault("icepack", Double.NaN);
          double limit = by.getOrDefault("positionalReads", Double.NaN);
          double parallel = by.getOrDefault("parallelPositionalReads", Double.NaN);
          table.row(
              layout,
              whole(icepack),
              whole(limit),
              ratio(icepack / limit),
              whole(parallel),
              ratio(icepack / parallel));
        });
    return table;
  }

  private static double mebibytesPerSecond(RunResult result) {
    long count = Long.parseLong(result.getParams().getParam("count"));
    long bytes = Long.parseLong(result.getParams().getParam("bytes"));
    return result.getPrimaryResult().getScore() * count * bytes / MEBI;
  }

  private static String whole(double value) {
    return "%,.0f".formatted(value);
  }

  private static String ratio(double value) {
    return "%.2f".formatted(value);
  }
}
