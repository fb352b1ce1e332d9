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
package io.icepack.spark.column;

import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.store.PayloadRange;

/**
 * Payloads that will belong to a data file which is not open yet: rows carry them there, and {@link
 * DataFilePlacement} stores them. Bytes travel inline. What lies in storage travels as its place, a
 * descriptor of kind 5 whose path is a location or the name of a pending source, neither of which
 * is a canonical path.
 */
public final class StagedPlacement implements PayloadPlacement {

  private static final byte[] NO_BYTES = {};

  private final DescriptorResolver resolver;
  private final PendingSources pending;

  /**
   * @param resolver finds the payloads of the rows that are read
   * @param pending keeps sources until their rows are written
   */
  public StagedPlacement(DescriptorResolver resolver, PendingSources pending) {
    this.resolver = resolver;
    this.pending = pending;
  }

  @Override
  public BlobDescriptor place(byte[] payload) {
    return BlobDescriptor.inline(payload);
  }

  @Override
  public BlobDescriptor place(StoredPayload source) {
    if (source.length() == 0) {
      return BlobDescriptor.inline(NO_BYTES);
    }
    return BlobDescriptor.managed(0, pending.add(source), 0, source.length());
  }

  @Override
  public BlobDescriptor carry(Handle handle) {
    return stage(resolver, handle);
  }

  @Override
  public long bytesStored() {
    return 0;
  }

  /** What carries a stored payload to its new data file. External payloads stay where they are. */
  public static BlobDescriptor stage(DescriptorResolver resolver, Handle handle) {
    BlobDescriptor descriptor = handle.descriptor();
    return switch (descriptor.kind()) {
      case INLINE, EXTERNAL -> descriptor;
      case PACKED, DEDICATED, MANAGED, MANAGED_BASE -> {
        PayloadRange range = resolver.resolve(descriptor, handle.dataFile());
        yield descriptor.isEmpty() ? BlobDescriptor.inline(NO_BYTES) : stage(range);
      }
    };
  }

  /** What carries the bytes of a range, which are not none, to a data file. */
  static BlobDescriptor stage(PayloadRange range) {
    return BlobDescriptor.managed(0, range.location(), range.position(), range.length());
  }
}
