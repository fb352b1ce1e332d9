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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlobKindTest {

  @ParameterizedTest
  @EnumSource
  void returnsFromItsCode(BlobKind kind) {
    assertThat(BlobKind.fromCode(kind.code())).isSameAs(kind);
  }

  @Test
  void keepsTheStoredNumbers() {
    assertThat(BlobKind.values()).extracting(BlobKind::code).containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(BlobKind.values())
        .containsExactly(
            BlobKind.INLINE,
            BlobKind.PACKED,
            BlobKind.DEDICATED,
            BlobKind.EXTERNAL,
            BlobKind.MANAGED,
            BlobKind.MANAGED_BASE);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 6, 255, Integer.MIN_VALUE})
  void refusesUnknownCodes(int code) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlobKind.fromCode(code))
        .withMessage("Cannot read blob kind %d: known kinds are 0 to 5", code);
  }
}
