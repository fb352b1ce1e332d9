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
import io.icepack.blob.store.PayloadRange;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Fetches batches of payload ranges. Streams stay open between batches, as many as the parallelism
 * allows; they are all closed by {@link #close()}, and also when a batch fails or its thread is
 * interrupted.
 *
 * <p>One batch is read at a time; further callers wait. {@link #close()} may be called from another
 * thread and stops a batch.
 */
public final class RangeReader implements Closeable {
  private static final byte[] NO_BYTES = {};

  private final BlobStore store;
  private final ReadOptions options;
  private final StreamPool streams;
  private final ByteBudget budget;
  private final Workers workers;
  private final Object batchLock = new Object();
  private final LongAdder requestCount = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesAsked = new LongAdder();

  public RangeReader(BlobStore store, ReadOptions options) {
    this.store = store;
    this.options = options;
    this.streams = new StreamPool(store, options.parallelism());
    this.budget = new ByteBudget(options.maxInFlightBytes());
    this.workers = new Workers(options.parallelism());
  }

  /**
   * Fetches ranges. Result i answers range i: a heap buffer at offset 0 of an array of exactly its
   * length. Requests for the same range share an array, so arrays must not be written to. A range
   * of length 0 reads nothing, not even whether its object exists.
   *
   * @throws PayloadTooLargeException if a range does not fit in an array
   * @throws PayloadReadException naming object and range, if an object is missing or ends early, or
   *     storage fails
   * @throws InterruptedIOException if the thread is interrupted; its interrupt status is set
   */
  public List<ByteBuffer> read(List<PayloadRange> ranges) throws IOException {
    synchronized (batchLock) {
      boolean complete = false;
      try {
        List<ByteBuffer> results = readBatch(ranges);
        complete = true;
        return results;
      } finally {
        if (!complete) {
          streams.closeIdle();
        }
      }
    }
  }

  /** Returns what was read so far, in all batches. */
  public ReadStats stats() {
    return new ReadStats(requestCount.sum(), bytesRead.sum(), bytesAsked.sum());
  }

  @Override
  public void close() {
    workers.close();
    streams.close();
  }

  private List<ByteBuffer> readBatch(List<PayloadRange> ranges) throws IOException {
    checkSizes(ranges);
    Map<String, Long> lengths = discoverLengths(ranges);
    List<PayloadRange> settled = settle(ranges, lengths);
    checkSizes(settled);
    ByteBuffer[] results = new ByteBuffer[settled.size()];
    List<Workers.Job> jobs = new ArrayList<>();
    for (ReadPlan.Task task : ReadPlan.of(settled, options)) {
      jobs.add(() -> fetch(task, lengths.getOrDefault(task.location(), -1L), results));
    }
    long total = ReadPlan.totalBytes(settled);
    if (total <= options.callerBytes()) {
      workers.runHere(jobs);
    } else {
      workers.run(jobs);
    }
    bytesAsked.add(total);
    Arrays.setAll(results, i -> results[i] == null ? ByteBuffer.wrap(NO_BYTES) : results[i]);
    return Arrays.asList(results);
  }

  private static void checkSizes(List<PayloadRange> ranges) throws PayloadTooLargeException {
    for (PayloadRange range : ranges) {
      if (range.length() > PayloadTooLargeException.MAX_BYTES) {
        throw new PayloadTooLargeException(range);
      }
    }
  }

  private Map<String, Long> discoverLengths(List<PayloadRange> ranges) throws IOException {
    Map<String, PayloadRange> open =
        ranges.stream()
            .filter(PayloadRange::isOpen)
            .collect(
                Collectors.toMap(PayloadRange::location, range -> range, (first, second) -> first));
    Map<String, Long> lengths = new ConcurrentHashMap<>();
    List<Workers.Job> jobs = new ArrayList<>();
    open.forEach((location, range) -> jobs.add(() -> lengths.put(location, length(range))));
    workers.run(jobs);
    return lengths;
  }

  private long length(PayloadRange range) throws IOException {
    try {
      return store.length(range.location());
    } catch (IOException e) {
      throw explain(range, -1, e);
    }
  }

  private static List<PayloadRange> settle(List<PayloadRange> ranges, Map<String, Long> lengths)
      throws PayloadReadException {
    if (lengths.isEmpty()) {
      return ranges;
    }
    List<PayloadRange> settled = new ArrayList<>(ranges.size());
    for (PayloadRange range : ranges) {
      settled.add(range.isOpen() ? settle(range, lengths.get(range.location())) : range);
    }
    return settled;
  }

  private static PayloadRange settle(PayloadRange range, long objectLength)
      throws PayloadReadException {
    if (range.length() == PayloadRange.REST && range.position() > objectLength) {
      throw new PayloadReadException(range, truncated(objectLength), null);
    }
    return range.settle(objectLength);
  }

  private void fetch(ReadPlan.Task task, long knownLength, ByteBuffer[] results)
      throws IOException {
    BlobInput input = open(task, knownLength);
    boolean complete = false;
    try {
      int from = 0;
      while (from < task.reads().size()) {
        int to = input.isVectored() ? endOfShare(task.reads(), from) : from + 1;
        fetch(input, task.reads().subList(from, to), results);
        from = to;
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

  private BlobInput open(ReadPlan.Task task, long knownLength) throws IOException {
    try {
      return streams.borrow(task.location(), knownLength);
    } catch (IOException e) {
      throw explain(task.reads().get(0), e);
    }
  }

  private int endOfShare(List<MergedRead> reads, int from) {
    long share = Math.max(1, options.maxInFlightBytes() / options.parallelism());
    long bytes = reads.get(from).range().length();
    int to = from + 1;
    while (to < reads.size() && bytes + reads.get(to).range().length() <= share) {
      bytes += reads.get(to).range().length();
      to++;
    }
    return to;
  }

  private void fetch(BlobInput input, List<MergedRead> reads, ByteBuffer[] results)
      throws IOException {
    List<ByteRange> ranges = reads.stream().map(MergedRead::range).toList();
    long bytes = ranges.stream().mapToLong(ByteRange::length).sum();
    budget.acquire(bytes);
    MergedRead current = reads.get(0);
    try {
      List<CompletableFuture<ByteBuffer>> pending = input.readVectored(ranges);
      for (int i = 0; i < pending.size(); i++) {
        current = reads.get(i);
        current.deliver(await(pending.get(i)), results);
      }
    } catch (IOException e) {
      throw explain(current, e);
    } finally {
      budget.release(bytes);
    }
    requestCount.add(ranges.size());
    bytesRead.add(bytes);
  }

  private static ByteBuffer await(CompletableFuture<ByteBuffer> pending) throws IOException {
    try {
      return pending.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Cannot read payloads: the thread was interrupted");
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

  private IOException explain(MergedRead read, IOException cause) {
    long length = cause instanceof EOFException ? lengthOrUnknown(read.culprit(0).location()) : -1;
    return explain(read.culprit(Math.max(0, length)), length, cause);
  }

  private static IOException explain(PayloadRange range, long objectLength, IOException cause) {
    if (cause instanceof PayloadReadException || isInterrupt(cause)) {
      return cause;
    }
    if (cause instanceof FileNotFoundException) {
      return new PayloadReadException(range, "there is no such object", cause);
    }
    boolean truncated = cause instanceof EOFException && objectLength >= 0;
    return new PayloadReadException(
        range, truncated ? truncated(objectLength) : cause.toString(), cause);
  }

  private long lengthOrUnknown(String location) {
    try {
      return store.length(location);
    } catch (IOException e) {
      return -1;
    }
  }

  private static boolean isInterrupt(IOException cause) {
    return cause instanceof InterruptedIOException || cause instanceof ClosedByInterruptException;
  }

  private static String truncated(long objectLength) {
    return "the object has " + objectLength + " bytes";
  }
}
