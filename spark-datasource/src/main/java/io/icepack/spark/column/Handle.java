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
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/**
 * A blob value on its way through the plan of one statement: its descriptor and the data file that
 * holds it, in place of the bytes.
 *
 * @param descriptor the stored descriptor
 * @param dataFile location of the data file of the row, which descriptors are relative to
 */
public record Handle(BlobDescriptor descriptor, String dataFile) {

  /**
   * Marks the handles of one statement. It is 128 random bits that never leave the statement, so no
   * value that a user writes can carry it; without the mark at hand nothing is a handle.
   */
  public static final class Mark implements Serializable {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int LENGTH = 16;
    private static final int NO_INLINE = -1;

    private final byte[] bits = new byte[LENGTH];

    public Mark() {
      RANDOM.nextBytes(bits);
    }

    /** The bytes that stand for a value. */
    public byte[] encode(Handle handle) {
      BlobDescriptor descriptor = handle.descriptor();
      byte[] uri = descriptor.blobUri().getBytes(StandardCharsets.UTF_8);
      byte[] file = handle.dataFile().getBytes(StandardCharsets.UTF_8);
      byte[] inline = descriptor.inline();
      int inlineLength = inline == null ? 0 : inline.length;
      ByteBuffer buffer =
          ByteBuffer.allocate(
              LENGTH
                  + 4 * Integer.BYTES
                  + 3 * Long.BYTES
                  + uri.length
                  + file.length
                  + inlineLength);
      buffer.put(bits).putInt(descriptor.kind().code());
      buffer.putLong(descriptor.position()).putLong(descriptor.size());
      buffer.putLong(descriptor.blobId());
      buffer.putInt(uri.length).put(uri).putInt(file.length).put(file);
      buffer.putInt(inline == null ? NO_INLINE : inlineLength);
      if (inline != null) {
        buffer.put(inline);
      }
      return buffer.array();
    }

    /** The handle that {@code value} stands for, or null if it is an ordinary payload. */
    public Handle decode(byte[] value) {
      if (!isMarked(value)) {
        return null;
      }
      ByteBuffer buffer = ByteBuffer.wrap(value, LENGTH, value.length - LENGTH);
      BlobKind kind = BlobKind.fromCode(buffer.getInt());
      long position = buffer.getLong();
      long size = buffer.getLong();
      long blobId = buffer.getLong();
      String uri = string(buffer);
      String file = string(buffer);
      int inlineLength = buffer.getInt();
      byte[] inline = inlineLength == NO_INLINE ? null : bytes(buffer, inlineLength);
      return new Handle(new BlobDescriptor(kind, position, size, blobId, uri, inline), file);
    }

    private boolean isMarked(byte[] value) {
      return value.length > LENGTH
          && ByteBuffer.wrap(bits).equals(ByteBuffer.wrap(value, 0, LENGTH));
    }

    private static String string(ByteBuffer buffer) {
      return new String(bytes(buffer, buffer.getInt()), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuffer buffer, int length) {
      byte[] bytes = new byte[length];
      buffer.get(bytes);
      return bytes;
    }
  }
}
