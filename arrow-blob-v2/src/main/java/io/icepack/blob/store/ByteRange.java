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

/**
 * A part of one object that fits in an array.
 *
 * @param position the first byte, counted from the beginning of the object; at least 0
 * @param length the number of bytes; at least 0
 */
public record ByteRange(long position, int length) {

  public ByteRange {
    if (position < 0 || length < 0 || position > Long.MAX_VALUE - length) {
      throw new IllegalArgumentException(
          "Cannot use range of "
              + length
              + " bytes at "
              + position
              + ": it is negative or overflows");
    }
  }
}
