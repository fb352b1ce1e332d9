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
import io.icepack.blob.descriptor.DataUri;
import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.spark.table.BlobForm;
import io.icepack.spark.table.BlobShape;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Reads a blob column as serialised descriptors. Inline bytes have no object to point at; their
 * descriptor points at a {@code data:} URI that holds them.
 */
final class SerializedColumnReader implements ColumnReader {

  private final BlobSource source;
  private final ReadSession session;

  SerializedColumnReader(BlobSource source, ReadSession session) {
    this.source = source;
    this.session = session;
  }

  @Override
  public Object build(InternalRow physical, String dataFile, InternalRow built) {
    return source.map(
        physical,
        dataFile,
        (blob, handle) ->
            blob.form() == BlobForm.BYTES ? serialize(blob, handle) : refer(blob, handle));
  }

  private byte[] serialize(BlobShape.Value blob, Handle handle) {
    BlobDescriptor descriptor = handle.descriptor();
    byte[] inline = descriptor.inline();
    String uri = inline == null ? session.uri(blob.path(), handle) : DataUri.of(inline);
    long length = descriptor.isWholeObject() ? SerializedDescriptor.TO_END : descriptor.size();
    return new SerializedDescriptor(uri, descriptor.position(), length).encode();
  }

  private Object refer(BlobShape.Value blob, Handle handle) {
    BlobDescriptor descriptor = handle.descriptor();
    if (descriptor.inline() != null || descriptor.isEmpty()) {
      byte[] data = descriptor.inline() == null ? new byte[0] : descriptor.inline();
      return SeenBlob.ofData(blob, data);
    }
    String uri = session.uri(blob.path(), handle);
    if (descriptor.isWholeObject() && descriptor.position() == 0) {
      return SeenBlob.ofReference(blob, uri, null, null);
    }
    if (blob.form() == BlobForm.REFERENCE) {
      throw new IllegalStateException(
          String.format(
              "Cannot read column %s of table %s as descriptors: a value is %d bytes at %d of %s, "
                  + "and its type has no fields for them; set 'blob-as-descriptor' for the table or "
                  + "for the session, which then adds position and size to the type",
              blob.path(), session.table(), descriptor.size(), descriptor.position(), uri));
    }
    return SeenBlob.ofReference(blob, uri, descriptor.position(), descriptor.size());
  }
}
