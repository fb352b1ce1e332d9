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
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Counts what happens to the objects whose location a filter accepts. A refused request counts too.
 */
public final class CountingBlobStore extends ForwardingBlobStore {
  private final Predicate<String> filter;
  private final AtomicLong opens = new AtomicLong();
  private final AtomicLong openStreams = new AtomicLong();
  private final AtomicLong maxOpenStreams = new AtomicLong();
  private final AtomicLong readRequests = new AtomicLong();
  private final AtomicLong bytesRead = new AtomicLong();
  private final AtomicLong creates = new AtomicLong();
  private final AtomicLong openOutputs = new AtomicLong();
  private final AtomicLong bytesWritten = new AtomicLong();
  private final AtomicLong lengths = new AtomicLong();
  private final AtomicLong lists = new AtomicLong();
  private final AtomicLong deletes = new AtomicLong();

  public CountingBlobStore(BlobStore delegate) {
    this(delegate, location -> true);
  }

  public CountingBlobStore(BlobStore delegate, Predicate<String> filter) {
    super(delegate);
    this.filter = filter;
  }

  /** Requests to open an object. */
  public long opens() {
    return opens.get();
  }

  /** Inputs that are open now. */
  public long openStreams() {
    return openStreams.get();
  }

  /** The most inputs that were ever open at a time. */
  public long maxOpenStreams() {
    return maxOpenStreams.get();
  }

  /** Ranges that were read, each range of a vectored read by itself. */
  public long readRequests() {
    return readRequests.get();
  }

  public long bytesRead() {
    return bytesRead.get();
  }

  public long creates() {
    return creates.get();
  }

  /** Outputs that are open now. */
  public long openOutputs() {
    return openOutputs.get();
  }

  public long bytesWritten() {
    return bytesWritten.get();
  }

  /** Requests for the length of an object. */
  public long lengths() {
    return lengths.get();
  }

  public long lists() {
    return lists.get();
  }

  public long deletes() {
    return deletes.get();
  }

  /** Begins all counts anew, except those of what is open now. */
  public void reset() {
    for (AtomicLong count : List.of(opens, readRequests, bytesRead, creates, bytesWritten)) {
      count.set(0);
    }
    for (AtomicLong count : List.of(lengths, lists, deletes)) {
      count.set(0);
    }
    maxOpenStreams.set(openStreams.get());
  }

  @Override
  public BlobInput open(String location) throws IOException {
    count(location, opens);
    return counted(location, super.open(location));
  }

  @Override
  public BlobInput open(String location, long knownLength) throws IOException {
    count(location, opens);
    return counted(location, super.open(location, knownLength));
  }

  @Override
  public BlobOutput create(String location) throws IOException {
    count(location, creates);
    BlobOutput output = super.create(location);
    return filter.test(location) ? new CountedOutput(output) : output;
  }

  @Override
  public long length(String location) throws IOException {
    count(location, lengths);
    return super.length(location);
  }

  @Override
  public Stream<ObjectStatus> list(String directory) throws IOException {
    count(directory, lists);
    return super.list(directory);
  }

  @Override
  public void delete(String location) throws IOException {
    count(location, deletes);
    super.delete(location);
  }

  private void count(String location, AtomicLong count) {
    if (filter.test(location)) {
      count.incrementAndGet();
    }
  }

  private BlobInput counted(String location, BlobInput input) {
    return filter.test(location) ? new CountedInput(input) : input;
  }

  private final class CountedInput extends Input {
    private final AtomicBoolean closed = new AtomicBoolean();

    CountedInput(BlobInput delegate) {
      super(delegate);
      maxOpenStreams.accumulateAndGet(openStreams.incrementAndGet(), Math::max);
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      readRequests.incrementAndGet();
      super.readFully(position, buffer, offset, length);
      bytesRead.addAndGet(length);
    }

    @Override
    public byte[] readStart(int limit) throws IOException {
      readRequests.incrementAndGet();
      byte[] bytes = super.readStart(limit);
      bytesRead.addAndGet(bytes.length);
      return bytes;
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readVectored(List<ByteRange> ranges)
        throws IOException {
      if (isVectored()) {
        readRequests.addAndGet(ranges.size());
        ranges.forEach(range -> bytesRead.addAndGet(range.length()));
      }
      return super.readVectored(ranges);
    }

    @Override
    public void close() throws IOException {
      if (closed.compareAndSet(false, true)) {
        openStreams.decrementAndGet();
      }
      super.close();
    }
  }

  private final class CountedOutput extends Output {
    private final AtomicBoolean closed = new AtomicBoolean();

    CountedOutput(BlobOutput delegate) {
      super(delegate);
      openOutputs.incrementAndGet();
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      super.write(buffer, offset, length);
      bytesWritten.addAndGet(length);
    }

    @Override
    public void close() throws IOException {
      if (closed.compareAndSet(false, true)) {
        openOutputs.decrementAndGet();
      }
      super.close();
    }
  }
}
