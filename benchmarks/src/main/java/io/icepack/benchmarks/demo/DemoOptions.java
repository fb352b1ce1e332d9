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
package io.icepack.benchmarks.demo;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The arguments of the demo.
 *
 * @param folder the media to load, or null to make some
 */
record DemoOptions(Path folder) {
  static final String USAGE =
      "usage: demo [FOLDER]   FOLDER: the media to load; default: pictures and sounds made on the spot";

  static DemoOptions parse(String... args) {
    if (args.length == 0) {
      return new DemoOptions(null);
    }
    if (args.length > 1 || args[0].startsWith("-")) {
      throw new IllegalArgumentException(USAGE);
    }
    Path folder = Path.of(args[0]).toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "Cannot load media: " + folder + " is not a folder\n" + USAGE);
    }
    return new DemoOptions(folder);
  }
}
