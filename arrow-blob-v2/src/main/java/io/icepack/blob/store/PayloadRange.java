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
package io.icepack.blob.store;

import java.util.Objects;

/**
 * A payload in storage: a part of the object at a location, as a descriptor resolves to it.
 *
 * @param location the location of the object, never null
 * @param position the first byte, counted from the beginning of the object; at least 0
 * @param length the number of bytes, or {@link #WHOLE} or {@link #REST} where the length of the
 *     object decides
 */
public record PayloadRange(String location, long position, long length) {

  /**
   * As many bytes as the object has, still beginning at the position (Blob v2, External
   * Resolution).
   */
  public static final long WHOLE = -1;

  /** The bytes from the position to the end of the object. */
  public static final long REST = -2;

  public PayloadRange {
    Objects.requireNonNull(location, "location");
    if (position < 0 || length < REST || (length > 0 && position > Long.MAX_VALUE - length)) {
      throw new IllegalArgumentException(
          "Cannot use range of %d bytes at %d of %s: it is negative or overflows"
              .formatted(length, position, location));
    }
  }

  /** Whether the length must be discovered from the object. */
  public boolean isOpen() {
    return length < 0;
  }

  /** This range with its length settled for an object of the given length in bytes. */
  public PayloadRange settle(long objectLength) {
    if (length == WHOLE) {
      return new PayloadRange(location, position, objectLength);
    }
    return length == REST
        ? new PayloadRange(location, position, Math.max(0, objectLength - position))
        : this;
  }

  /** The position after the last byte. */
  public long end() {
    return position + length;
  }
}
