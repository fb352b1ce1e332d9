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

  static InternalRow encode(BlobDescriptor descriptor) {
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
