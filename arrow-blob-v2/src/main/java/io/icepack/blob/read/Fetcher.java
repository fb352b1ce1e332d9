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

import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.ByteRange;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Performs the merged reads of tasks, for several threads at a time, within the bounds on streams
 * and bytes.
 */
final class Fetcher implements Closeable {
  private static final byte[] NO_BYTES = {};

  private final StreamPool streams;
  private final ByteBudget budget;
  private final ReadFailures failures;
  private final long shareBytes;
  private final LongAdder requests = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();

  Fetcher(BlobStore store, ReadOptions options) {
    this.streams = new StreamPool(store, options.parallelism());
    this.budget = new ByteBudget(options.maxInFlightBytes());
    this.failures = new ReadFailures(store);
    this.shareBytes = options.maxInFlightBytes() / options.parallelism();
  }

  /**
   * Reads from one object and delivers what was read.
   *
   * @param knownLength the length of the object in bytes, or a negative number
   */
  void fetch(ReadPlan.Task task, long knownLength, ByteBuffer[] results) throws IOException {
    BlobInput input = open(task, knownLength);
    boolean complete = false;
    try {
      if (input.isVectored()) {
        fetchVectored(input, task.reads(), results);
      } else {
        fetchSingly(input, task.reads(), results);
      }
      complete = true;
    } finally {
      if (complete) {
        streams.giveBack(task.location(), input);
      } else {
        streams.discard(input);
      }
    }
  }

  long requests() {
    return requests.sum();
  }

  long bytesRead() {
    return bytesRead.sum();
  }

  /** Closes the streams that no thread uses, and lets later fetches open new ones. */
  void closeIdle() {
    streams.closeIdle();
  }

  @Override
  public void close() {
    streams.close();
  }

  private BlobInput open(ReadPlan.Task task, long knownLength) throws IOException {
    try {
      return streams.borrow(task.location(), knownLength);
    } catch (IOException e) {
      throw failures.explain(task.reads().get(0), e);
    }
  }

  private void fetchSingly(BlobInput input, List<MergedRead> reads, ByteBuffer[] results)
      throws IOException {
    byte[] scratch = NO_BYTES;
    for (MergedRead read : reads) {
      int length = read.range().length();
      boolean wanted = read.isWanted();
      if (!wanted && scratch.length < length) {
        scratch = new byte[length];
      }
      byte[] bytes = wanted ? new byte[length] : scratch;
      budget.acquire(length);
      try {
        input.readFully(read.range().position(), bytes, 0, length);
        read.deliver(ByteBuffer.wrap(bytes, 0, length), results);
      } catch (IOException e) {
        throw failures.explain(read, e);
      } finally {
        budget.release(length);
      }
      count(1, length);
    }
  }

  private void fetchVectored(BlobInput input, List<MergedRead> reads, ByteBuffer[] results)
      throws IOException {
    for (int from = 0, to; from < reads.size(); from = to) {
      to = endOfShare(reads, from);
      fetchTogether(input, reads.subList(from, to), results);
    }
  }

  private int endOfShare(List<MergedRead> reads, int from) {
    long bytes = reads.get(from).range().length();
    int to = from + 1;
    while (to < reads.size() && bytes + reads.get(to).range().length() <= shareBytes) {
      bytes += reads.get(to).range().length();
      to++;
    }
    return to;
  }

  private void fetchTogether(BlobInput input, List<MergedRead> reads, ByteBuffer[] results)
      throws IOException {
    List<ByteRange> ranges = reads.stream().map(MergedRead::range).toList();
    long bytes = ranges.stream().mapToLong(ByteRange::length).sum();
    MergedRead current = reads.get(0);
    budget.acquire(bytes);
    try {
      List<CompletableFuture<ByteBuffer>> pending = input.readVectored(ranges);
      for (int i = 0; i < pending.size(); i++) {
        current = reads.get(i);
        current.deliver(await(pending.get(i)), results);
      }
    } catch (IOException e) {
      throw failures.explain(current, e);
    } finally {
      budget.release(bytes);
    }
    count(ranges.size(), bytes);
  }

  private static ByteBuffer await(CompletableFuture<ByteBuffer> pending) throws IOException {
    try {
      return pending.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ReadFailures.interrupted(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IOException(e.getCause());
    }
  }

  private void count(int newRequests, long newBytes) {
    requests.add(newRequests);
    bytesRead.add(newBytes);
  }
}
