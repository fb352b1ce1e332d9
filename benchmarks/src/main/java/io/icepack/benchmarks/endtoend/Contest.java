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

import io.icepack.benchmarks.report.Comparison;
import io.icepack.benchmarks.spark.Measurement;
import io.icepack.benchmarks.spark.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the steps on both contenders in turn, on new tables in each round; who goes first changes
 * from round to round. Bytes are counted in a round of their own.
 */
final class Contest {
  private final List<Workload> order = new ArrayList<>();
  private final Samples samples;

  /** A contest whose {@code progress} hears of every step that has been taken. */
  Contest(SparkSession spark, DataSet data, BiConsumer<String, Measurement> progress) {
    long checksum = data.checksum();
    for (Contender contender : Contender.values()) {
      order.add(new Workload(spark, contender, data, checksum));
    }
    this.samples = new Samples(progress);
  }

  /** Measures the time of every step in some rounds. */
  void run(int rounds) {
    for (int round = 0; round < rounds; round++) {
      round();
      Collections.reverse(order);
    }
  }

  /** Counts the bytes of every step, which needs counted local files. */
  void count() {
    samples.countBytes();
    round();
  }

  /** The median time and the bytes of every step. */
  List<Comparison> comparisons() {
    return Arrays.stream(Step.values())
        .map(
            step ->
                new Comparison(
                    step.title(),
                    "",
                    step.target(),
                    samples.of(name(Contender.ICEBERG, step)),
                    samples.of(name(Contender.ICEPACK, step))))
        .toList();
  }

  private void round() {
    order.forEach(Workload::create);
    for (Step step : Step.values()) {
      order.forEach(
          workload -> samples.measure(name(workload.contender(), step), () -> workload.run(step)));
    }
    order.forEach(Workload::verify);
    order.forEach(Workload::drop);
  }

  private static String name(Contender contender, Step step) {
    return contender + " " + step.title();
  }
}
