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

class EndToEndBenchmarkTest {
  private static final long VALUES = 120;
  private static final long BYTES = 20_000;

  @TempDir static Path output;
  private static Report report;

  @BeforeAll
  static void run() throws IOException {
    report =
        EndToEndBenchmark.run(
            new PrintStream(OutputStream.nullOutputStream()),
            EndToEndOptions.parse(
                "--values",
                "120",
                "--bytes",
                "20000",
                "--commits",
                "2",
                "--rounds",
                "1",
                "--warm-up",
                "0",
                "--output",
                output.toString()));
  }

  @Test
  void icepackMovesNoMorePayloadBytesThanEachStepNeeds() {
    assertPayload(Step.INSERT, VALUES * BYTES, 0);
    assertPayload(Step.LABEL_SCAN, 0, 0);
    assertPayload(Step.CONTENT_SCAN, 0, VALUES * BYTES);
    assertPayload(Step.LOOKUP, 0, 5 * BYTES);
    assertPayload(Step.UPDATE, 0, 0);
    assertPayload(Step.COMPACT, 0, 0);
    assertThat(report.storedRatio()).isEqualTo(1);
  }

  @Test
  void baselineRewritesPayloads() {
    assertThat(comparison(Step.INSERT).baseline().use().totalBytesWritten())
        .isGreaterThan(VALUES * BYTES);
    assertThat(comparison(Step.COMPACT).baseline().use().totalBytesWritten())
        .isGreaterThan(VALUES * BYTES);
  }

  @Test
  void writesFiguresAndChart() throws IOException {
    JsonNode json = new ObjectMapper().readTree(output.resolve("end-to-end.json").toFile());
    assertThat(json.get("values").asLong()).isEqualTo(VALUES);
    assertThat(json.at("/steps/compact/icepack/use/payloadBytesWritten").asLong(-1)).isZero();
    assertThat(json.at("/steps/insert/iceberg/seconds").asDouble()).isPositive();
    assertThat(Files.readString(output.resolve("end-to-end.svg")))
        .startsWith("<svg")
        .contains("content scan")
        .endsWith("</svg>\n");
    assertThat(report.text()).contains("stored payload bytes / given: 1.0000");
  }

  @Test
  void refusesUnequalCommits() {
    assertThatThrownBy(() -> EndToEndOptions.parse("--values", "10", "--commits", "3"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot insert 10 values in 3 equal commits");
  }

  private static void assertPayload(Step step, long written, long read) {
    StorageUse use = comparison(step).icepack().use();
    assertThat(use.payloadBytesWritten()).as(step.title()).isEqualTo(written);
    assertThat(use.payloadBytesRead()).as(step.title()).isEqualTo(read);
  }

  private static Comparison comparison(Step step) {
    return report.comparisons().get(step.ordinal());
  }
}
