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
package io.icepack.benchmarks.references;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ReferencesBenchmarkTest {
  @Test
  void ingestsAndReferences() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    ReferencesBenchmark.run(
        new PrintStream(text, true, StandardCharsets.UTF_8),
        new ReferencesBenchmark.Size(4, 1 << 20, 1_000, 1, 0));
    assertThat(text.toString(StandardCharsets.UTF_8))
        .containsPattern(
            "ingest .* of a plain copy, .* of a parallel one, 4.0 MiB of payloads written")
        .containsPattern("reference .* rows a second, 0 bytes of payloads written, 0 read");
  }
}
