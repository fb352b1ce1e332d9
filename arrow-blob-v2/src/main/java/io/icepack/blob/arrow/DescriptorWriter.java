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
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Writes descriptors to a vector of the data file schema (Blob v2, "Data File Schema"). Nullness is
 * in the validity of the struct only; the children of a null one are zero, since none is nullable.
 */
final class DescriptorWriter implements ValueWriter<BlobDescriptor> {

  static final BlobDescriptor EMPTY = BlobDescriptor.inline(new byte[0]);

  private final StructVector structs;
  private final UInt1Vector kind;
  private final UInt8Vector position;
  private final UInt8Vector size;
  private final UInt4Vector blobId;
  private final VarCharVector blobUri;

  DescriptorWriter(FieldVector target) {
    this.structs = (StructVector) target;
    List<FieldVector> children = structs.getChildrenFromFields();
    this.kind = (UInt1Vector) children.get(0);
    this.position = (UInt8Vector) children.get(1);
    this.size = (UInt8Vector) children.get(2);
    this.blobId = (UInt4Vector) children.get(3);
    this.blobUri = (VarCharVector) children.get(4);
  }

  /** Refuses a descriptor whose payload would get lost. */
  static void requireFits(BlobDescriptor descriptor, BlobColumn column, int slot) {
    if (descriptor.kind() == BlobKind.INLINE && descriptor.size() > 0) {
      throw new IllegalArgumentException(
          "Cannot write descriptor %s: a descriptor column has no place for %d inline bytes"
              .formatted(column.describe(slot), descriptor.size()));
    }
  }

  @Override
  public void allocate(int valueCount) {
    structs.setInitialCapacity(valueCount);
    structs.allocateNew();
  }

  @Override
  public void write(int index, BlobDescriptor value) {
    if (value == null) {
      structs.setNull(index);
      writeChildren(index, EMPTY);
    } else {
      structs.setIndexDefined(index);
      writeChildren(index, value);
    }
  }

  private void writeChildren(int index, BlobDescriptor value) {
    kind.setSafe(index, value.kind().code());
    position.setSafe(index, value.position());
    size.setSafe(index, value.size());
    blobId.setSafe(index, (int) value.blobId());
    blobUri.setSafe(index, Utf8.encode(value.blobUri()));
  }
}
