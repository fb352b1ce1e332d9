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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Makes a folder of real pictures and sounds; the same one every time. */
final class SampleMedia {
  private static final int PICTURES = 32;
  private static final int SOUNDS = 16;
  private static final int SEED = 48;

  private SampleMedia() {}

  /** Fills {@code folder}, one folder below it for each kind of file. */
  static void write(Path folder) {
    Random random = new Random(SEED);
    try {
      Path pictures = Files.createDirectories(folder.resolve("pictures"));
      for (int i = 0; i < PICTURES; i++) {
        String format = i % 2 == 0 ? "png" : "jpg";
        Picture.write(pictures.resolve("picture-%02d.%s".formatted(i, format)), format, random);
      }
      Path sounds = Files.createDirectories(folder.resolve("sounds"));
      for (int i = 0; i < SOUNDS; i++) {
        Sound.write(sounds.resolve("sound-%02d.wav".formatted(i)), random);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
