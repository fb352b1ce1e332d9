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

import com.sun.management.OperatingSystemMXBean;
import io.icepack.benchmarks.storage.StorageCounters;
import io.icepack.benchmarks.storage.StorageUse;
import java.lang.management.ManagementFactory;

/**
 * What one step cost.
 *
 * @param seconds wall time
 * @param cpuSeconds time that all threads of this JVM spent on a processor
 * @param use bytes read and written
 */
public record Measurement(double seconds, double cpuSeconds, StorageUse use) {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Runs {@code step} and says what it cost. */
  public static Measurement of(Runnable step) {
    StorageUse start = StorageCounters.current();
    long beginCpu = SYSTEM.getProcessCpuTime();
    long begin = System.nanoTime();
    step.run();
    double seconds = (System.nanoTime() - begin) / 1e9;
    double cpuSeconds = (SYSTEM.getProcessCpuTime() - beginCpu) / 1e9;
    return new Measurement(seconds, cpuSeconds, StorageCounters.current().since(start));
  }
}
