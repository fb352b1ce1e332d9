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

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table in plain text: the first column to the left, the others to the right. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(String... header) {
    rows.add(List.of(header));
  }

  /** Adds a row, which has a cell for every column of the header. */
  public TextTable row(Object... cells) {
    if (cells.length != rows.get(0).size()) {
      throw new IllegalArgumentException(
          "Cannot add row: %d cells for %d columns".formatted(cells.length, rows.get(0).size()));
    }
    rows.add(IntStream.range(0, cells.length).mapToObj(i -> String.valueOf(cells[i])).toList());
    return this;
  }

  @Override
  public String toString() {
    int[] widths =
        IntStream.range(0, rows.get(0).size())
            .map(
                column ->
                    rows.stream()
                        .mapToInt(row -> Math.max(1, row.get(column).length()))
                        .max()
                        .orElse(0))
            .toArray();
    List<String> lines = new ArrayList<>(rows.stream().map(row -> line(row, widths)).toList());
    lines.add(1, "-".repeat(lines.get(0).length()));
    return lines.stream().collect(Collectors.joining("\n"));
  }

  private static String line(List<String> row, int[] widths) {
    return IntStream.range(0, widths.length)
        .mapToObj(i -> pad(row.get(i), i == 0 ? -widths[i] : widths[i]))
        .collect(Collectors.joining("  "));
  }

  private static String pad(String text, int width) {
    return String.format("%" + width + "s", text);
  }
}
