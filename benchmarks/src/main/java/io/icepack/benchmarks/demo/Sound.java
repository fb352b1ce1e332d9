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

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Random;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;

/** A fading chord of three tones, 16-bit mono, of up to eight seconds. */
final class Sound {
  private static final AudioFormat FORMAT = new AudioFormat(44_100f, Short.SIZE, 1, true, false);
  private static final double[] MAJOR_CHORD = {1, 5 / 4.0, 3 / 2.0};

  private Sound() {}

  static void write(Path file, Random random) throws IOException {
    int samples = (int) (FORMAT.getSampleRate() * random.nextDouble(0.2, 8));
    byte[] bytes = chord(samples, random.nextDouble(110, 660));
    try (AudioInputStream audio =
        new AudioInputStream(new ByteArrayInputStream(bytes), FORMAT, samples)) {
      AudioSystem.write(audio, AudioFileFormat.Type.WAVE, file.toFile());
    }
  }

  private static byte[] chord(int samples, double hertz) {
    ByteBuffer buffer = ByteBuffer.allocate(samples * Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < samples; i++) {
      double seconds = i / FORMAT.getSampleRate();
      double value = 0;
      for (double interval : MAJOR_CHORD) {
        value += Math.sin(2 * Math.PI * hertz * interval * seconds);
      }
      double volume = (1 - (double) i / samples) / MAJOR_CHORD.length;
      buffer.putShort((short) (value * volume * Short.MAX_VALUE));
    }
    return buffer.array();
  }
}
