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
package io.icepack.benchmarks.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.icepack.benchmarks.storage.StorageRequests.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GcBenchmarkTest {
  private static final long DATA_FILES = 60;
  private static final long ORPHAN_PACKS = 3;
  private static final long ORPHAN_SIDECARS = 1;

  // The table itself, metadata, data and _blobs.
  private static final long DIRECTORIES = 4;

  // Iceberg does not keep two tasks from reading a manifest list that neither finds loaded.
  private static final long RACING_READS = 4;

  @TempDir static Path output;
  private static GcReport report;

  @BeforeAll
  static void run() throws IOException {
    report =
        GcBenchmark.run(
            new PrintStream(OutputStream.nullOutputStream()),
            GcOptions.parse("--data-files", "60", "--packs", "300", "--output", output.toString()));
  }

  @Test
  void readsEachSidecarOnceACollection() {
    assertThat(report.runs().values())
        .extracting(run -> run.requests().get(Kind.SIDECAR_READ))
        .containsOnly(2 * DATA_FILES);
  }

  /** Only metadata is asked for: no request for each sidecar. */
  @Test
  void asksForNoStatusOfASidecar() {
    assertThat(report.runs().values())
        .extracting(run -> run.requests().get(Kind.STATUS))
        .allSatisfy(count -> assertThat(count).isLessThan(DATA_FILES));
  }

  @Test
  void listsEachDirectoryOnce() {
    assertThat(report.runs().values())
        .extracting(run -> run.requests().get(Kind.LISTING))
        .containsOnly(DIRECTORIES);
  }

  @Test
  void deletesEachOrphanOnce() {
    assertThat(report.runs().get(GcBenchmark.DRY_RUN).requests().get(Kind.DELETE)).isZero();
    assertThat(report.runs().get(GcBenchmark.RUN).requests().get(Kind.DELETE))
        .isEqualTo(ORPHAN_PACKS + ORPHAN_SIDECARS);
    assertThat(report.runs().get(GcBenchmark.RUN).status()).isEqualTo("done");
    assertThat(report.runs().values()).extracting(GcRun::packs).containsOnly(ORPHAN_PACKS);
    assertThat(report.runs().values()).extracting(GcRun::sidecars).containsOnly(ORPHAN_SIDECARS);
  }

  @Test
  void costsNoMoreAgain() {
    Map<Kind, Long> first = report.runs().get(GcBenchmark.DRY_RUN).requests();
    Map<Kind, Long> second = report.runs().get(GcBenchmark.SECOND_DRY_RUN).requests();
    assertThat(List.of(Kind.SIDECAR_READ, Kind.LISTING, Kind.DELETE))
        .allSatisfy(kind -> assertThat(second.get(kind)).isEqualTo(first.get(kind)));
    assertThat(List.of(Kind.OTHER_READ, Kind.STATUS))
        .allSatisfy(
            kind ->
                assertThat(second.get(kind)).isLessThanOrEqualTo(first.get(kind) + RACING_READS));
  }

  @Test
  void writesFigures() throws IOException {
    JsonNode json = new ObjectMapper().readTree(output.resolve("gc.json").toFile());
    assertThat(json.get("packs").asLong()).isEqualTo(300);
    assertThat(json.at("/runs/run/requests/sidecar read").asLong()).isEqualTo(2 * DATA_FILES);
    assertThat(json.at("/runs/dry run/heapBytes").asLong()).isPositive();
    assertThat(report.text()).contains("60 data files, 300 packs", "second dry run");
  }

  @Test
  void refusesAnUnevenNumberOfPacks() {
    assertThatThrownBy(() -> GcOptions.parse("--data-files", "3", "--packs", "10"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot spread 10 packs evenly over 3 data files");
  }
}
