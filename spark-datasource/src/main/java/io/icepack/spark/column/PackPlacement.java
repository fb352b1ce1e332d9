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

import io.icepack.blob.base.DescriptorRewriter;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.pack.PackWriter;
import java.io.IOException;

/** Managed payloads: small ones go into the row, others into the open pack. */
public final class PackPlacement implements PayloadPlacement {

  private final PackWriter packs;
  private final int inlineThreshold;
  private final DescriptorRewriter rewriter;
  private final String newDataFile;
  private long bytesStored;

  /**
   * @param packs the open packs of the column
   * @param inlineThreshold bytes; payloads of at most this size go into the row
   * @param rewriter moves descriptors from one data file to another
   * @param newDataFile a location as new data files have it
   */
  public PackPlacement(
      PackWriter packs, int inlineThreshold, DescriptorRewriter rewriter, String newDataFile) {
    this.packs = packs;
    this.inlineThreshold = inlineThreshold;
    this.rewriter = rewriter;
    this.newDataFile = newDataFile;
  }

  @Override
  public BlobDescriptor place(byte[] payload) throws IOException {
    if (payload.length <= inlineThreshold) {
      return BlobDescriptor.inline(payload);
    }
    BlobDescriptor descriptor = packs.append(payload).descriptor();
    bytesStored += payload.length;
    return descriptor;
  }

  @Override
  public BlobDescriptor place(StoredPayload source) throws IOException {
    if (source.length() <= inlineThreshold) {
      return BlobDescriptor.inline(source.read());
    }
    BlobDescriptor descriptor =
        packs.append(source.open(), source.position(), source.length()).descriptor();
    bytesStored += source.length();
    return descriptor;
  }

  @Override
  public BlobDescriptor carry(Handle handle) {
    return rewriter.rewrite(handle.descriptor(), handle.dataFile(), newDataFile);
  }

  @Override
  public long bytesStored() {
    return bytesStored;
  }
}
