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
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Turns descriptors into payloads, a column at a time (Blob v2, "Table Schema"). */
final class ReadPayloads implements Conversion {

  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

  private final BlobReader reader;

  ReadPayloads(BlobReader reader) {
    this.reader = reader;
  }

  @Override
  public Fill prepare(BlobColumn column) {
    List<BlobDescriptor> descriptors = new DescriptorReader(column).readAll();
    return () -> {
      ByteBuffer[] payloads = read(column, descriptors);
      BytesWriter target = new BytesWriter(column.target(), Arrays.asList(payloads));
      ValueWriter.fill(column, target, EMPTY, slot -> payloads[slot]);
    };
  }

  /** Answers the payload of each slot, null for a null blob. */
  private ByteBuffer[] read(BlobColumn column, List<BlobDescriptor> descriptors)
      throws IOException {
    ByteBuffer[] payloads = new ByteBuffer[descriptors.size()];
    int[] slots =
        IntStream.range(0, payloads.length).filter(slot -> descriptors.get(slot) != null).toArray();
    if (slots.length == 0) {
      return payloads;
    }
    List<BlobDescriptor> wanted = Arrays.stream(slots).mapToObj(descriptors::get).toList();
    List<ByteBuffer> answered = reader.read(column.path(), wanted);
    if (answered == null || answered.size() != slots.length) {
      throw new IllegalStateException(
          "Cannot read blobs of %s: the reader answered %s payloads for %d descriptors"
              .formatted(column.path(), answered == null ? null : answered.size(), slots.length));
    }
    for (int i = 0; i < slots.length; i++) {
      requireSize(column, slots[i], wanted.get(i), answered.get(i));
      payloads[slots[i]] = answered.get(i);
    }
    return payloads;
  }

  private static void requireSize(
      BlobColumn column, int slot, BlobDescriptor descriptor, ByteBuffer payload) {
    if (payload == null
        || !descriptor.isWholeObject() && payload.remaining() != descriptor.size()) {
      throw new IllegalStateException(
          "Cannot read blob %s: the reader answered %s bytes for %s"
              .formatted(
                  column.describe(slot), payload == null ? null : payload.remaining(), descriptor));
    }
  }
}
