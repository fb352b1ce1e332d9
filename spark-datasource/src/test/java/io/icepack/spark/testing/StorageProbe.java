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
package io.icepack.spark.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * What the {@link ProbedFileIo} of this JVM has done since {@link #reset}, and the faults it
 * injects. Tests in one JVM run one after the other, so one probe serves all.
 */
public final class StorageProbe {

  /** Kinds of access to storage. */
  public enum Operation {
    OPEN,
    READ,
    CREATE,
    WRITE,
    CLOSE_WRITE,
    DELETE,
    LIST,
    /** A request for the length of an object or whether there is one. */
    STATUS
  }

  /** One access. */
  public record Access(Operation operation, String location) {}

  /** Throws to make an access fail. */
  @FunctionalInterface
  public interface Fault {
    void check(Access access) throws IOException;
  }

  private static final Fault NONE = access -> {};
  private static final List<Access> ACCESSES = new CopyOnWriteArrayList<>();
  private static final AtomicLong PAYLOAD_READ = new AtomicLong();
  private static final AtomicLong PAYLOAD_READS = new AtomicLong();
  private static final AtomicLong PAYLOAD_WRITTEN = new AtomicLong();
  private static final AtomicInteger OPEN_STREAMS = new AtomicInteger();
  private static final AtomicInteger MAX_OPEN_STREAMS = new AtomicInteger();
  private static volatile Fault fault = NONE;
  private static volatile int longestRead = Integer.MAX_VALUE;

  private StorageProbe() {}

  /** Forgets everything and injects no faults. */
  public static void reset() {
    fault = NONE;
    longestRead = Integer.MAX_VALUE;
    ACCESSES.clear();
    PAYLOAD_READ.set(0);
    PAYLOAD_READS.set(0);
    PAYLOAD_WRITTEN.set(0);
    MAX_OPEN_STREAMS.set(OPEN_STREAMS.get());
  }

  /** Injects faults from now on. */
  public static void inject(Fault newFault) {
    fault = newFault;
  }

  /** Makes every read return at most so many bytes from now on. */
  public static void limitReads(int bytes) {
    longestRead = bytes;
  }

  static int longestRead() {
    return longestRead;
  }

  /** A fault on the nth access, counted from 1, that matches. */
  public static Fault onNth(int n, Predicate<Access> matching, String message) {
    AtomicInteger seen = new AtomicInteger();
    return access -> {
      if (matching.test(access) && seen.incrementAndGet() == n) {
        throw new IOException(message);
      }
    };
  }

  static void access(Operation operation, String location) throws IOException {
    Access access = new Access(operation, location);
    if (operation != Operation.READ && operation != Operation.WRITE) {
      ACCESSES.add(access);
    }
    fault.check(access);
  }

  static boolean isPayload(String location) {
    return location.endsWith(".blob");
  }

  static void read(String location, long bytes) {
    if (isPayload(location) && bytes > 0) {
      PAYLOAD_READ.addAndGet(bytes);
      PAYLOAD_READS.incrementAndGet();
    }
  }

  static void written(String location, long bytes) {
    if (isPayload(location)) {
      PAYLOAD_WRITTEN.addAndGet(bytes);
    }
  }

  static void opened(String location) {
    if (isPayload(location)) {
      MAX_OPEN_STREAMS.accumulateAndGet(OPEN_STREAMS.incrementAndGet(), Math::max);
    }
  }

  static void closed(String location) {
    if (isPayload(location)) {
      OPEN_STREAMS.decrementAndGet();
    }
  }

  /** Bytes read from packs. */
  public static long payloadBytesRead() {
    return PAYLOAD_READ.get();
  }

  /** Calls that read from packs. */
  public static long payloadReads() {
    return PAYLOAD_READS.get();
  }

  /** Bytes written to packs. */
  public static long payloadBytesWritten() {
    return PAYLOAD_WRITTEN.get();
  }

  /** Input streams of packs that are open now. */
  public static int openStreams() {
    return OPEN_STREAMS.get();
  }

  /** The most input streams of packs that were open at a time. */
  public static int maxOpenStreams() {
    return MAX_OPEN_STREAMS.get();
  }

  /** Accesses so far, apart from single reads and writes. */
  public static List<Access> accesses() {
    return new ArrayList<>(ACCESSES);
  }

  /** Accesses of one kind to locations that contain {@code part}. */
  public static long count(Operation operation, String part) {
    return ACCESSES.stream()
        .filter(access -> access.operation() == operation && access.location().contains(part))
        .count();
  }
}
