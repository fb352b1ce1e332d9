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

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icepack.benchmarks.report.TextTable;
import io.icepack.benchmarks.storage.StorageUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The outcome of a comparison, as text, as JSON and as a chart. */
record Report(DataSet data, int rounds, List<Comparison> comparisons) {
  private static final double MEBI = 1 << 20;

  /** Writes {@code end-to-end.json} and {@code end-to-end.svg} into {@code directory}. */
  void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("end-to-end.json"), json() + "\n");
    Files.writeString(directory.resolve("end-to-end.svg"), new Chart(title(), comparisons).svg());
  }

  /** Payload bytes that Icepack stored, as a part of those it was given. */
  double storedRatio() {
    return (double) insert().icepack().use().payloadBytesWritten() / data.payloadBytes();
  }

  String title() {
    return "%,d payloads of %,d KiB in %d commits, Spark local[2], median of %d"
        .formatted(data.values(), data.bytes() >> 10, data.commits(), rounds);
  }

  String text() {
    return "%s%n%n%s%n%n%s%n%nstored payload bytes / given: %.4f"
        .formatted(title(), times(), bytes(), storedRatio());
  }

  private TextTable times() {
    TextTable table =
        new TextTable(
            "seconds",
            "Iceberg",
            "Icepack",
            "ratio",
            "target",
            "",
            "Iceberg CPU",
            "Icepack CPU",
            "ratio");
    for (Comparison comparison : comparisons) {
      table.row(
          comparison.step().title(),
          two(comparison.iceberg().seconds()),
          two(comparison.icepack().seconds()),
          "%.3f".formatted(comparison.ratio()),
          two(comparison.step().target()),
          comparison.reached() ? "reached" : "missed",
          two(comparison.iceberg().cpuSeconds()),
          two(comparison.icepack().cpuSeconds()),
          "%.3f".formatted(comparison.icepack().cpuSeconds() / comparison.iceberg().cpuSeconds()));
    }
    return table;
  }

  private TextTable bytes() {
    TextTable table =
        new TextTable(
            "MiB",
            "Iceberg written",
            "read",
            "Icepack written",
            "read",
            "of it payload written",
            "read");
    for (Comparison comparison : comparisons) {
      StorageUse iceberg = comparison.iceberg().use();
      StorageUse icepack = comparison.icepack().use();
      table.row(
          comparison.step().title(),
          mebibytes(iceberg.totalBytesWritten()),
          mebibytes(iceberg.totalBytesRead()),
          mebibytes(icepack.totalBytesWritten()),
          mebibytes(icepack.totalBytesRead()),
          mebibytes(icepack.payloadBytesWritten()),
          mebibytes(icepack.payloadBytesRead()));
    }
    return table;
  }

  private String json() throws IOException {
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode root = mapper.createObjectNode();
    root.put("values", data.values());
    root.put("bytesPerValue", data.bytes());
    root.put("commits", data.commits());
    root.put("rounds", rounds);
    root.put("storedPayloadRatio", storedRatio());
    ObjectNode steps = root.putObject("steps");
    for (Comparison comparison : comparisons) {
      ObjectNode step = steps.putObject(comparison.step().title());
      step.set("iceberg", mapper.valueToTree(comparison.iceberg()));
      step.set("icepack", mapper.valueToTree(comparison.icepack()));
      step.put("ratio", comparison.ratio());
      step.put("target", comparison.step().target());
    }
    return mapper.writeValueAsString(root);
  }

  private Comparison insert() {
    return comparisons.stream().filter(c -> c.step() == Step.INSERT).findFirst().orElseThrow();
  }

  private static String two(double value) {
    return "%.2f".formatted(value);
  }

  private static String mebibytes(long bytes) {
    return "%,.1f".formatted(bytes / MEBI);
  }
}
