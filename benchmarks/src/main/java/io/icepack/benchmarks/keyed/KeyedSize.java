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

/**
 * How much data the benchmark makes.
 *
 * @param keys keys of the tables that are upserted into
 * @param bytes size of the payload of each
 * @param runs runs of the table that is merged
 * @param rows rows of all of these runs
 */
record KeyedSize(int keys, int bytes, int runs, int rows) {
  /** One key of this many gets a new payload. */
  static final int CHANGED = 100;

  /** One key of this many is in every run, all others are in one. */
  static final int SHARED = 10;

  KeyedSize {
    if (runs < 1 || rows < 0 || rows % runs != 0) {
      throw new IllegalArgumentException(
          "Cannot write %d rows in %d equal runs".formatted(rows, runs));
    }
  }

  /** A part of the keys and rows, in percent. */
  KeyedSize part(int percent) {
    return new KeyedSize(
        (int) ((long) keys * percent / 100),
        bytes,
        runs,
        (int) ((long) rowsPerRun() * percent / 100) * runs);
  }

  /** How many keys get a new payload. */
  int changedKeys() {
    return (keys + CHANGED - 1) / CHANGED;
  }

  /** Size of all new payloads. */
  long changedBytes() {
    return (long) changedKeys() * bytes;
  }

  int rowsPerRun() {
    return rows / runs;
  }

  /** Rows that are left when runs are merged. */
  long mergedRows() {
    int shared = (rowsPerRun() + SHARED - 1) / SHARED;
    return shared + (long) (rowsPerRun() - shared) * runs;
  }
}
