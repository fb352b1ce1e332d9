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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the steps on both contenders in turn, on new tables in each round; who goes first changes
 * from round to round.
 */
final class Contest {
  private final SparkSession spark;
  private final DataSet data;
  private final Map<Contender, Map<Step, List<Measurement>>> runs = new EnumMap<>(Contender.class);

  Contest(SparkSession spark, DataSet data) {
    this.spark = spark;
    this.data = data;
  }

  /** Runs {@code rounds} rounds; {@code progress} hears of every step that has been taken. */
  List<Comparison> run(int rounds, BiConsumer<String, Measurement> progress) {
    long checksum = data.checksum();
    List<Workload> order = new ArrayList<>();
    for (Contender contender : Contender.values()) {
      order.add(new Workload(spark, contender, data, checksum));
      runs.put(contender, new EnumMap<>(Step.class));
    }
    for (int round = 0; round < rounds; round++) {
      round(order, progress);
      Collections.reverse(order);
    }
    return Arrays.stream(Step.values()).map(this::compare).toList();
  }

  private void round(List<Workload> order, BiConsumer<String, Measurement> progress) {
    order.forEach(Workload::create);
    for (Step step : Step.values()) {
      for (Workload workload : order) {
        System.gc();
        Measurement run = Measurement.of(() -> workload.run(step));
        runs(workload.contender(), step).add(run);
        progress.accept(workload.contender() + " " + step.title(), run);
      }
    }
    order.forEach(Workload::verify);
    order.forEach(Workload::drop);
  }

  private Comparison compare(Step step) {
    return Comparison.of(step, runs(Contender.ICEBERG, step), runs(Contender.ICEPACK, step));
  }

  private List<Measurement> runs(Contender contender, Step step) {
    return runs.get(contender).computeIfAbsent(step, key -> new ArrayList<>());
  }
}
