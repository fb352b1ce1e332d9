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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Fails the calls that a rule selects, before they reach the other store. */
public final class FailingBlobStore extends ForwardingBlobStore {
  private final Predicate<Call> rule;
  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final Map<Operation, AtomicLong> callsByOperation = new ConcurrentHashMap<>();

  public FailingBlobStore(BlobStore delegate, Predicate<Call> rule) {
    super(delegate);
    this.rule = rule;
  }

  /** What a call asks for. */
  public enum Operation {
    OPEN,
    READ,
    CREATE,
    WRITE,
    CLOSE_OUTPUT,
    LENGTH,
    LIST,
    DELETE
  }

  /**
   * One call.
   *
   * @param number how many calls there were, this one included
   * @param numberOfOperation how many of this operation there were, this one included
   */
  public record Call(Operation operation, String location, long number, long numberOfOperation) {}

  /** Fails the nth call of an operation, counted from 1. */
  public static FailingBlobStore onNth(BlobStore delegate, Operation operation, long n) {
    return new FailingBlobStore(
        delegate, call -> call.operation() == operation && call.numberOfOperation() == n);
  }

  /** Fails the nth call of all, counted from 1. */
  public static FailingBlobStore onNth(BlobStore delegate, long n) {
    return new FailingBlobStore(delegate, call -> call.number() == n);
  }

  /** Refuses two of five requests, but never what is written to an output. */
  public static FailingBlobStore throttling(BlobStore delegate) {
    return new FailingBlobStore(
        delegate,
        call ->
            call.operation() != Operation.WRITE
                && call.operation() != Operation.CLOSE_OUTPUT
                && call.number() % 5 < 2);
  }

  /** The number of all calls so far. */
  public long calls() {
    return calls.get();
  }

  /** The number of calls that failed so far. */
  public long failures() {
    return failures.get();
  }

  @Override
  public BlobInput open(String location) throws IOException {
    check(Operation.OPEN, location);
    return new FailingInput(location, super.open(location));
  }

  @Override
  public BlobInput open(String location, long knownLength) throws IOException {
    check(Operation.OPEN, location);
    return new FailingInput(location, super.open(location, knownLength));
  }

  @Override
  public BlobOutput create(String location) throws IOException {
    check(Operation.CREATE, location);
    return new FailingOutput(super.create(location));
  }

  @Override
  public long length(String location) throws IOException {
    check(Operation.LENGTH, location);
    return super.length(location);
  }

  @Override
  public Stream<ObjectStatus> list(String directory) throws IOException {
    check(Operation.LIST, directory);
    return super.list(directory);
  }

  @Override
  public void delete(String location) throws IOException {
    check(Operation.DELETE, location);
    super.delete(location);
  }

  private void check(Operation operation, String location) throws IOException {
    AtomicLong same = callsByOperation.computeIfAbsent(operation, key -> new AtomicLong());
    Call call = new Call(operation, location, calls.incrementAndGet(), same.incrementAndGet());
    if (rule.test(call)) {
      failures.incrementAndGet();
      throw new IOException("503 Slow Down: " + operation + " " + location);
    }
  }

  private final class FailingInput extends Input {
    private final String location;

    FailingInput(String location, BlobInput delegate) {
      super(delegate);
      this.location = location;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      check(Operation.READ, location);
      super.readFully(position, buffer, offset, length);
    }

    @Override
    public byte[] readStart(int limit) throws IOException {
      check(Operation.READ, location);
      return super.readStart(limit);
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readVectored(List<ByteRange> ranges)
        throws IOException {
      if (isVectored()) {
        check(Operation.READ, location);
      }
      return super.readVectored(ranges);
    }
  }

  private final class FailingOutput extends Output {
    FailingOutput(BlobOutput delegate) {
      super(delegate);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      check(Operation.WRITE, location());
      super.write(buffer, offset, length);
    }

    @Override
    public void close() throws IOException {
      try {
        check(Operation.CLOSE_OUTPUT, location());
      } finally {
        super.close();
      }
    }
  }
}
