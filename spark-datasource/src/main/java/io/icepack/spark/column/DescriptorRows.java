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
import io.icepack.blob.descriptor.BlobKind;
import io.icepack.spark.table.DescriptorType;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/** Descriptors as rows of {@link DescriptorType#SPARK}, and back. */
public final class DescriptorRows {

  private DescriptorRows() {}

  /** Reads a descriptor; null if the kind is null, which stands for a null blob. */
  public static BlobDescriptor decode(InternalRow row) {
    if (row.isNullAt(DescriptorType.KIND)) {
      return null;
    }
    return new BlobDescriptor(
        BlobKind.fromCode(row.getInt(DescriptorType.KIND)),
        row.getLong(DescriptorType.POSITION),
        row.getLong(DescriptorType.SIZE),
        row.getLong(DescriptorType.BLOB_ID),
        row.getString(DescriptorType.BLOB_URI),
        row.isNullAt(DescriptorType.INLINE) ? null : row.getBinary(DescriptorType.INLINE));
  }

  /** Writes a descriptor. */
  public static InternalRow encode(BlobDescriptor descriptor) {
    return new GenericInternalRow(
        new Object[] {
          descriptor.kind().code(),
          descriptor.position(),
          descriptor.size(),
          descriptor.blobId(),
          UTF8String.fromString(descriptor.blobUri()),
          descriptor.inline()
        });
  }
}
