package io.icepack.spark.column;

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.SerializedDescriptor;
import java.util.Base64;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Reads a blob column as serialised descriptors. Inline bytes have no object to point at; their
 * descriptor points at a {@code data:} URI that holds them.
 */
final class SerializedColumnReader implements ColumnReader {

  private static final String INLINE = "data:;base64,";

  private final BlobSource source;
  private final ReadSession session;

  SerializedColumnReader(BlobSource source, ReadSession session) {
    this.source = source;
    this.session = session;
  }

  @Override
  public Object build(InternalRow physical, String dataFile, InternalRow built) {
    return source.map(physical, dataFile, this::serialize);
  }

  private byte[] serialize(Handle handle) {
    BlobDescriptor descriptor = handle.descriptor();
    byte[] inline = descriptor.inline();
    String uri =
        inline == null
            ? session.uri(source.name(), handle)
            : INLINE + Base64.getEncoder().encodeToString(inline);
    return new SerializedDescriptor(uri, descriptor.position(), descriptor.size()).encode();
  }
}
