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
package io.icepack.benchmarks.report;

import io.icepack.benchmarks.storage.StorageUse;
import java.util.List;

/** Comparisons as plain text. */
public record ComparisonTables(String baseline, List<Comparison> comparisons) {
  private static final double MEBI = 1 << 20;

  /** Wall and processor time. */
  public TextTable times() {
    TextTable table =
        new TextTable(
            "seconds",
            baseline,
            "Icepack",
            "ratio",
            "target",
            "",
            baseline + " CPU",
            "Icepack CPU",
            "ratio");
    for (Comparison comparison : comparisons) {
      table.row(
          title(comparison),
          two(comparison.baseline().seconds()),
          two(comparison.icepack().seconds()),
          "%.3f".formatted(comparison.ratio()),
          two(comparison.target()),
          comparison.reached() ? "reached" : "missed",
          two(comparison.baseline().cpuSeconds()),
          two(comparison.icepack().cpuSeconds()),
          "%.3f".formatted(comparison.cpuRatio()));
    }
    return table;
  }

  /** Bytes read and written. */
  public TextTable bytes() {
    TextTable table =
        new TextTable(
            "MiB",
            baseline + " written",
            "read",
            "Icepack written",
            "read",
            "of it payload written",
            "read");
    for (Comparison comparison : comparisons) {
      StorageUse other = comparison.baseline().use();
      StorageUse icepack = comparison.icepack().use();
      table.row(
          title(comparison),
          mebibytes(other.totalBytesWritten()),
          mebibytes(other.totalBytesRead()),
          mebibytes(icepack.totalBytesWritten()),
          mebibytes(icepack.totalBytesRead()),
          mebibytes(icepack.payloadBytesWritten()),
          mebibytes(icepack.payloadBytesRead()));
    }
    return table;
  }

  private static String title(Comparison comparison) {
    return comparison.against().isEmpty()
        ? comparison.title()
        : comparison.title() + ", against " + comparison.against();
  }

  private static String two(double value) {
    return "%.2f".formatted(value);
  }

  private static String mebibytes(long bytes) {
    return "%,.1f".formatted(bytes / MEBI);
  }
}
