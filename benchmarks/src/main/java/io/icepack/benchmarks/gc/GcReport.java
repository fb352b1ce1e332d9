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

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icepack.benchmarks.report.TextTable;
import io.icepack.benchmarks.storage.StorageRequests.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * The outcome of the benchmark, as text and as JSON.
 *
 * @param heapLimit bytes that the JVM may use for its heap
 * @param runs the collections by name, in order
 */
record GcReport(GcOptions options, long heapLimit, Map<String, GcRun> runs) {

  /** Writes {@code gc.json} into {@code directory}. */
  void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("gc.json"), json() + "\n");
  }

  private String json() throws IOException {
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode json =
        mapper
            .createObjectNode()
            .put("dataFiles", options.dataFiles())
            .put("packs", options.packs())
            .put("orphanPacks", options.orphanPacks())
            .put("orphanSidecars", options.orphanSidecars())
            .put("heapLimitBytes", heapLimit);
    ObjectNode all = json.putObject("runs");
    runs.forEach(
        (name, run) -> {
          ObjectNode node =
              all.putObject(name)
                  .put("seconds", run.seconds())
                  .put("status", run.status())
                  .put("packs", run.packs())
                  .put("sidecars", run.sidecars())
                  .put("heapBytes", run.heapBytes());
          ObjectNode requests = node.putObject("requests");
          run.requests().forEach((kind, count) -> requests.put(label(kind), count));
        });
    return mapper.writeValueAsString(json);
  }

  String text() {
    TextTable table =
        new TextTable(
            "run",
            "seconds",
            "packs",
            "sidecars",
            "sidecar reads",
            "other reads",
            "listings",
            "deletes",
            "status",
            "heap MiB");
    runs.forEach(
        (name, run) ->
            table.row(
                name,
                "%.1f".formatted(run.seconds()),
                count(run.packs()),
                count(run.sidecars()),
                count(run.requests().get(Kind.SIDECAR_READ)),
                count(run.requests().get(Kind.OTHER_READ)),
                count(run.requests().get(Kind.LISTING)),
                count(run.requests().get(Kind.DELETE)),
                count(run.requests().get(Kind.STATUS)),
                count(run.heapBytes() >> 20)));
    return "%,d data files, %,d packs; Spark local[2], heap of %,d MiB%n%n%s"
        .formatted(options.dataFiles(), options.packs(), heapLimit >> 20, table);
  }

  private static String count(long number) {
    return "%,d".formatted(number);
  }

  private static String label(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
