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

/**
 * The unsigned numbers of Blob v2, kept in a {@code long}. An unsigned 64-bit value above {@link
 * Long#MAX_VALUE} shows as a negative {@code long} and is refused.
 */
public final class Unsigned {
  /** The largest unsigned 32-bit number. */
  public static final long U32_MAX = 0xFFFF_FFFFL;

  private Unsigned() {}

  /**
   * Checks an unsigned 32-bit number.
   *
   * @param name what the number is, for the error
   * @throws IllegalArgumentException if the value is out of range
   */
  public static long u32(String name, long value) {
    if (value < 0 || value > U32_MAX) {
      throw new IllegalArgumentException(
          "Cannot use %s %d: it is not between 0 and %d".formatted(name, value, U32_MAX));
    }
    return value;
  }

  /**
   * Checks an unsigned 64-bit number.
   *
   * @param name what the number is, for the error
   * @throws IllegalArgumentException if the value exceeds {@link Long#MAX_VALUE}
   */
  public static long u64(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          "Cannot use %s %s: it is above %d"
              .formatted(name, Long.toUnsignedString(value), Long.MAX_VALUE));
    }
    return value;
  }

  /**
   * Returns the exclusive end of a range.
   *
   * @param position the first byte
   * @param size the number of bytes
   * @throws IllegalArgumentException if a number or the end exceeds {@link Long#MAX_VALUE}
   */
  public static long end(long position, long size) {
    u64("position", position);
    u64("size", size);
    if (position > Long.MAX_VALUE - size) {
      throw new IllegalArgumentException(
          "Cannot use range of %d bytes at %d: its end is above %d"
              .formatted(size, position, Long.MAX_VALUE));
    }
    return position + size;
  }
}
