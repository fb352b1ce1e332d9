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

import io.icepack.blob.store.PayloadRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataUriTest {

  @Test
  void holdsBytes() {
    byte[] bytes = {0, 1, -1, 127, -128};
    String uri = DataUri.of(bytes);
    assertThat(uri).isEqualTo("data:;base64,AAH/f4A=");
    assertThat(DataUri.matches(uri)).isTrue();
    assertThat(DataUri.matches("data:text/plain,x")).isFalse();
    assertThat(DataUri.read(new PayloadRange(uri, 0, 5))).isEqualTo(bytes);
    assertThat(DataUri.read(new PayloadRange(uri, 0, PayloadRange.WHOLE))).isEqualTo(bytes);
    assertThat(DataUri.read(new PayloadRange(uri, 1, 2))).containsExactly(1, -1);
    assertThat(DataUri.read(new PayloadRange(uri, 3, PayloadRange.REST)))
        .containsExactly(127, -128);
    assertThat(DataUri.read(new PayloadRange(uri, 5, PayloadRange.REST))).isEmpty();
    assertThat(DataUri.read(new PayloadRange(DataUri.of(new byte[0]), 0, 0))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 6, 6 bytes at 0",
    "4, 2, 2 bytes at 4",
    "6, 0, 0 bytes at 6",
    "6, -2, all bytes at 6",
    "1, -1, all bytes at 1"
  })
  void refusesRangesBeyondTheBytes(long position, long length, String range) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DataUri.read(new PayloadRange(DataUri.of(new byte[5]), position, length)))
        .withMessage("Cannot read %s of a data uri: it holds 5 bytes", range);
  }

  @Test
  void refusesWhatIsNotBase64() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DataUri.read(new PayloadRange("data:;base64,A*", 0, 1)))
        .withMessage("Cannot decode data uri of 15 characters: Illegal base64 character 2a");
  }
}
