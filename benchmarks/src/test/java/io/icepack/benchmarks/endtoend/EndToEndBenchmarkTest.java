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
import io.icepack.benchmarks.storage.StorageUse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndToEndBenchmarkTest {
  private static final long VALUES = 120;
  private static final long BYTES = 20_000;

  @TempDir Path output;

  @Test
  void movesNoMorePayloadBytesThanEachStepNeeds() throws IOException {
    EndToEndOptions options =
        EndToEndOptions.parse(
            "--values",
            "120",
            "--bytes",
            "20000",
            "--commits",
            "3",
            "--rounds",
            "1",
            "--warm-up",
            "0",
            "--output",
            output.toString());

    Report report =
        EndToEndBenchmark.run(
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8), options);

    Map<Step, StorageUse> icepack =
        report.comparisons().stream()
            .collect(Collectors.toMap(Comparison::step, run -> run.icepack().use()));
    assertPayload(icepack.get(Step.INSERT), VALUES * BYTES, 0);
    assertPayload(icepack.get(Step.LABEL_SCAN), 0, 0);
    assertPayload(icepack.get(Step.CONTENT_SCAN), 0, VALUES * BYTES);
    assertPayload(icepack.get(Step.LOOKUP), 0, 5 * BYTES);
    assertPayload(icepack.get(Step.UPDATE), 0, 0);
    assertPayload(icepack.get(Step.COMPACT), 0, 0);
    assertThat(report.storedRatio()).isEqualTo(1);
  }

  @Test
  void baselineRewritesEveryPayload() throws IOException {
    EndToEndOptions options =
        EndToEndOptions.parse(
            "--values",
            "40",
            "--bytes",
            "5000",
            "--commits",
            "2",
            "--rounds",
            "1",
            "--warm-up",
            "4",
            "--output",
            output.toString());

    Report report =
        EndToEndBenchmark.run(
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8), options);

    Map<Step, Comparison> comparisons =
        report.comparisons().stream()
            .collect(Collectors.toMap(Comparison::step, Function.identity()));
    assertThat(comparisons.get(Step.INSERT).iceberg().use().totalBytesWritten())
        .isGreaterThan(200_000);
    assertThat(comparisons.get(Step.COMPACT).iceberg().use().totalBytesWritten())
        .isGreaterThan(200_000);
    JsonNode json = new ObjectMapper().readTree(output.resolve("end-to-end.json").toFile());
    assertThat(json.get("values").asInt()).isEqualTo(40);
    assertThat(json.at("/steps/compact/icepack/use/payloadBytesWritten").asLong(-1)).isZero();
    assertThat(json.at("/steps/insert/iceberg/seconds").asDouble()).isPositive();
    assertThat(Files.readString(output.resolve("end-to-end.svg")))
        .startsWith("<svg")
        .contains("content scan");
  }

  @Test
  void refusesUnequalCommits() {
    assertThatThrownBy(() -> EndToEndOptions.parse("--values", "10", "--commits", "3"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot insert 10 values in 3 equal commits");
  }

  private static void assertPayload(StorageUse use, long written, long read) {
    assertThat(use.payloadBytesWritten()).isEqualTo(written);
    assertThat(use.payloadBytesRead()).isEqualTo(read);
  }
}
