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
import io.icepack.blob.descriptor.BlobKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;

/** Reads the values of a descriptor column, released ones too (Blob v2, "Null Descriptors"). */
final class DescriptorReader {

  private final BlobColumn column;
  private final UInt1Vector kind;
  private final UInt8Vector position;
  private final UInt8Vector size;
  private final UInt4Vector blobId;
  private final VarCharVector blobUri;

  DescriptorReader(BlobColumn column) {
    this.column = column;
    List<FieldVector> children = BlobColumn.children(column.source());
    this.kind = (UInt1Vector) children.get(0);
    this.position = (UInt8Vector) children.get(1);
    this.size = (UInt8Vector) children.get(2);
    this.blobId = (UInt4Vector) children.get(3);
    this.blobUri = (VarCharVector) children.get(4);
  }

  /**
   * Answers the descriptor of each slot, null for a null blob.
   *
   * @throws IllegalArgumentException naming the field, the row and what is wrong with a value
   */
  List<BlobDescriptor> readAll() {
    int count = column.slots().count();
    List<BlobDescriptor> descriptors = new ArrayList<>(count);
    for (int slot = 0; slot < count; slot++) {
      BlobDescriptor descriptor = read(slot);
      if (descriptor == null) {
        column.requireNullable(slot);
      }
      descriptors.add(descriptor);
    }
    return descriptors;
  }

  private BlobDescriptor read(int slot) {
    int index = column.slots().position(slot);
    if (column.source().isNull(index) || kind.isNull(index)) {
      return null;
    }
    try {
      return read(kind.get(index) & 0xFF, index);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Cannot read descriptor %s: %s".formatted(column.describe(slot), e.getMessage()), e);
    }
  }

  private BlobDescriptor read(int code, int index) {
    Long length = number(size, index);
    if (code == BlobKind.INLINE.code() && length != null && length != 0) {
      throw new IllegalArgumentException(
          "the %s inline bytes are not in the descriptor but in a buffer of its data file"
              .formatted(Long.toUnsignedString(length)));
    }
    return BlobDescriptor.ofNullable(
        code,
        number(position, index),
        length,
        blobId.isNull(index) ? null : Integer.toUnsignedLong(blobId.get(index)),
        blobUri.isNull(index) ? null : Utf8.decode(blobUri.get(index)),
        null);
  }

  private static Long number(UInt8Vector vector, int index) {
    return vector.isNull(index) ? null : vector.get(index);
  }
}
