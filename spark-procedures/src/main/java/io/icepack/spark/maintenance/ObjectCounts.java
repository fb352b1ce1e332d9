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
package io.icepack.spark.maintenance;

import java.io.Serializable;

/**
 * Objects by what they are for.
 *
 * @param blobs packs and sidecar objects
 * @param blobBytes their bytes
 * @param references sidecars
 * @param referenceBytes their bytes
 */
public record ObjectCounts(long blobs, long blobBytes, long references, long referenceBytes)
    implements Serializable {

  static final ObjectCounts NONE = new ObjectCounts(0, 0, 0, 0);

  static ObjectCounts of(ObjectType type, long count, long bytes) {
    return type.isBlob()
        ? new ObjectCounts(count, bytes, 0, 0)
        : new ObjectCounts(0, 0, count, bytes);
  }

  ObjectCounts plus(ObjectCounts other) {
    return new ObjectCounts(
        blobs + other.blobs,
        blobBytes + other.blobBytes,
        references + other.references,
        referenceBytes + other.referenceBytes);
  }

  /** How many objects these are. */
  public long total() {
    return blobs + references;
  }
}
