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

import io.icepack.benchmarks.spark.Measurement;
import io.icepack.benchmarks.storage.StorageUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the steps on both contenders in turn, on new tables in each round; who goes first changes
 * from round to round. Bytes are counted in a round of their own, so that counting does not weigh
 * on time.
 */
final class Contest {
  private final BiConsumer<String, Measurement> progress;
  private final List<Workload> order = new ArrayList<>();
  private final Map<Contender, Map<Step, List<Measurement>>> runs = new EnumMap<>(Contender.class);
  private final Map<Contender, Map<Step, StorageUse>> uses = new EnumMap<>(Contender.class);

  /** A contest whose {@code progress} hears of every step that has been taken. */
  Contest(SparkSession spark, DataSet data, BiConsumer<String, Measurement> progress) {
    this.progress = progress;
    long checksum = data.checksum();
    for (Contender contender : Contender.values()) {
      order.add(new Workload(spark, contender, data, checksum));
      runs.put(contender, new EnumMap<>(Step.class));
      uses.put(contender, new EnumMap<>(Step.class));
    }
  }

  /** Measures the time of every step in some rounds. */
  void run(int rounds) {
    for (int round = 0; round < rounds; round++) {
      round(
          (workload, step) ->
              runs.get(workload.contender())
                  .computeIfAbsent(step, key -> new ArrayList<>())
                  .add(measure(workload, step)));
      Collections.reverse(order);
    }
  }

  /** Counts the bytes of every step, which needs counted local files. */
  void count() {
    round(
        (workload, step) ->
            uses.get(workload.contender()).put(step, measure(workload, step).use()));
  }

  /** The median time and the bytes of every step. */
  List<Comparison> comparisons() {
    return Arrays.stream(Step.values())
        .map(
            step ->
                new Comparison(step, cost(Contender.ICEBERG, step), cost(Contender.ICEPACK, step)))
        .toList();
  }

  private void round(BiConsumer<Workload, Step> action) {
    order.forEach(Workload::create);
    for (Step step : Step.values()) {
      order.forEach(workload -> action.accept(workload, step));
    }
    order.forEach(Workload::verify);
    order.forEach(Workload::drop);
  }

  private Measurement measure(Workload workload, Step step) {
    System.gc();
    Measurement run = Measurement.of(() -> workload.run(step));
    progress.accept(workload.contender() + " " + step.title(), run);
    return run;
  }

  private Measurement cost(Contender contender, Step step) {
    List<Measurement> sorted =
        runs.get(contender).get(step).stream()
            .sorted(Comparator.comparingDouble(Measurement::seconds))
            .toList();
    Measurement median = sorted.get(sorted.size() / 2);
    return new Measurement(median.seconds(), median.cpuSeconds(), uses.get(contender).get(step));
  }
}
