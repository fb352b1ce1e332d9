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
import java.util.Comparator;
import java.util.List;

/** One step of both contenders: for each the run whose wall time is the median of all rounds. */
record Comparison(Step step, Measurement iceberg, Measurement icepack) {

  static Comparison of(Step step, List<Measurement> iceberg, List<Measurement> icepack) {
    return new Comparison(step, median(iceberg), median(icepack));
  }

  /** Icepack's wall time as a part of the baseline's. */
  double ratio() {
    return icepack.seconds() / iceberg.seconds();
  }

  boolean reached() {
    return ratio() <= step.target();
  }

  private static Measurement median(List<Measurement> runs) {
    return runs.stream()
        .sorted(Comparator.comparingDouble(Measurement::seconds))
        .toList()
        .get(runs.size() / 2);
  }
}
