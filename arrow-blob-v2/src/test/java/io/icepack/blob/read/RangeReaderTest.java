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
package io.icepack.blob.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.store.BlobOutput;
import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.CountingBlobStore;
import io.icepack.blob.store.FailingBlobStore;
import io.icepack.blob.store.MemoryBlobStore;
import io.icepack.blob.store.PayloadRange;
import io.icepack.blob.store.RetryPolicy;
import io.icepack.blob.store.RetryingBlobStore;
import io.icepack.blob.store.SlowBlobStore;
import io.icepack.blob.store.TruncatingBlobStore;
import io.icepack.blob.store.VectoredBlobStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RangeReaderTest {
  private static final ReadOptions OPTIONS = new ReadOptions(100, 2_000, 4, 5_000, 0);

  private final MemoryBlobStore memory = new MemoryBlobStore();
  private final CountingBlobStore store = new CountingBlobStore(memory);
  private final Map<String, byte[]> objects = new HashMap<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void readsWhatANaiveReaderReads(long seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < 5; i++) {
      object("mem://o/" + i, 1 + random.nextInt(20_000));
    }
    BlobStore source = seed % 2 == 0 ? store : new VectoredBlobStore(store);
    for (int round = 0; round < 30; round++) {
      ReadOptions options =
          new ReadOptions(
              random.nextInt(300),
              1 + random.nextInt(3_000),
              1 + random.nextInt(6),
              1 + random.nextInt(9_000),
              random.nextInt(2) * 4_000L);
      List<PayloadRange> ranges = randomRanges(random);
      try (RangeReader reader = new RangeReader(source, options)) {
        assertAnswers(reader, ranges);
        Collections.shuffle(ranges, random);
        assertAnswers(reader, ranges);
        assertThat(store.maxOpenStreams()).isLessThanOrEqualTo(options.parallelism());
      }
      assertThat(store.openStreams()).isZero();
      store.reset();
    }
  }

  @Test
  void handsOutExactArrays() throws IOException {
    object("mem://o/a", 5_000);
    List<PayloadRange> ranges =
        List.of(
            new PayloadRange("mem://o/a", 0, 700),
            new PayloadRange("mem://o/a", 720, 80),
            new PayloadRange("mem://o/a", 4_000, 1_000),
            new PayloadRange("mem://o/a", 4_010, 10),
            new PayloadRange("mem://o/a", 9, 0));
    for (BlobStore source : List.of(store, new VectoredBlobStore(store))) {
      try (RangeReader reader = new RangeReader(source, OPTIONS)) {
        for (ByteBuffer buffer : reader.read(ranges)) {
          assertThat(buffer.arrayOffset()).isZero();
          assertThat(buffer.position()).isZero();
          assertThat(buffer.array()).hasSize(buffer.remaining());
        }
      }
    }
  }

  @Test
  void fetchesDuplicatesAndOverlapsOnce() throws IOException {
    object("mem://o/a", 10_000);
    PayloadRange whole = new PayloadRange("mem://o/a", 1_000, 900);
    List<PayloadRange> ranges =
        List.of(
            whole,
            new PayloadRange("mem://o/a", 1_100, 100),
            whole,
            new PayloadRange("mem://o/a", 1_850, 100),
            whole);
    try (RangeReader reader = new RangeReader(store, OPTIONS)) {
      List<ByteBuffer> results = assertAnswers(reader, ranges);
      assertThat(results.get(0).array()).isSameAs(results.get(2).array());
      results.get(0).get();
      assertThat(results.get(2).position()).isZero();
      assertThat(reader.stats()).isEqualTo(new ReadStats(1, 950, 2_900));
    }
    assertThat(store.opens()).isEqualTo(1);
    assertThat(store.readRequests()).isEqualTo(1);
    assertThat(store.bytesRead()).isEqualTo(950);
  }

  @Test
  void readsNothingForEmptyRanges() throws IOException {
    try (RangeReader reader = new RangeReader(store, OPTIONS)) {
      assertThat(reader.read(List.of())).isEmpty();
      assertThat(reader.read(List.of(new PayloadRange("mem://o/missing", 7, 0))))
          .containsExactly(ByteBuffer.allocate(0));
    }
    assertThat(store.opens() + store.lengths() + store.readRequests()).isZero();
  }

  @Test
  void keepsStreamsOpenBetweenBatches() throws IOException {
    object("mem://o/a", 10_000);
    try (RangeReader reader = new RangeReader(store, OPTIONS)) {
      for (int i = 0; i < 10; i++) {
        assertAnswers(reader, List.of(new PayloadRange("mem://o/a", i * 1_000L, 10)));
      }
      assertThat(store.opens()).isEqualTo(1);
      assertThat(store.openStreams()).isEqualTo(1);
    }
    assertThat(store.openStreams()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void boundsOpenStreamsOverManyObjects(int parallelism) throws IOException {
    List<PayloadRange> ranges = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      ranges.add(new PayloadRange(object("mem://o/" + i, 50), 10, 20));
    }
    try (RangeReader reader = new RangeReader(store, OPTIONS.withParallelism(parallelism))) {
      assertAnswers(reader, ranges);
      assertAnswers(reader, ranges);
      assertThat(store.maxOpenStreams()).isLessThanOrEqualTo(parallelism);
    }
    assertThat(store.openStreams()).isZero();
  }

  @Test
  void discoversLengths() throws IOException {
    object("mem://o/a", 300);
    object("mem://o/empty", 0);
    List<PayloadRange> ranges =
        List.of(
            new PayloadRange("mem://o/a", 0, PayloadRange.WHOLE),
            new PayloadRange("mem://o/a", 100, PayloadRange.REST),
            new PayloadRange("mem://o/a", 5, 6),
            new PayloadRange("mem://o/empty", 0, PayloadRange.WHOLE),
            new PayloadRange("mem://o/a", 300, PayloadRange.REST));
    try (RangeReader reader = new RangeReader(store, OPTIONS)) {
      List<ByteBuffer> results = reader.read(ranges);
      byte[] object = objects.get("mem://o/a");
      assertThat(results.get(0).array()).isEqualTo(object);
      assertThat(results.get(1).array()).isEqualTo(Arrays.copyOfRange(object, 100, 300));
      assertThat(results.get(2).array()).isEqualTo(Arrays.copyOfRange(object, 5, 11));
      assertThat(results.get(3).array()).isEmpty();
      assertThat(results.get(4).array()).isEmpty();
    }
    assertThat(store.lengths()).isEqualTo(2);
    assertThat(store.opens()).isEqualTo(1);
  }

  @Test
  void readsTheWholeLengthFromTheRecordedPosition() throws IOException {
    object("mem://o/a", 300);
    refuses(
        store,
        new PayloadRange("mem://o/a", 1, PayloadRange.WHOLE),
        "Cannot read 300 bytes at 1 of mem://o/a: the object has 300 bytes");
    refuses(
        store,
        new PayloadRange("mem://o/a", 301, PayloadRange.REST),
        "Cannot read all bytes at 301 of mem://o/a: the object has 300 bytes");
  }

  @Test
  void namesWhatIsMissing() throws IOException {
    refuses(
            store,
            new PayloadRange("mem://o/gone", 3, 4),
            "Cannot read 4 bytes at 3 of mem://o/gone: there is no such object")
        .hasCauseInstanceOf(FileNotFoundException.class);
    refuses(
        store,
        new PayloadRange("mem://o/gone", 3, PayloadRange.WHOLE),
        "Cannot read all bytes at 3 of mem://o/gone: there is no such object");
  }

  @Test
  void namesTheRangeThatIsTruncated() throws IOException {
    object("mem://o/a", 100);
    BlobStore truncated = new TruncatingBlobStore(store, 99);
    List<PayloadRange> ranges =
        List.of(
            new PayloadRange("mem://o/a", 0, 40),
            new PayloadRange("mem://o/a", 90, 10),
            new PayloadRange("mem://o/a", 50, 49));
    for (BlobStore source : List.of(truncated, new VectoredBlobStore(truncated))) {
      try (RangeReader reader = new RangeReader(source, OPTIONS)) {
        assertThatThrownBy(() -> reader.read(ranges))
            .isInstanceOfSatisfying(
                PayloadReadException.class,
                e -> {
                  assertThat(e.location()).isEqualTo("mem://o/a");
                  assertThat(e.position()).isEqualTo(90);
                  assertThat(e.length()).isEqualTo(10);
                })
            .hasMessage("Cannot read 10 bytes at 90 of mem://o/a: the object has 99 bytes");
        assertThat(store.openStreams()).isZero();
      }
    }
  }

  @Test
  void refusesWhatFitsNoArray() throws IOException {
    PayloadRange large = new PayloadRange("mem://o/a", 5, 3L << 30);
    try (RangeReader reader = new RangeReader(store, OPTIONS)) {
      assertThatThrownBy(() -> reader.read(List.of(large)))
          .isInstanceOf(PayloadTooLargeException.class)
          .hasMessage(
              "Cannot read 3221225472 bytes at 5 of mem://o/a: at most 2147483639 bytes fit in one"
                  + " value");
    }
    assertThat(store.opens()).isZero();
  }

  @Test
  void assemblesValuesFromFewBytesAtATime() throws IOException {
    object("mem://o/a", 1 << 20);
    try (RangeReader reader = new RangeReader(SlowBlobStore.chunked(store, 7), OPTIONS)) {
      assertAnswers(reader, List.of(new PayloadRange("mem://o/a", 0, 1 << 20)));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void leavesNoStreamOpenWhicheverCallFails(boolean vectored) throws IOException {
    List<PayloadRange> ranges = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      object("mem://o/" + i, 1_000);
      ranges.add(new PayloadRange("mem://o/" + i, 0, 100));
      ranges.add(new PayloadRange("mem://o/" + i, 500, 100));
      ranges.add(new PayloadRange("mem://o/" + i, 0, PayloadRange.WHOLE));
    }
    boolean failed = true;
    for (int n = 1; failed; n++) {
      FailingBlobStore failing = FailingBlobStore.onNth(store, n);
      BlobStore source = vectored ? new VectoredBlobStore(failing) : failing;
      try (RangeReader reader = new RangeReader(source, new ReadOptions(10, 100, 3, 300, 0))) {
        failed = fails(reader, ranges);
        if (failed) {
          assertThat(store.openStreams()).isZero();
          assertAnswers(reader, ranges.subList(0, 2));
        }
      }
      assertThat(store.openStreams()).isZero();
    }
  }

  @Test
  void succeedsUnderThrottling() throws IOException {
    List<PayloadRange> ranges = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      ranges.add(new PayloadRange(object("mem://o/" + i, 100), 10, 20));
    }
    for (BlobStore source : List.of(store, new VectoredBlobStore(store))) {
      FailingBlobStore failing = FailingBlobStore.throttling(source);
      BlobStore retrying = new RetryingBlobStore(failing, new RetryPolicy(20, 0, 0));
      try (RangeReader reader = new RangeReader(retrying, OPTIONS)) {
        assertAnswers(reader, ranges);
      }
      assertThat(failing.failures()).isGreaterThan(20);
      assertThat(store.openStreams()).isZero();
    }
  }

  private List<PayloadRange> randomRanges(Random random) {
    List<PayloadRange> ranges = new ArrayList<>();
    List<String> locations = new ArrayList<>(objects.keySet());
    for (int i = random.nextInt(60); i > 0; i--) {
      String location = locations.get(random.nextInt(locations.size()));
      int length = objects.get(location).length;
      int position = random.nextInt(length + 1);
      int most = random.nextInt(4) == 0 ? length : Math.min(length, 500);
      ranges.add(
          new PayloadRange(
              location, position, random.nextInt(Math.min(most, length - position) + 1)));
      if (random.nextInt(5) == 0) {
        ranges.add(ranges.get(random.nextInt(ranges.size())));
      }
    }
    return ranges;
  }

  private List<ByteBuffer> assertAnswers(RangeReader reader, List<PayloadRange> ranges)
      throws IOException {
    List<ByteBuffer> results = reader.read(ranges);
    assertThat(results).hasSameSizeAs(ranges);
    for (int i = 0; i < results.size(); i++) {
      PayloadRange range = ranges.get(i);
      if (!range.isOpen()) {
        byte[] object = objects.getOrDefault(range.location(), new byte[0]);
        assertThat(results.get(i).array())
            .isEqualTo(Arrays.copyOfRange(object, (int) range.position(), (int) range.end()));
      }
    }
    return results;
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refuses(
      BlobStore store, PayloadRange range, String message) {
    try (RangeReader reader = new RangeReader(store, OPTIONS)) {
      return assertThatThrownBy(() -> reader.read(List.of(range)))
          .isInstanceOf(PayloadReadException.class)
          .hasMessage(message);
    }
  }

  private static boolean fails(RangeReader reader, List<PayloadRange> ranges) {
    try {
      reader.read(ranges);
      return false;
    } catch (IOException e) {
      assertThat(e)
          .isInstanceOf(PayloadReadException.class)
          .hasMessageMatching(
              "Cannot read .* of mem://o/\\d: java.io.IOException: 503 Slow Down.*");
      return true;
    }
  }

  private String object(String location, int length) throws IOException {
    byte[] bytes = new byte[length];
    new Random(location.hashCode()).nextBytes(bytes);
    objects.put(location, bytes);
    try (BlobOutput output = memory.create(location)) {
      output.write(bytes);
    }
    return location;
  }

  @Test
  void measuresBeforeItReads() throws IOException {
    object("mem://o/a", 300);
    object("mem://o/b", 20);
    PayloadRange whole = new PayloadRange("mem://o/a", 0, PayloadRange.WHOLE);
    PayloadRange rest = new PayloadRange("mem://o/a", 100, PayloadRange.REST);
    PayloadRange beyond = new PayloadRange("mem://o/b", 30, PayloadRange.REST);
    PayloadRange known = new PayloadRange("mem://o/gone", 1, 2);
    List<PayloadRange> ranges = List.of(whole, rest, beyond, known);
    try (RangeReader reader = new RangeReader(store, OPTIONS)) {
      assertThat(ranges).extracting(reader::bytes).containsExactly(0L, 0L, 0L, 2L);
      reader.measure(ranges);
      reader.measure(ranges);
      assertThat(ranges).extracting(reader::bytes).containsExactly(300L, 200L, 0L, 2L);
      byte[] object = objects.get("mem://o/a");
      List<ByteBuffer> results = reader.read(List.of(rest, whole));
      assertThat(results.get(0).array()).isEqualTo(Arrays.copyOfRange(object, 100, 300));
      assertThat(results.get(1).array()).isEqualTo(object);
      assertThat(store.lengths()).isEqualTo(2);
      assertThatThrownBy(() -> reader.read(List.of(beyond)))
          .hasMessage("Cannot read all bytes at 30 of mem://o/b: the object has 20 bytes");
      assertThatThrownBy(
              () -> reader.measure(List.of(new PayloadRange("mem://o/gone", 0, PayloadRange.REST))))
          .hasMessage("Cannot read all bytes at 0 of mem://o/gone: there is no such object");
    }
  }
}
