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

import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobOutput;
import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.CountingBlobStore;
import io.icepack.blob.store.ForwardingBlobStore;
import io.icepack.blob.store.MemoryBlobStore;
import io.icepack.blob.store.PayloadRange;
import io.icepack.blob.store.SlowBlobStore;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RangeReaderThreadsTest {
  private static final String PACK = "mem://t/pack";
  private static final ReadOptions EIGHT = new ReadOptions(10, 8_000, 8, 1_000_000, 0);

  private final MemoryBlobStore memory = new MemoryBlobStore();
  private final CountingBlobStore store = new CountingBlobStore(memory);

  @BeforeEach
  void writePack() throws IOException {
    try (BlobOutput output = memory.create(PACK)) {
      output.write(new byte[80_000]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 2_000})
  void hasEightRangesOfOnePackInFlightTogether(int stride) throws IOException {
    BlobStore gathering = SlowBlobStore.gathering(store, 8);
    try (RangeReader reader = new RangeReader(gathering, EIGHT)) {
      assertThat(reader.read(ranges(8, stride))).hasSize(8);
      assertThat(reader.read(ranges(16, stride))).hasSize(16);
    }
    assertThat(store.maxOpenStreams()).isEqualTo(8);
    assertThat(store.openStreams()).isZero();
  }

  @Test
  void boundsTheBytesInFlight() throws IOException {
    AtomicLong inFlight = new AtomicLong();
    AtomicLong most = new AtomicLong();
    ReadOptions options = new ReadOptions(0, 1, 8, 2_500, 0);
    try (RangeReader reader = new RangeReader(measuring(inFlight, most), options)) {
      reader.read(ranges(64, 1_200));
      assertThat(most.get()).isBetween(1_000L, 2_500L);
      most.set(0);
      reader.read(
          List.of(new PayloadRange(PACK, 0, 10_000), new PayloadRange(PACK, 20_000, 9_000)));
      assertThat(most.get()).isEqualTo(10_000);
    }
  }

  @Test
  void readsSmallBatchesOnTheThreadOfTheCaller() throws IOException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    BlobStore watched = SlowBlobStore.gated(store, location -> threads.add(Thread.currentThread()));
    ReadOptions options = new ReadOptions(10, 8_000, 8, 1_000_000, 4_000);
    try (RangeReader reader = new RangeReader(watched, options)) {
      reader.read(ranges(4, 2_000));
      assertThat(threads).containsExactly(Thread.currentThread());
      reader.read(List.of(new PayloadRange(PACK, 0, 50_000)));
      assertThat(threads).containsExactly(Thread.currentThread());
      reader.read(ranges(5, 2_000));
      assertThat(threads).hasSizeGreaterThan(1).allMatch(RangeReaderThreadsTest::isKnown);
    }
  }

  @Test
  void endsItsThreadsWhenItIsClosed() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    BlobStore watched = SlowBlobStore.gated(store, location -> threads.add(Thread.currentThread()));
    try (RangeReader reader = new RangeReader(watched, EIGHT)) {
      reader.read(ranges(16, 2_000));
    }
    for (Thread thread : threads) {
      assertThat(thread.isDaemon()).isTrue();
      thread.join(TimeUnit.SECONDS.toMillis(10));
      assertThat(thread.isAlive()).isFalse();
    }
  }

  @Test
  void stopsOtherReadsWhenOneFails() throws IOException {
    CountDownLatch waiting = new CountDownLatch(7);
    AtomicLong arrivals = new AtomicLong();
    BlobStore failing =
        SlowBlobStore.gated(
            store,
            location -> {
              if (arrivals.incrementAndGet() == 8) {
                waiting.await();
                throw new IOException("disk on fire");
              }
              waiting.countDown();
              new CountDownLatch(1).await();
            });
    try (RangeReader reader = new RangeReader(failing, EIGHT)) {
      assertThatThrownBy(() -> reader.read(ranges(30, 2_000)))
          .isInstanceOf(PayloadReadException.class)
          .hasMessageContaining("of mem://t/pack: java.io.IOException: disk on fire");
      assertThat(store.openStreams()).isZero();
      assertThat(arrivals.get()).isEqualTo(8);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void stopsWhenTheCallerIsInterrupted(int parallelism) throws Exception {
    CountDownLatch arrived = new CountDownLatch(parallelism);
    BlobStore held = SlowBlobStore.held(store, arrived, new CountDownLatch(1));
    try (RangeReader reader = new RangeReader(held, EIGHT.withParallelism(parallelism))) {
      FutureTask<Boolean> task =
          new FutureTask<>(
              () -> {
                assertThatThrownBy(() -> reader.read(ranges(30, 2_000)))
                    .isInstanceOf(InterruptedIOException.class);
                return Thread.currentThread().isInterrupted();
              });
      Thread caller = new Thread(task);
      caller.start();
      arrived.await();
      caller.interrupt();
      assertThat(task.get(30, TimeUnit.SECONDS)).isTrue();
      assertThat(store.openStreams()).isZero();
    }
  }

  @Test
  void stopsWhenItIsClosedMeanwhile() throws Exception {
    CountDownLatch arrived = new CountDownLatch(8);
    BlobStore held = SlowBlobStore.held(store, arrived, new CountDownLatch(1));
    RangeReader reader = new RangeReader(held, EIGHT);
    FutureTask<List<ByteBuffer>> task = new FutureTask<>(() -> reader.read(ranges(30, 2_000)));
    Thread caller = new Thread(task);
    caller.start();
    arrived.await();
    reader.close();
    assertThatThrownBy(() -> task.get(30, TimeUnit.SECONDS))
        .hasRootCauseMessage("Cannot read payloads: the reader is closed");
    assertThat(caller.isInterrupted()).isFalse();
    assertThat(store.openStreams()).isZero();
  }

  @Test
  void refusesToReadWhenItIsClosed() {
    RangeReader reader = new RangeReader(store, EIGHT);
    reader.close();
    reader.close();
    for (int count : new int[] {1, 16}) {
      assertThatThrownBy(() -> reader.read(ranges(count, 2_000)))
          .isInstanceOf(IOException.class)
          .hasMessage("Cannot read payloads: the reader is closed");
    }
    assertThat(store.opens()).isZero();
  }

  @Test
  void goesOnAfterAFailure() throws IOException {
    AtomicLong arrivals = new AtomicLong();
    BlobStore flaky =
        SlowBlobStore.gated(
            store,
            location -> {
              if (arrivals.incrementAndGet() == 3) {
                throw new IllegalStateException("bug");
              }
            });
    try (RangeReader reader = new RangeReader(flaky, EIGHT)) {
      assertThatThrownBy(() -> reader.read(ranges(8, 2_000)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("bug");
      assertThat(store.openStreams()).isZero();
      for (int i = 0; i < 20; i++) {
        assertThat(reader.read(ranges(8, 2_000))).hasSize(8);
      }
    }
  }

  private static boolean isKnown(Thread thread) {
    return thread == Thread.currentThread() || thread.getName().startsWith("icepack-range-reader-");
  }

  private BlobStore measuring(AtomicLong inFlight, AtomicLong most) {
    return new ForwardingBlobStore(store) {
      @Override
      public BlobInput open(String location) throws IOException {
        return new Input(super.open(location)) {
          @Override
          public void readFully(long position, byte[] buffer, int offset, int length)
              throws IOException {
            most.accumulateAndGet(inFlight.addAndGet(length), Math::max);
            Thread.yield();
            super.readFully(position, buffer, offset, length);
            inFlight.addAndGet(-length);
          }
        };
      }
    };
  }

  private static List<PayloadRange> ranges(int count, int stride) {
    List<PayloadRange> ranges = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ranges.add(new PayloadRange(PACK, (long) i * stride, 1_000));
    }
    return ranges;
  }
}
