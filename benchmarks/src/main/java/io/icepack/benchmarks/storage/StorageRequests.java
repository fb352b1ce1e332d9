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

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.Path;

/** Counts requests to storage by what they are for, in this JVM. */
public final class StorageRequests {
  private static final String SIDECAR = ".blobref";
  private static final Map<Kind, LongAdder> COUNTS = new EnumMap<>(Kind.class);

  static {
    for (Kind kind : Kind.values()) {
      COUNTS.put(kind, new LongAdder());
    }
  }

  /** What a request is for. */
  public enum Kind {
    /** A sidecar is opened. */
    SIDECAR_READ,
    /** Another file is opened, such as a manifest. */
    OTHER_READ,
    /** A directory is listed. */
    LISTING,
    /** A file is deleted. */
    DELETE,
    /** Nothing but whether there is a file, or its length, is asked for. */
    STATUS
  }

  private StorageRequests() {}

  static void count(Kind kind, Path path) {
    if (!ChecksumFileSystem.isChecksumFile(path)) {
      COUNTS.get(kind).increment();
    }
  }

  static void countRead(Path path) {
    count(path.getName().endsWith(SIDECAR) ? Kind.SIDECAR_READ : Kind.OTHER_READ, path);
  }

  /** Everything counted so far. */
  public static Map<Kind, Long> current() {
    Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    COUNTS.forEach((kind, count) -> counts.put(kind, count.sum()));
    return counts;
  }

  /** What has been counted since {@code start}. */
  public static Map<Kind, Long> since(Map<Kind, Long> start) {
    Map<Kind, Long> counts = current();
    counts.replaceAll((kind, count) -> count - start.get(kind));
    return counts;
  }
}
