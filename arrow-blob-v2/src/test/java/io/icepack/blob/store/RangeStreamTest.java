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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RangeStreamTest {
  private static final String LOCATION = "mem://o";

  private final MemoryBlobStore memory = new MemoryBlobStore();
  private final CountingBlobStore store = new CountingBlobStore(memory);
  private final byte[] bytes = new byte[10_000_000];

  @BeforeEach
  void write() throws IOException {
    new Random(3).nextBytes(bytes);
    try (BlobOutput output = memory.create(LOCATION)) {
      output.write(bytes);
    }
  }

  @Test
  void returnsTheRangeInLargePieces() throws IOException {
    try (BlobInput input = store.open(LOCATION)) {
      assertThat(input.stream(1_000, 9_000_000).readAllBytes())
          .isEqualTo(Arrays.copyOfRange(bytes, 1_000, 9_001_000));
      assertThat(store.readRequests()).isEqualTo(3);
      InputStream few = input.stream(5, 2);
      assertThat(few.read()).isEqualTo(Byte.toUnsignedInt(bytes[5]));
      assertThat(few.read(new byte[3], 1, 0)).isZero();
      assertThat(few.read()).isEqualTo(Byte.toUnsignedInt(bytes[6]));
      assertThat(few.read()).isEqualTo(-1);
      assertThat(few.read(new byte[3])).isEqualTo(-1);
      assertThat(input.stream(77, 0).read()).isEqualTo(-1);
    }
  }

  @Test
  void readsPiecesStraightIntoLargeBuffers() throws IOException {
    try (BlobInput input = store.open(LOCATION)) {
      byte[] target = new byte[9_000_000];
      InputStream stream = input.stream(1_000, 9_000_000);
      assertThat(stream.read()).isEqualTo(Byte.toUnsignedInt(bytes[1_000]));
      target[0] = bytes[1_000];
      assertThat(stream.readNBytes(target, 1, target.length - 1)).isEqualTo(8_999_999);
      assertThat(target).isEqualTo(Arrays.copyOfRange(bytes, 1_000, 9_001_000));
      assertThat(stream.read(target)).isEqualTo(-1);
      assertThat(store.readRequests()).isEqualTo(3);
    }
  }

  @Test
  void failsWhereTheObjectEndsEarly() throws IOException {
    try (BlobInput input = store.open(LOCATION)) {
      assertThatThrownBy(() -> input.stream(9_999_998, 3).readAllBytes())
          .isInstanceOf(EOFException.class)
          .hasMessage("Cannot read 3 bytes at 9999998 of mem://o: the object has 10000000 bytes");
    }
  }

  @Test
  void refusesImpossibleRanges() throws IOException {
    try (BlobInput input = store.open(LOCATION)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> input.stream(-1, 3))
          .withMessage("Cannot stream 3 bytes at -1: the range is negative or overflows");
      assertThatIllegalArgumentException().isThrownBy(() -> input.stream(1, Long.MAX_VALUE));
      assertThatIllegalArgumentException().isThrownBy(() -> input.stream(1, -1));
    }
  }
}
