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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PieceCopyTest {
  private static final String SOURCE = "mem://source";
  private static final String COPY = "mem://copy";

  private final MemoryBlobStore memory = new MemoryBlobStore();
  private final CountingBlobStore counted = new CountingBlobStore(memory);
  private final byte[] bytes = new byte[6 * PieceCopy.PIECE_BYTES + 100];

  @BeforeEach
  void write() throws IOException {
    new Random(5).nextBytes(bytes);
    try (BlobOutput output = memory.create(SOURCE)) {
      output.write(bytes);
    }
  }

  @Test
  void readsOnePieceAfterTheOther() throws IOException {
    copy(counted, 10, bytes.length - 20);
    assertThat(copied()).isEqualTo(Arrays.copyOfRange(bytes, 10, bytes.length - 10));
    assertThat(counted.readRequests()).isEqualTo(7);
    assertThat(counted.bytesRead()).isEqualTo(bytes.length - 20);
  }

  @Test
  void readsSeveralPiecesAtOnceWhereTheStoreDoes() throws IOException {
    copy(new VectoredBlobStore(counted), 10, bytes.length - 20);
    assertThat(copied()).isEqualTo(Arrays.copyOfRange(bytes, 10, bytes.length - 10));
    assertThat(counted.readRequests()).isEqualTo(7);
    assertThat(counted.bytesRead()).isEqualTo(bytes.length - 20);
  }

  @Test
  void repeatsPiecesThatFailForAWhile() throws IOException {
    BlobStore throttled =
        new RetryingBlobStore(
            new VectoredBlobStore(FailingBlobStore.throttling(memory)), new RetryPolicy(8, 0, 0));
    copy(throttled, 0, bytes.length);
    assertThat(copied()).isEqualTo(bytes);
  }

  @Test
  void failsWhereTheObjectEndsEarly() {
    for (BlobStore store : new BlobStore[] {memory, new VectoredBlobStore(memory)}) {
      assertThatThrownBy(() -> copy(store, bytes.length - 5_000_000, 5_000_001))
          .isInstanceOf(EOFException.class)
          .hasMessage(
              "Cannot read 805697 bytes at %d of mem://source: the object has %d bytes",
              bytes.length - 5_000_000 + PieceCopy.PIECE_BYTES, bytes.length);
    }
  }

  private void copy(BlobStore store, long position, long length) throws IOException {
    memory.delete(COPY);
    try (BlobInput input = store.open(SOURCE);
        BlobOutput output = memory.create(COPY)) {
      input.copyTo(output, position, length);
    }
  }

  private byte[] copied() throws IOException {
    try (BlobInput input = memory.open(COPY)) {
      return input.stream(0, memory.length(COPY)).readAllBytes();
    }
  }
}
