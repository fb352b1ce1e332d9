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
package io.icepack.benchmarks.report;

import io.icepack.benchmarks.spark.Measurement;

/**
 * What one step costs Icepack and what it is compared with.
 *
 * @param against what the baseline is, where the report as a whole does not say it
 * @param target the highest ratio of Icepack's wall time to the baseline's that we accept
 */
public record Comparison(
    String title, String against, double target, Measurement baseline, Measurement icepack) {

  /** Icepack's wall time as a part of the baseline's. */
  public double ratio() {
    return icepack.seconds() / baseline.seconds();
  }

  /** The same of processor time. */
  public double cpuRatio() {
    return icepack.cpuSeconds() / baseline.cpuSeconds();
  }

  public boolean reached() {
    return ratio() <= target;
  }
}
