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
import io.icepack.benchmarks.report.Chart;
import io.icepack.benchmarks.report.Comparison;
import io.icepack.benchmarks.report.ComparisonTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The outcome of a comparison, as text, as JSON and as a chart. */
record Report(DataSet data, int rounds, List<Comparison> comparisons) {
  /** Writes {@code end-to-end.json} and {@code end-to-end.svg} into {@code directory}. */
  void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("end-to-end.json"), json() + "\n");
    Files.writeString(
        directory.resolve("end-to-end.svg"),
        new Chart(title(), "Iceberg, BINARY column", "Icepack, blob column", comparisons).svg());
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
    ComparisonTables tables = new ComparisonTables("Iceberg", comparisons);
    return "%s%n%n%s%n%n%s%n%nstored payload bytes / given: %.4f"
        .formatted(title(), tables.times(), tables.bytes(), storedRatio());
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
      ObjectNode step = steps.putObject(comparison.title());
      step.set("iceberg", mapper.valueToTree(comparison.baseline()));
      step.set("icepack", mapper.valueToTree(comparison.icepack()));
      step.put("ratio", comparison.ratio());
      step.put("target", comparison.target());
    }
    return mapper.writeValueAsString(root);
  }

  private Comparison insert() {
    return comparisons.get(Step.INSERT.ordinal());
  }
}
