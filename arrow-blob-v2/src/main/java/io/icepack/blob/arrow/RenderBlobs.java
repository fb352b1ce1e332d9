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
import java.util.List;

/** Turns descriptors into logical blobs, one at a time (Blob v2, "Table Schema"). */
final class RenderBlobs implements Conversion {

  private final BlobRenderer renderer;

  RenderBlobs(BlobRenderer renderer) {
    this.renderer = renderer;
  }

  @Override
  public Fill prepare(BlobColumn column) {
    List<BlobDescriptor> descriptors = new DescriptorReader(column).readAll();
    return () ->
        ValueWriter.fill(
            column,
            new LogicalWriter(column.target()),
            LogicalWriter.EMPTY,
            slot -> render(column, slot, descriptors.get(slot)));
  }

  private LogicalBlob render(BlobColumn column, int slot, BlobDescriptor descriptor)
      throws IOException {
    if (descriptor == null) {
      return null;
    }
    LogicalBlob blob = renderer.render(column.path(), descriptor);
    if (blob == null) {
      throw new IllegalStateException(
          "Cannot render blob %s: the renderer answered null".formatted(column.describe(slot)));
    }
    LogicalWriter.requireFits(blob, column, slot);
    return blob;
  }
}
