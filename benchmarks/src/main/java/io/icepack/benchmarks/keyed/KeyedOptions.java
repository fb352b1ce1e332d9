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
package io.icepack.benchmarks.keyed;

import io.icepack.benchmarks.spark.Arguments;
import io.icepack.benchmarks.storage.LocalFiles;
import java.nio.file.Path;

/**
 * The arguments of the benchmark.
 *
 * @param rounds how often everything is measured; medians are reported
 * @param warmUp size of the unmeasured rounds before, as many as the measured ones
 * @param files the kind of local files while time is measured
 * @param output where the report goes
 */
record KeyedOptions(KeyedSize size, int rounds, KeyedSize warmUp, LocalFiles files, Path output) {

  static KeyedOptions parse(String... args) {
    Arguments arguments = new Arguments(args);
    KeyedSize size =
        new KeyedSize(
            arguments.take("keys", 2_000),
            arguments.take("bytes", 512 << 10),
            arguments.take("runs", 50),
            arguments.take("rows", 1_000_000));
    KeyedOptions options =
        new KeyedOptions(
            size,
            arguments.take("rounds", 5),
            size.part(arguments.take("warm-up", 20)),
            new LocalFiles(Boolean.parseBoolean(arguments.take("checksums", "true")), false, false),
            Path.of(arguments.take("output", "target/benchmarks")));
    arguments.requireEmpty();
    if (options.rounds < 1) {
      throw new IllegalArgumentException("Cannot measure " + options.rounds + " rounds");
    }
    return options;
  }
}
