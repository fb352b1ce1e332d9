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
package io.icepack.benchmarks.spark;

import io.icepack.benchmarks.storage.StorageUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;

/**
 * Repeated measurements of some steps: first of their time, then once, so that counting does not
 * weigh on time, of their bytes.
 */
public final class Samples {
  private final BiConsumer<String, Measurement> progress;
  private final Map<String, List<Measurement>> times = new LinkedHashMap<>();
  private final Map<String, StorageUse> uses = new LinkedHashMap<>();
  private boolean counting;

  /**
   * Without measurements.
   *
   * @param progress hears of every step that has been taken
   */
  public Samples(BiConsumer<String, Measurement> progress) {
    this.progress = progress;
  }

  /** From now on bytes count, not time. Needs counted local files. */
  public void countBytes() {
    counting = true;
  }

  /** Takes a step. */
  public void measure(String name, Runnable step) {
    System.gc();
    Measurement run = Measurement.of(step);
    if (counting) {
      uses.put(name, run.use());
    } else {
      times.computeIfAbsent(name, key -> new ArrayList<>()).add(run);
    }
    progress.accept(name, run);
  }

  /** The median times and the bytes of a step. */
  public Measurement of(String name) {
    return new Measurement(
        median(name, Measurement::seconds), median(name, Measurement::cpuSeconds), uses.get(name));
  }

  private double median(String name, ToDoubleFunction<Measurement> time) {
    double[] sorted = times.get(name).stream().mapToDouble(time).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
