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
package io.icepack.benchmarks.gc;

import io.icepack.benchmarks.spark.Arguments;
import java.nio.file.Path;

/**
 * The arguments of the benchmark.
 *
 * @param dataFiles live data files, each with its sidecar
 * @param packs live packs, as many in each sidecar
 * @param output where the report goes
 */
record GcOptions(int dataFiles, int packs, Path output) {
  private static final int LIVE_PER_ORPHAN = 100;

  static GcOptions parse(String... args) {
    Arguments arguments = new Arguments(args);
    GcOptions options =
        new GcOptions(
            arguments.take("data-files", 10_000),
            arguments.take("packs", 100_000),
            Path.of(arguments.take("output", "target/benchmarks")));
    arguments.requireEmpty();
    if (options.dataFiles < 1 || options.packs % options.dataFiles != 0) {
      throw new IllegalArgumentException(
          "Cannot spread %d packs evenly over %d data files"
              .formatted(options.packs, options.dataFiles));
    }
    return options;
  }

  int packsPerDataFile() {
    return packs / dataFiles;
  }

  /** Packs that nothing refers to. */
  int orphanPacks() {
    return Math.max(1, packs / LIVE_PER_ORPHAN);
  }

  /** Sidecars of data files that are gone. */
  int orphanSidecars() {
    return Math.max(1, dataFiles / LIVE_PER_ORPHAN);
  }
}
