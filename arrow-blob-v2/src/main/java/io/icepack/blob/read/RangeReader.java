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

import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.PayloadRange;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Fetches batches of payload ranges. Streams stay open between batches, as many as the parallelism
 * allows; they are all closed by {@link #close()}, and also when a batch fails or its thread is
 * interrupted.
 *
 * <p>One batch is read at a time; further callers wait. {@link #close()} may be called from another
 * thread and stops a batch. Requests are not repeated; see {@link
 * io.icepack.blob.store.RetryingBlobStore}.
 */
public final class RangeReader implements Closeable {
  private static final byte[] NO_BYTES = {};
  private static final int MAX_KNOWN_LENGTHS = 16_384;

  private final BlobStore store;
  private final ReadOptions options;
  private final Fetcher fetcher;
  private final Workers workers;
  private final KnownLengths known = new KnownLengths(MAX_KNOWN_LENGTHS);
  private final Object batchLock = new Object();
  private final LongAdder bytesAsked = new LongAdder();

  public RangeReader(BlobStore store, ReadOptions options) {
    this.store = store;
    this.options = options;
    this.fetcher = new Fetcher(store, options);
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
   * @throws java.io.InterruptedIOException if the thread is interrupted; its interrupt status is
   *     set
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
          fetcher.closeIdle();
        }
      }
    }
  }

  /**
   * Finds the lengths of the objects that decide the lengths of some of the ranges, several at a
   * time, so that {@link #bytes} tells how large these are before they are read. Lengths are kept
   * for a while: objects do not change.
   */
  public void measure(Collection<PayloadRange> ranges) throws IOException {
    synchronized (batchLock) {
      known.putAll(discoverLengths(ranges));
    }
  }

  /** Returns how many bytes a range has, 0 if its length must be discovered and was not yet. */
  public long bytes(PayloadRange range) {
    if (!range.isOpen()) {
      return range.length();
    }
    Long length = known.get(range.location());
    if (length == null || range.length() == PayloadRange.WHOLE) {
      return length == null ? 0 : length;
    }
    return Math.max(0, length - range.position());
  }

  /** Returns what was read so far, in all batches. */
  public ReadStats stats() {
    return new ReadStats(fetcher.requests(), fetcher.bytesRead(), bytesAsked.sum());
  }

  @Override
  public void close() {
    workers.close();
    fetcher.close();
  }

  private List<ByteBuffer> readBatch(List<PayloadRange> ranges) throws IOException {
    checkSizes(ranges);
    Map<String, Long> lengths = discoverLengths(ranges);
    List<PayloadRange> settled = settle(ranges, lengths);
    checkSizes(settled);
    ByteBuffer[] results = new ByteBuffer[settled.size()];
    List<Workers.Job> jobs = new ArrayList<>();
    for (ReadPlan.Task task : ReadPlan.of(settled, options)) {
      long knownLength = lengths.getOrDefault(task.location(), -1L);
      jobs.add(() -> fetcher.fetch(task, knownLength, results));
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

  private Map<String, Long> discoverLengths(Collection<PayloadRange> ranges) throws IOException {
    Map<String, PayloadRange> open =
        ranges.stream()
            .filter(PayloadRange::isOpen)
            .collect(Collectors.toMap(PayloadRange::location, range -> range, (one, other) -> one));
    Map<String, Long> lengths = new ConcurrentHashMap<>();
    List<Workers.Job> jobs = new ArrayList<>();
    open.forEach(
        (location, range) -> {
          Long length = known.get(location);
          if (length == null) {
            jobs.add(() -> lengths.put(location, length(range)));
          } else {
            lengths.put(location, length);
          }
        });
    workers.run(jobs);
    return lengths;
  }

  private long length(PayloadRange range) throws IOException {
    try {
      return store.length(range.location());
    } catch (IOException e) {
      throw ReadFailures.explain(range, e);
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
    if (range.position() > objectLength) {
      throw ReadFailures.truncated(range, objectLength, null);
    }
    return range.settle(objectLength);
  }
}
