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
package io.icepack.blob.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnsignedTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 1, Integer.MAX_VALUE, 1L << 31, 4_294_967_295L})
  void acceptsAll32BitNumbers(long value) {
    assertThat(Unsigned.u32("id", value)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 4_294_967_296L, Long.MAX_VALUE, Long.MIN_VALUE})
  void refusesWhatIsNo32BitNumber(long value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Unsigned.u32("id", value))
        .withMessage("Cannot use id %d: it is not between 0 and 4294967295", value);
  }

  @Test
  void refusesWhatALongCannotHold() {
    assertThat(Unsigned.u64("size", Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Unsigned.u64("size", -1))
        .withMessage("Cannot use size 18446744073709551615: it is above 9223372036854775807");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Unsigned.u64("size", Long.MIN_VALUE))
        .withMessage("Cannot use size 9223372036854775808: it is above 9223372036854775807");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "5, 7, 12",
    "9223372036854775806, 1, 9223372036854775807",
    "9223372036854775807, 0, 9223372036854775807"
  })
  void addsWithoutOverflow(long position, long size, long end) {
    assertThat(Unsigned.end(position, size)).isEqualTo(end);
  }

  @Test
  void refusesAnEndThatOverflows() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Unsigned.end(Long.MAX_VALUE, 1))
        .withMessage(
            "Cannot use range of 1 bytes at 9223372036854775807: its end is above"
                + " 9223372036854775807");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Unsigned.end(-1, 1))
        .withMessage("Cannot use position 18446744073709551615: it is above 9223372036854775807");
  }
}
