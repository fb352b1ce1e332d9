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

import io.icepack.benchmarks.spark.Arguments;
import io.icepack.benchmarks.storage.LocalFiles;
import java.nio.file.Path;

/**
 * The arguments of the comparison.
 *
 * @param rounds how often everything is measured; medians are reported
 * @param warmUpValues rows of the unmeasured rounds before, as many as the measured ones
 * @param files the kind of local files while time is measured
 * @param output where the report goes
 */
record EndToEndOptions(DataSet data, int rounds, int warmUpValues, LocalFiles files, Path output) {

  static EndToEndOptions parse(String... args) {
    Arguments arguments = new Arguments(args);
    EndToEndOptions options =
        new EndToEndOptions(
            new DataSet(
                arguments.take("values", 2_000),
                arguments.take("bytes", 512 << 10),
                arguments.take("commits", 4)),
            arguments.take("rounds", 5),
            arguments.take("warm-up", 200),
            new LocalFiles(Boolean.parseBoolean(arguments.take("checksums", "true")), false, true),
            Path.of(arguments.take("output", "target/benchmarks")));
    arguments.requireEmpty();
    if (options.rounds < 1) {
      throw new IllegalArgumentException("Cannot measure " + options.rounds + " rounds");
    }
    return options;
  }
}
