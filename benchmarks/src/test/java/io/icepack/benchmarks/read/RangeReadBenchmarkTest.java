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
package io.icepack.benchmarks.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RangeReadBenchmarkTest {
  @ParameterizedTest
  @ValueSource(strings = {"adjacent", "scattered"})
  void allWaysReadTheSameBytes(String layout) throws IOException {
    StoredPayloads payloads = new StoredPayloads();
    payloads.layout = layout;
    payloads.count = 100;
    payloads.bytes = 70_000;
    payloads.write();
    try {
      RangeReadBenchmark benchmark = new RangeReadBenchmark();
      assertThat(benchmark.icepack(payloads))
          .hasSize(100)
          .doesNotHaveDuplicates()
          .isEqualTo(benchmark.positionalReads(payloads))
          .isEqualTo(benchmark.parallelPositionalReads(payloads));
    } finally {
      payloads.remove();
    }
  }
}
