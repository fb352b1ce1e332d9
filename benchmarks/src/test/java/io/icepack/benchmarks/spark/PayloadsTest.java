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
package io.icepack.benchmarks.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadsTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 1_000})
  void dependOnIdAlone(int length) {
    assertThat(Payloads.of(1, length)).hasSize(length).isEqualTo(Payloads.of(1, length));
  }

  @Test
  void differFromEachOther() {
    assertThat(Payloads.of(1, 100)).isNotEqualTo(Payloads.of(2, 100));
  }

  @Test
  void cannotBeCompressed() {
    byte[] payload = Payloads.of(3, 100_000);
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    deflater.setInput(payload);
    deflater.finish();
    assertThat(deflater.deflate(new byte[200_000])).isGreaterThanOrEqualTo(payload.length);
    deflater.end();
  }
}
