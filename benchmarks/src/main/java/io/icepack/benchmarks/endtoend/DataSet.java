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

import io.icepack.benchmarks.spark.Payloads;
import java.util.stream.LongStream;
import java.util.zip.CRC32;

/**
 * The data of a run: {@code values} rows with payloads of {@code bytes} bytes each, inserted in
 * {@code commits} statements.
 */
record DataSet(int values, int bytes, int commits) {
  static final int LABELS = 10;

  /** The condition that chooses one row of a hundred, at least one. */
  static final String CHANGED = "id % 100 = 0";

  DataSet {
    if (commits < 1 || values < commits || values % commits != 0) {
      throw new IllegalArgumentException(
          "Cannot insert %d values in %d equal commits".formatted(values, commits));
    }
    if (bytes < 1) {
      throw new IllegalArgumentException("Cannot make payloads of %d bytes".formatted(bytes));
    }
  }

  /** Few rows with payloads of the same size, to warm up with. */
  DataSet sample(int sampleValues) {
    int each = Math.max(1, Math.min(values, sampleValues) / commits);
    return new DataSet(each * commits, bytes, commits);
  }

  long payloadBytes() {
    return (long) values * bytes;
  }

  /** How many rows {@link #CHANGED} chooses. */
  long changedRows() {
    return (values + 99) / 100;
  }

  /** The sum of all payloads' CRC-32. */
  long checksum() {
    return LongStream.range(0, values).parallel().map(id -> crc(Payloads.of(id, bytes))).sum();
  }

  private static long crc(byte[] payload) {
    CRC32 crc = new CRC32();
    crc.update(payload);
    return crc.getValue();
  }
}
