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

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.pack.SidecarWriter;
import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.PayloadRange;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Stores the payloads that rows carry to one data file (Blob v2, Writer Policy without the Managed
 * opt-in): small ones in the row, large ones in an object of their own, others together in objects,
 * all of which belong to the data file.
 */
public final class DataFilePlacement implements RowMover.Rule, Closeable {

  private final SidecarWriter objects;
  private final int inlineThreshold;
  private final PendingSources pending;
  private final OpenObject stored;
  private long bytesStored;

  /**
   * @param objects writes the objects of the data file
   * @param inlineThreshold bytes; payloads of at most this size go into the row
   * @param stored where payloads are that the rows had before
   * @param pending the sources that {@link StagedPlacement} left
   */
  public DataFilePlacement(
      SidecarWriter objects, int inlineThreshold, BlobStore stored, PendingSources pending) {
    this.objects = objects;
    this.inlineThreshold = inlineThreshold;
    this.stored = new OpenObject(stored);
    this.pending = pending;
  }

  @Override
  public BlobDescriptor move(int blob, Handle handle) {
    BlobDescriptor descriptor = handle.descriptor();
    try {
      return switch (descriptor.kind()) {
        case INLINE -> place(descriptor);
        case EXTERNAL -> descriptor;
        case MANAGED_BASE -> copy(descriptor);
        case PACKED, DEDICATED, MANAGED ->
            throw new IllegalArgumentException(descriptor + " belongs to another data file");
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private BlobDescriptor place(BlobDescriptor inline) throws IOException {
    if (inline.size() <= inlineThreshold) {
      return inline;
    }
    BlobDescriptor descriptor = objects.append(inline.inline());
    bytesStored += inline.size();
    return descriptor;
  }

  private BlobDescriptor copy(BlobDescriptor staged) throws IOException {
    StoredPayload source = pending.take(staged.blobUri());
    if (source == null) {
      source =
          new StoredPayload(
              stored, new PayloadRange(staged.blobUri(), staged.position(), staged.size()));
    }
    if (source.length() <= inlineThreshold) {
      return BlobDescriptor.inline(source.read());
    }
    BlobDescriptor descriptor = objects.append(source.open(), source.position(), source.length());
    bytesStored += source.length();
    return descriptor;
  }

  /** The objects, once closed. */
  public SidecarWriter objects() {
    return objects;
  }

  /** Bytes put into objects so far. */
  public long bytesStored() {
    return bytesStored;
  }

  /** Completes all objects. */
  @Override
  public void close() throws IOException {
    try (stored) {
      objects.close();
    }
  }

  /** Deletes all objects, also after {@link #close}. */
  public void abort() throws IOException {
    try (stored) {
      objects.abort();
    }
  }
}
