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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.icepack.benchmarks.report.Comparison;
import io.icepack.benchmarks.storage.StorageUse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyedBenchmarkTest {
  private static final long KEYS = 200;
  private static final long BYTES = 20_000;
  private static final long CHANGED_KEYS = 2;

  @TempDir static Path output;
  private static KeyedReport report;

  @BeforeAll
  static void run() throws IOException {
    report =
        KeyedBenchmark.run(
            new PrintStream(OutputStream.nullOutputStream()),
            KeyedOptions.parse(
                "--keys",
                "200",
                "--bytes",
                "20000",
                "--runs",
                "3",
                "--rows",
                "300",
                "--rounds",
                "1",
                "--warm-up",
                "0",
                "--output",
                output.toString()));
  }

  @Test
  void upsertWritesTheNewPayloadsAlone() {
    assertPayload(report.upsert(), CHANGED_KEYS * BYTES, 0);
    assertThat(report.upsert().icepack().use().totalBytesWritten()).isLessThan(KEYS * BYTES / 2);
    // The changed keys are in two of the eight files, which are copied.
    assertThat(report.upsert().baseline().use().totalBytesWritten())
        .isGreaterThan(KEYS * BYTES / 4);
  }

  @Test
  void readingAndCompactionTouchNoPayload() {
    assertPayload(report.read(), 0, 0);
    assertPayload(report.compaction(), 0, 0);
    assertThat(report.compaction().icepack().use().totalBytesWritten()).isPositive();
  }

  @Test
  void writesFiguresAndChart() throws IOException {
    JsonNode json = new ObjectMapper().readTree(output.resolve("keyed.json").toFile());
    assertThat(json.get("changedKeys").asLong()).isEqualTo(CHANGED_KEYS);
    assertThat(json.get("rows").asLong()).isEqualTo(300);
    assertThat(json.get("mergedRows").asLong()).isEqualTo(280);
    assertThat(json.at("/steps/upsert 1 % of the keys/icepack/use/payloadBytesWritten").asLong())
        .isEqualTo(CHANGED_KEYS * BYTES);
    assertThat(json.at("/rowsCompactedPerSecond/iceberg").asDouble()).isPositive();
    assertThat(Files.readString(output.resolve("keyed.svg")))
        .startsWith("<svg")
        .contains("upsert 1 % of the keys", "MERGE INTO")
        .endsWith("</svg>\n");
    assertThat(report.text()).contains("rows compacted in a second: Iceberg ");
  }

  @Test
  void refusesUnequalRuns() {
    assertThatThrownBy(() -> KeyedOptions.parse("--runs", "3", "--rows", "10"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot write 10 rows in 3 equal runs");
  }

  private static void assertPayload(Comparison comparison, long written, long read) {
    StorageUse use = comparison.icepack().use();
    assertThat(use.payloadBytesWritten()).as(comparison.title()).isEqualTo(written);
    assertThat(use.payloadBytesRead()).as(comparison.title()).isEqualTo(read);
  }
}
