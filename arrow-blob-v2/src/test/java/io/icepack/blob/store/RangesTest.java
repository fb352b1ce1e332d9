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
package io.icepack.blob.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangesTest {
  private static final long MAX = Long.MAX_VALUE;

  @ParameterizedTest
  @CsvSource({"-1, 0", "0, -1", "9223372036854775807, 1"})
  void refusesImpossibleByteRanges(long position, int length) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ByteRange(position, length))
        .withMessage(
            "Cannot use range of %d bytes at %d: it is negative or overflows", length, position);
  }

  @ParameterizedTest
  @CsvSource({"-1, 0", "0, -3", "9223372036854775807, 1", "1, 9223372036854775807"})
  void refusesImpossiblePayloadRanges(long position, long length) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PayloadRange("/x", position, length))
        .withMessage(
            "Cannot use range of %d bytes at %d of /x: it is negative or overflows",
            length, position);
  }

  @Test
  void settlesWhatTheObjectDecides() {
    assertThat(new PayloadRange("/x", 3, PayloadRange.WHOLE).settle(10))
        .isEqualTo(new PayloadRange("/x", 3, 10));
    assertThat(new PayloadRange("/x", 3, PayloadRange.REST).settle(10))
        .isEqualTo(new PayloadRange("/x", 3, 7));
    assertThat(new PayloadRange("/x", 3, 4).settle(10)).isEqualTo(new PayloadRange("/x", 3, 4));
    assertThat(new PayloadRange("/x", MAX, 0).end()).isEqualTo(MAX);
    assertThat(new PayloadRange("/x", 3, PayloadRange.WHOLE).isOpen()).isTrue();
    assertThat(new PayloadRange("/x", 3, 0).isOpen()).isFalse();
  }
}
