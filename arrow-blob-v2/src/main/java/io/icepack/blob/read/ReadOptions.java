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

/**
 * How ranges are fetched.
 *
 * @param gapBytes ranges this near to each other are read as one; about as many bytes as arrive in
 *     the time that one request costs
 * @param maxMergedBytes no two ranges are merged into a read above this, unless they overlap
 * @param parallelism the number of reads at a time, and of open streams, at least 1
 * @param maxInFlightBytes the bytes of all reads at a time; a single larger read goes alone
 * @param callerBytes a batch of at most this many bytes is read on the thread of the caller
 */
public record ReadOptions(
    long gapBytes, long maxMergedBytes, int parallelism, long maxInFlightBytes, long callerBytes) {
  private static final long KIB = 1024;
  private static final long MIB = 1024 * KIB;
  private static final ReadOptions REMOTE = new ReadOptions(MIB, 8 * MIB, 8, 64 * MIB, 0);

  public ReadOptions {
    if (gapBytes < 0
        || maxMergedBytes < 1
        || parallelism < 1
        || maxInFlightBytes < 1
        || callerBytes < 0) {
      throw new IllegalArgumentException(
          "Cannot use read options gap %d, merged %d, parallelism %d, in flight %d, caller %d: one is too small"
              .formatted(gapBytes, maxMergedBytes, parallelism, maxInFlightBytes, callerBytes));
    }
  }

  /**
   * Returns the defaults for the storage of a location: the local file system, or a remote store.
   */
  public static ReadOptions forLocation(String location) {
    boolean local = location.startsWith("/") || location.regionMatches(true, 0, "file:", 0, 5);
    return local ? local() : REMOTE;
  }

  public ReadOptions withParallelism(int newParallelism) {
    return new ReadOptions(gapBytes, maxMergedBytes, newParallelism, maxInFlightBytes, callerBytes);
  }

  private static ReadOptions local() {
    int cores = Math.min(4, Runtime.getRuntime().availableProcessors());
    return new ReadOptions(64 * KIB, 128 * KIB, cores, 64 * MIB, MIB);
  }
}
