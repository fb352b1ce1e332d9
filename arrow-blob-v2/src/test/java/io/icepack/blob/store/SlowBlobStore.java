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

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Holds up reads, without sleeping: at a gate that each read passes, or by few bytes at a time. */
public final class SlowBlobStore extends ForwardingBlobStore {
  private static final long PATIENCE_SECONDS = 20;

  private final Gate gate;
  private final int chunkBytes;

  private SlowBlobStore(BlobStore delegate, Gate gate, int chunkBytes) {
    super(delegate);
    this.gate = gate;
    this.chunkBytes = chunkBytes;
  }

  /** What a read waits for before it begins. */
  public interface Gate {
    void pass(String location) throws IOException, InterruptedException;
  }

  /** Every read passes a gate. */
  public static SlowBlobStore gated(BlobStore delegate, Gate gate) {
    return new SlowBlobStore(delegate, gate, Integer.MAX_VALUE);
  }

  /**
   * Reads are served in groups: each waits until as many are in flight, and fails if they do not
   * come.
   */
  public static SlowBlobStore gathering(BlobStore delegate, int reads) {
    CyclicBarrier barrier = new CyclicBarrier(reads);
    return gated(delegate, location -> gather(barrier));
  }

  /** Every read counts a latch down, and waits for another one. */
  public static SlowBlobStore held(BlobStore delegate, CountDownLatch arrived, CountDownLatch go) {
    return gated(
        delegate,
        location -> {
          arrived.countDown();
          if (!go.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("Cannot read " + location + ": it was never let go");
          }
        });
  }

  /** A read asks the other store for a few bytes at a time. */
  public static SlowBlobStore chunked(BlobStore delegate, int chunkBytes) {
    return new SlowBlobStore(delegate, location -> {}, chunkBytes);
  }

  @Override
  public BlobInput open(String location) throws IOException {
    return new SlowInput(location, super.open(location));
  }

  @Override
  public BlobInput open(String location, long knownLength) throws IOException {
    return new SlowInput(location, super.open(location, knownLength));
  }

  private static void gather(CyclicBarrier barrier) throws IOException, InterruptedException {
    try {
      barrier.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new IOException("Only some of " + barrier.getParties() + " reads came together", e);
    }
  }

  private void pass(String location) throws IOException {
    try {
      gate.pass(location);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Cannot read " + location + ": interrupted");
    }
  }

  private final class SlowInput extends Input {
    private final String location;

    SlowInput(String location, BlobInput delegate) {
      super(delegate);
      this.location = location;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      pass(location);
      for (int done = 0; done < length; done += Math.min(chunkBytes, length - done)) {
        int count = Math.min(chunkBytes, length - done);
        super.readFully(position + done, buffer, offset + done, count);
      }
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readVectored(List<ByteRange> ranges)
        throws IOException {
      if (isVectored()) {
        pass(location);
      }
      return super.readVectored(ranges);
    }
  }
}
