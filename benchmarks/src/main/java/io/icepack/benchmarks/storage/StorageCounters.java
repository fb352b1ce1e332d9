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
package io.icepack.benchmarks.storage;

import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.Path;

/** The counters of this JVM, one pair for payload objects and one for all other files. */
public final class StorageCounters {
  private static final String PAYLOAD_DIRECTORY = "/_blobs/";
  private static final StorageCounters PAYLOADS = new StorageCounters();
  private static final StorageCounters OTHERS = new StorageCounters();
  private static final StorageCounters CHECKSUMS = new StorageCounters();

  private final LongAdder written = new LongAdder();
  private final LongAdder read = new LongAdder();

  private StorageCounters() {}

  /**
   * The counters for a file; those of a checksum file, which Hadoop adds to others, are never read
   * out.
   */
  static StorageCounters of(Path path) {
    if (ChecksumFileSystem.isChecksumFile(path)) {
      return CHECKSUMS;
    }
    return path.toUri().getPath().contains(PAYLOAD_DIRECTORY) ? PAYLOADS : OTHERS;
  }

  /** Everything counted in this JVM so far. */
  public static StorageUse current() {
    long payloadWritten = PAYLOADS.written.sum();
    long payloadRead = PAYLOADS.read.sum();
    return new StorageUse(
        payloadWritten,
        payloadRead,
        payloadWritten + OTHERS.written.sum(),
        payloadRead + OTHERS.read.sum());
  }

  void wrote(long bytes) {
    written.add(bytes);
  }

  void read(long bytes) {
    read.add(bytes);
  }
}
