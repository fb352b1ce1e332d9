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
package io.icepack.spark.write;

import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** What descriptors said last about their objects: many rows say the same. */
final class RecentOrigins {

  private static final int SLOTS = 256;
  private static final int PROBES = 4;

  private final int[] kinds = new int[SLOTS];
  private final long[] blobIds = new long[SLOTS];
  private final UTF8String[] uris = new UTF8String[SLOTS];

  boolean contains(int kind, long blobId, UTF8String uri) {
    int first = slot(blobId, uri);
    for (int slot = first; slot < first + PROBES; slot++) {
      int i = slot % SLOTS;
      if (uris[i] == null) {
        return false;
      } else if (kinds[i] == kind && blobIds[i] == blobId && uri.equals(uris[i])) {
        return true;
      }
    }
    return false;
  }

  /** Remembers a copy, in place of another if need be. */
  void add(int kind, long blobId, UTF8String uri) {
    int first = slot(blobId, uri);
    int slot = first;
    while (slot < first + PROBES && uris[slot % SLOTS] != null) {
      slot++;
    }
    int i = slot < first + PROBES ? slot % SLOTS : first;
    kinds[i] = kind;
    blobIds[i] = blobId;
    uris[i] = uri.copy();
  }

  // Names of packs differ in their middle, and hashing all of a name costs more than comparing it.
  private static int slot(long blobId, UTF8String uri) {
    int bytes = uri.numBytes();
    long middle =
        bytes < Long.BYTES
            ? bytes
            : Platform.getLong(uri.getBaseObject(), uri.getBaseOffset() + (bytes - Long.BYTES) / 2);
    long mixed = (middle + blobId) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> Long.SIZE - Integer.numberOfTrailingZeros(SLOTS));
  }
}
