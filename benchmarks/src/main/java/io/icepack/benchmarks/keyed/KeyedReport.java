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

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icepack.benchmarks.report.Chart;
import io.icepack.benchmarks.report.Comparison;
import io.icepack.benchmarks.report.ComparisonTables;
import io.icepack.benchmarks.spark.Measurement;
import io.icepack.benchmarks.spark.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The outcome of the benchmark, as text, as JSON and as a chart. */
record KeyedReport(
    KeyedSize size, int rounds, Comparison upsert, Comparison read, Comparison compaction) {

  static KeyedReport of(KeyedOptions options, Samples samples) {
    return new KeyedReport(
        options.size(),
        options.rounds(),
        new Comparison(
            "upsert 1 % of the keys",
            "MERGE INTO", 0.1, samples.of(Upsert.ICEBERG), samples.of(Upsert.ICEPACK)),
        new Comparison(
            Runs.REPEATED_QUERIES + " sums over the runs",
            "compacted",
            3,
            samples.of(Runs.READ_COMPACTED),
            samples.of(Runs.READ_RUNS)),
        // Half as many rows in a second.
        new Comparison(
            "compact the runs",
            "rewrite_data_files",
            2,
            samples.of(Runs.ICEBERG),
            samples.of(Runs.ICEPACK)));
  }

  /** Writes {@code keyed.json} and {@code keyed.svg} into {@code directory}. */
  void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("keyed.json"), json() + "\n");
    Files.writeString(
        directory.resolve("keyed.svg"),
        new Chart(title(), "what it is compared with", "Icepack, primary-key table", comparisons())
            .svg());
  }

  String title() {
    return "%,d keys with payloads of %,d KiB; %,d rows in %d runs; Spark local[2], median of %d"
        .formatted(size.keys(), size.bytes() >> 10, size.rows(), size.runs(), rounds);
  }

  String text() {
    ComparisonTables tables = new ComparisonTables("baseline", comparisons());
    return "%s%n%n%s%n%n%s%n%nrows compacted in a second: Iceberg %,.0f, Icepack %,.0f"
        .formatted(
            title(),
            tables.times(),
            tables.bytes(),
            rowsPerSecond(compaction.baseline()),
            rowsPerSecond(compaction.icepack()));
  }

  private double rowsPerSecond(Measurement run) {
    return size.rows() / run.seconds();
  }

  private List<Comparison> comparisons() {
    return List.of(upsert, read, compaction);
  }

  private String json() throws IOException {
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode root = mapper.createObjectNode();
    root.put("keys", size.keys());
    root.put("bytesPerValue", size.bytes());
    root.put("changedKeys", size.changedKeys());
    root.put("runs", size.runs());
    root.put("rows", size.rows());
    root.put("mergedRows", size.mergedRows());
    root.put("rounds", rounds);
    ObjectNode steps = root.putObject("steps");
    for (Comparison comparison : comparisons()) {
      ObjectNode step = steps.putObject(comparison.title());
      step.put("against", comparison.against());
      step.set("baseline", mapper.valueToTree(comparison.baseline()));
      step.set("icepack", mapper.valueToTree(comparison.icepack()));
      step.put("ratio", comparison.ratio());
      step.put("target", comparison.target());
    }
    ObjectNode rates = root.putObject("rowsCompactedPerSecond");
    rates.put("iceberg", rowsPerSecond(compaction.baseline()));
    rates.put("icepack", rowsPerSecond(compaction.icepack()));
    return mapper.writeValueAsString(root);
  }
}
