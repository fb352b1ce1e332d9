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
package io.icepack.blob.descriptor;

import io.icepack.blob.store.PayloadRange;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A payload's place as one binary value, in the layout that Paimon clients read. All numbers are
 * little-endian:
 *
 * <pre>
 * u8 version = 2 | i64 magic 0x424C4F4244455343 | i32 uriLength | uri in UTF-8 | i64 offset | i64 length
 * </pre>
 *
 * @param uri the absolute URI of the object, not empty
 * @param offset the first byte in the object, at least 0
 * @param length the number of bytes, or {@link #TO_END}
 */
public record SerializedDescriptor(String uri, long offset, long length) {
  /** The length that stands for everything from the offset to the end of the object. */
  public static final long TO_END = -1;

  private static final byte VERSION = 2;
  private static final long MAGIC = 0x424C4F4244455343L;
  private static final int HEADER_BYTES = 1 + Long.BYTES + Integer.BYTES;
  private static final int FIXED_BYTES = HEADER_BYTES + 2 * Long.BYTES;

  public SerializedDescriptor {
    Objects.requireNonNull(uri, "uri");
    if (uri.isEmpty()) {
      throw new IllegalArgumentException("Cannot use serialized descriptor: its uri is empty");
    }
    if (offset < 0 || length < TO_END || (length > 0 && offset > Long.MAX_VALUE - length)) {
      throw new IllegalArgumentException(
          "Cannot use serialized descriptor of %s: offset %d with length %d is negative or overflows"
              .formatted(uri, offset, length));
    }
  }

  /** Where the payload lies; nothing is looked up. */
  public PayloadRange range() {
    return new PayloadRange(uri, offset, length == TO_END ? PayloadRange.REST : length);
  }

  /** Returns the bytes of this descriptor. */
  public byte[] encode() {
    ByteBuffer text = utf8(uri);
    return ByteBuffer.allocate(FIXED_BYTES + text.remaining())
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(VERSION)
        .putLong(MAGIC)
        .putInt(text.remaining())
        .put(text)
        .putLong(offset)
        .putLong(length)
        .array();
  }

  /**
   * Returns the descriptor of the given bytes, all of which it must use.
   *
   * @throws IllegalArgumentException if the bytes are cut short or too many, the version or the
   *     magic number is another, the uri is not UTF-8, or a value is out of range
   */
  public static SerializedDescriptor decode(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length > 0 && buffer.get(0) != VERSION) {
      throw refuse(
          bytes, "its version is " + Byte.toUnsignedInt(buffer.get(0)) + ", only 2 is known");
    }
    if (bytes.length < FIXED_BYTES) {
      throw refuse(bytes, "it is cut short, at least " + FIXED_BYTES + " bytes are needed");
    }
    if (buffer.getLong(1) != MAGIC) {
      throw refuse(
          bytes, "its magic number is 0x%016X, not 0x%016X".formatted(buffer.getLong(1), MAGIC));
    }
    int uriLength = buffer.getInt(1 + Long.BYTES);
    if (uriLength < 0) {
      throw refuse(bytes, "its uri length is " + uriLength);
    }
    long needed = (long) FIXED_BYTES + uriLength;
    if (bytes.length != needed) {
      String problem = bytes.length < needed ? "it is cut short" : "it has trailing bytes";
      throw refuse(bytes, problem + ", a uri of " + uriLength + " bytes makes " + needed);
    }
    String uri = text(bytes, buffer.slice(HEADER_BYTES, uriLength));
    buffer.position(HEADER_BYTES + uriLength);
    return new SerializedDescriptor(uri, buffer.getLong(), buffer.getLong());
  }

  private static ByteBuffer utf8(String uri) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(uri));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "Cannot encode uri " + uri + ": it is not valid Unicode", e);
    }
  }

  private static String text(byte[] bytes, ByteBuffer uri) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(uri).toString();
    } catch (CharacterCodingException e) {
      throw refuse(bytes, "its uri is not valid UTF-8");
    }
  }

  private static IllegalArgumentException refuse(byte[] bytes, String reason) {
    return new IllegalArgumentException(
        "Cannot decode blob descriptor of " + bytes.length + " bytes: " + reason);
  }
}
