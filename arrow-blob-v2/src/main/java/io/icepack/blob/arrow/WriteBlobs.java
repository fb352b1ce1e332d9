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
package io.icepack.blob.arrow;

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.LogicalBlob;
import java.io.IOException;

/** Turns logical blobs into descriptors, one at a time (Blob v2, "Data File Schema"). */
final class WriteBlobs implements Conversion {

  private final BlobWriter writer;

  WriteBlobs(BlobWriter writer) {
    this.writer = writer;
  }

  @Override
  public Fill prepare(BlobColumn column) {
    LogicalReader values = new LogicalReader(column);
    values.check();
    return () ->
        ValueWriter.fill(
            column,
            new DescriptorWriter(column.target()),
            DescriptorWriter.EMPTY,
            slot -> write(column, slot, values.read(slot)));
  }

  private BlobDescriptor write(BlobColumn column, int slot, LogicalBlob blob) throws IOException {
    if (blob == null) {
      return null;
    }
    BlobDescriptor descriptor = writer.write(column.path(), blob);
    if (descriptor == null) {
      throw new IllegalStateException(
          "Cannot write blob %s: the writer answered null".formatted(column.describe(slot)));
    }
    DescriptorWriter.requireFits(descriptor, column, slot);
    return descriptor;
  }
}
