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
package io.icepack.benchmarks.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AdoptBenchmarkTest {
  @Test
  void adoptsTenThousandValuesWithoutAPayloadByte() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    AdoptBenchmark.run(new PrintStream(text, true, StandardCharsets.UTF_8), 10_000, 1 << 10);
    assertThat(text.toString(StandardCharsets.UTF_8))
        .containsPattern(
            "adopt .* 0 payload bytes written, 0 read; of all files [0-9,]{1,7} written,"
                + " [0-9,]{1,7} read")
        .containsPattern("scan .* 0 payload bytes written, 5,120,000 read");
  }
}
