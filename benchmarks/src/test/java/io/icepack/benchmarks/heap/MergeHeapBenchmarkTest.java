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
package io.icepack.benchmarks.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MergeHeapBenchmarkTest {
  @Test
  void writesMergesAndCompacts() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    MergeHeapBenchmark.run(new PrintStream(text, true, StandardCharsets.UTF_8), 3, 3_000, 100);
    assertThat(text.toString(StandardCharsets.UTF_8).lines().map(line -> line.split(" +")[0]))
        .containsExactly("3,000", "write", "merge", "compact", "scan");
  }
}
