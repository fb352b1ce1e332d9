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
package io.icepack.blob.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.base.CanonicalPath;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobOutput;
import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.CountingBlobStore;
import io.icepack.blob.store.FailingBlobStore;
import io.icepack.blob.store.FailingBlobStore.Operation;
import io.icepack.blob.store.ForwardingBlobStore;
import io.icepack.blob.store.MemoryBlobStore;
import io.icepack.blob.store.ObjectStatus;
import io.icepack.blob.store.RetryPolicy;
import io.icepack.blob.store.RetryingBlobStore;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PackWriterTest {
  private static final String TABLE = "mem://w/t";
  private static final String UUID_NAME =
      "_blobs/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.managed\\.blob";

  private final MemoryBlobStore memory = new MemoryBlobStore();
  private final CountingBlobStore store = new CountingBlobStore(memory);

  @Test
  void laysPayloadsBackToBack() throws IOException {
    PackWriter writer = new PackWriter(store, TABLE, 1_000);
    PackSlice first = writer.append(new byte[] {1, 2, 3});
    PackSlice second = writer.append(new byte[] {4, 5});
    writer.close();
    assertThat(first.path()).matches(UUID_NAME).isEqualTo(second.path());
    assertThat(CanonicalPath.check(first.path())).isEqualTo(first.path());
    assertThat(first).isEqualTo(new PackSlice(first.path(), 0, 3));
    assertThat(second).isEqualTo(new PackSlice(first.path(), 3, 2));
    assertThat(second.descriptor()).isEqualTo(BlobDescriptor.managed(first.path(), 3, 2));
    assertThat(writer.packs()).containsExactly(new PackFile(TABLE + "/" + first.path(), 5));
    assertThat(content(TABLE + "/" + first.path())).containsExactly(1, 2, 3, 4, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mem://w/t", "mem://w/t/"})
  void acceptsTableLocationsWithASlash(String table) throws IOException {
    PackWriter writer = new PackWriter(store, table, 1);
    PackSlice slice = writer.append(new byte[1]);
    writer.close();
    assertThat(slice.path()).matches(UUID_NAME);
    assertThat(writer.packs().get(0).location()).isEqualTo("mem://w/t/" + slice.path());
  }

  @Test
  void rollsAfterTheWriteThatReachesTheTarget() throws IOException {
    PackWriter writer = new PackWriter(store, TABLE, 10);
    List<Integer> sizes = List.of(4, 5, 1, 10, 25, 9, 2, 3);
    List<PackSlice> slices = new ArrayList<>();
    for (int size : sizes) {
      slices.add(writer.append(new byte[size]));
      assertThat(store.openOutputs()).isLessThanOrEqualTo(1);
    }
    writer.close();
    assertThat(writer.packs()).extracting(PackFile::length).containsExactly(10L, 10L, 25L, 11L, 3L);
    assertThat(slices)
        .extracting(PackSlice::position)
        .containsExactly(0L, 4L, 9L, 0L, 0L, 0L, 9L, 0L);
    assertThat(new HashSet<>(slices.stream().map(PackSlice::path).toList())).hasSize(5);
  }

  @Test
  void opensNoPackForNothing() throws IOException {
    PackWriter writer = new PackWriter(store, TABLE, 10);
    List<PackSlice> slices =
        List.of(
            writer.append(new byte[0]),
            writer.append(ByteBuffer.allocate(0)),
            writer.append(InputStream.nullInputStream(), 0),
            writer.append(InputStream.nullInputStream()));
    writer.close();
    assertThat(slices).allMatch(PackSlice::isEmpty);
    assertThat(slices)
        .extracting(PackSlice::descriptor)
        .containsOnly(BlobDescriptor.inline(new byte[0]));
    assertThat(writer.packs()).isEmpty();
    assertThat(store.creates()).isZero();
  }

  @Test
  void acceptsEverySortOfSource() throws IOException {
    byte[] payload = new byte[300_000];
    new Random(7).nextBytes(payload);
    ByteBuffer direct = ByteBuffer.allocateDirect(payload.length + 5).position(5);
    direct.duplicate().put(payload);
    ByteBuffer part = ByteBuffer.wrap(payload).position(10).limit(20).slice();
    PackWriter writer = new PackWriter(store, TABLE, Long.MAX_VALUE);
    List<PackSlice> slices =
        List.of(
            writer.append(payload),
            writer.append(direct),
            writer.append(new Trickle(payload), payload.length),
            writer.append(new Trickle(payload)),
            writer.append(part),
            writer.append(new Trickle(payload), 10),
            appendStored(writer, payload));
    writer.close();
    assertThat(direct.position()).isEqualTo(5);
    assertThat(part.remaining()).isEqualTo(10);
    for (PackSlice slice : slices.subList(0, 4)) {
      assertThat(read(slice)).isEqualTo(payload);
    }
    assertThat(read(slices.get(4))).isEqualTo(Arrays.copyOfRange(payload, 10, 20));
    assertThat(read(slices.get(5))).isEqualTo(Arrays.copyOf(payload, 10));
    assertThat(read(slices.get(6))).isEqualTo(Arrays.copyOfRange(payload, 2, payload.length));
  }

  private PackSlice appendStored(PackWriter writer, byte[] payload) throws IOException {
    try (BlobOutput output = memory.create("mem://stored")) {
      output.write(payload);
    }
    try (BlobInput input = memory.open("mem://stored")) {
      assertThat(writer.append(input, payload.length, 0).isEmpty()).isTrue();
      return writer.append(input, 2, payload.length - 2);
    }
  }

  @Test
  void refusesAnObjectThatEndsEarly() throws IOException {
    try (BlobOutput output = memory.create("mem://stored")) {
      output.write(new byte[3]);
    }
    PackWriter writer = new PackWriter(store, TABLE, 100);
    try (BlobInput input = memory.open("mem://stored")) {
      assertThatThrownBy(() -> writer.append(input, 1, 10))
          .isInstanceOf(EOFException.class)
          .hasMessage("Cannot read 10 bytes at 1 of mem://stored: the object has 3 bytes");
    }
    assertPoisoned(writer);
  }

  @Test
  void leavesTheRestOfASourceUnread() throws IOException {
    InputStream source = new ByteArrayInputStream(new byte[] {1, 2, 3, 4});
    PackWriter writer = new PackWriter(store, TABLE, 100);
    writer.append(source, 3);
    assertThat(source.read()).isEqualTo(4);
    writer.close();
  }

  @Test
  void writesMoreThanTwoGibibytesInConstantMemory() throws IOException {
    long length = (1L << 31) + 5;
    PackWriter writer = new PackWriter(new DiscardingBlobStore(), TABLE, 1L << 40);
    PackSlice large = writer.append(new Zeros(), length);
    PackSlice next = writer.append(new byte[] {1});
    writer.close();
    assertThat(large.size()).isEqualTo(length);
    assertThat(next.position()).isEqualTo(length);
    assertThat(writer.packs()).extracting(PackFile::length).containsExactly(length + 1);
  }

  @Test
  void refusesASourceThatEndsEarly() throws IOException {
    PackWriter writer = new PackWriter(store, TABLE, 100);
    writer.append(new byte[5]);
    assertThatThrownBy(() -> writer.append(new Trickle(new byte[3]), 10))
        .isInstanceOf(EOFException.class)
        .hasMessage("Cannot append payload of 10 bytes: its source ended after 3");
    assertPoisoned(writer);
  }

  @Test
  void refusesASourceThatFails() throws IOException {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() {
            throw new IllegalStateException("broken source");
          }
        };
    PackWriter writer = new PackWriter(store, TABLE, 100);
    assertThatIllegalStateException().isThrownBy(() -> writer.append(failing, 10));
    assertPoisoned(writer);
    PackWriter other = new PackWriter(store, TABLE, 100);
    assertThatIllegalStateException().isThrownBy(() -> other.append(failing));
    assertPoisoned(other);
  }

  @Test
  void refusesInvalidArgumentsWithoutHarm() throws IOException {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PackWriter(store, TABLE, 0))
        .withMessage("Cannot use object size 0: it is below 1 byte");
    PackWriter writer = new PackWriter(store, TABLE, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.append(InputStream.nullInputStream(), -1))
        .withMessage("Cannot append -1 bytes: the length is negative");
    writer.append(new byte[1]);
    writer.close();
    assertThat(writer.packs()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Operation.class,
      names = {"CREATE", "WRITE", "CLOSE_OUTPUT"})
  void isPoisonedByAnyFailureOfStorage(Operation operation) throws IOException {
    for (int n = 1; n <= 3; n++) {
      BlobStore failing = FailingBlobStore.onNth(store, operation, n);
      PackWriter writer = new PackWriter(failing, TABLE, 10);
      assertThatThrownBy(() -> fill(writer)).hasMessageStartingWith("503 Slow Down: " + operation);
      assertPoisoned(writer);
    }
  }

  @Test
  void isPoisonedByAFailureOfTheLastClose() throws IOException {
    PackWriter writer =
        new PackWriter(FailingBlobStore.onNth(store, Operation.CLOSE_OUTPUT, 1), TABLE, 10);
    writer.append(new byte[1]);
    assertThatThrownBy(writer::close).hasMessageStartingWith("503 Slow Down: CLOSE_OUTPUT");
    assertPoisoned(writer);
  }

  @Test
  void abortsWhatItCreatedAndNothingElse() throws IOException {
    PackWriter winner = new PackWriter(store, TABLE, 10);
    winner.append(new byte[25]);
    winner.close();
    PackWriter loser = new PackWriter(store, TABLE, 10);
    for (int i = 0; i < 3; i++) {
      loser.append(new byte[7]);
    }
    loser.abort();
    assertThat(memory.list(TABLE))
        .extracting(ObjectStatus::location)
        .containsExactly(winner.packs().get(0).location());
    assertThat(store.openOutputs()).isZero();
    loser.abort();
    loser.close();
    assertThatIllegalStateException()
        .isThrownBy(loser::packs)
        .withMessage("Cannot list written blobs: the writer is ABORTED");
    assertThatThrownBy(() -> loser.append(new byte[1]))
        .hasMessage("Cannot append blob: the writer is ABORTED");
  }

  @Test
  void abortsAlsoAfterClosing() throws IOException {
    PackWriter writer = new PackWriter(store, TABLE, 10);
    writer.append(new byte[25]);
    writer.close();
    writer.close();
    writer.abort();
    assertThat(memory.list(TABLE)).isEmpty();
  }

  @Test
  void triesEveryDeletionAndAgain() throws IOException {
    FailingBlobStore failing =
        new FailingBlobStore(
            store,
            call ->
                call.operation() == Operation.DELETE
                    && (call.numberOfOperation() == 1 || call.numberOfOperation() == 3));
    PackWriter writer = new PackWriter(failing, TABLE, 1);
    List<PackSlice> slices = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      slices.add(writer.append(new byte[1]));
    }
    writer.close();
    assertThatThrownBy(writer::abort)
        .hasMessage(
            "Cannot delete %s/%s of an aborted writer".formatted(TABLE, slices.get(0).path()))
        .hasRootCauseMessage("503 Slow Down: DELETE " + TABLE + "/" + slices.get(0).path())
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    assertThat(memory.list(TABLE)).hasSize(2);
    writer.abort();
    assertThat(memory.list(TABLE)).isEmpty();
  }

  @Test
  void succeedsUnderThrottlingWithoutDuplicates() throws IOException {
    BlobStore throttled =
        new RetryingBlobStore(FailingBlobStore.throttling(memory), new RetryPolicy(8, 0, 0));
    PackWriter writer = new PackWriter(throttled, TABLE, 10);
    fill(writer);
    assertThat(memory.list(TABLE))
        .extracting(ObjectStatus::location)
        .containsExactlyInAnyOrderElementsOf(
            writer.packs().stream().map(PackFile::location).toList());
  }

  private static void fill(PackWriter writer) throws IOException {
    for (int i = 0; i < 10; i++) {
      writer.append(new byte[7]);
    }
    writer.close();
  }

  private void assertPoisoned(PackWriter writer) throws IOException {
    assertThatThrownBy(() -> writer.append(new byte[1]))
        .isInstanceOf(IOException.class)
        .hasMessage("Cannot append blob: the writer is FAILED");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(writer::close)
          .isInstanceOf(IOException.class)
          .hasMessage("Cannot close blob writer: an earlier append or close failed");
    }
    assertThatIllegalStateException().isThrownBy(writer::packs);
    writer.abort();
    assertThat(memory.list(TABLE)).isEmpty();
    assertThat(store.openOutputs()).isZero();
  }

  private byte[] read(PackSlice slice) throws IOException {
    byte[] bytes = new byte[(int) slice.size()];
    try (BlobInput input = memory.open(TABLE + "/" + slice.path())) {
      input.readFully(slice.position(), bytes, 0, bytes.length);
    }
    return bytes;
  }

  private byte[] content(String location) throws IOException {
    try (BlobInput input = memory.open(location)) {
      return input.stream(0, memory.length(location)).readAllBytes();
    }
  }

  /** A source that returns seven bytes at a time. */
  private static final class Trickle extends ByteArrayInputStream {
    Trickle(byte[] bytes) {
      super(bytes);
    }

    @Override
    public synchronized int read(byte[] buffer, int offset, int length) {
      return super.read(buffer, offset, Math.min(7, length));
    }
  }

  /** A source without an end. */
  private static final class Zeros extends InputStream {
    @Override
    public int read() {
      return 0;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      return length;
    }
  }

  /** A store that counts what is written and forgets it. */
  private static final class DiscardingBlobStore extends ForwardingBlobStore {
    DiscardingBlobStore() {
      super(new MemoryBlobStore());
    }

    @Override
    public BlobOutput create(String location) {
      return new BlobOutput() {
        private long position;

        @Override
        public void write(int value) {
          position++;
        }

        @Override
        public void write(byte[] buffer, int offset, int length) {
          position += length;
        }

        @Override
        public long position() {
          return position;
        }

        @Override
        public String location() {
          return location;
        }
      };
    }
  }
}
