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

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.TimeUnit;

/** Converts timestamps of other units to microseconds where that loses nothing. */
final class Microseconds {

  private Microseconds() {}

  /**
   * Answers the values of a buffer in microseconds; the caller owns it.
   *
   * @param validity of the values and of the structs around them, where they have nulls
   * @throws IOException naming the field and the value that has no whole number of microseconds
   */
  static ArrowBuf of(
      WantedField field,
      TimeUnit unit,
      ArrowBuf values,
      int count,
      List<ArrowBuf> validity,
      BufferAllocator allocator)
      throws IOException {
    ArrowBuf converted = allocator.buffer((long) count * Long.BYTES);
    boolean complete = false;
    try {
      for (int i = 0; i < count; i++) {
        boolean valid = SignedBuffers.isValid(validity, i);
        long position = (long) i * Long.BYTES;
        converted.setLong(position, valid ? convert(field, unit, values.getLong(position)) : 0);
      }
      converted.writerIndex((long) count * Long.BYTES);
      complete = true;
      return converted;
    } finally {
      if (!complete) {
        converted.close();
      }
    }
  }

  private static long convert(WantedField field, TimeUnit unit, long value) throws IOException {
    try {
      return switch (unit) {
        case SECOND -> Math.multiplyExact(value, 1_000_000L);
        case MILLISECOND -> Math.multiplyExact(value, 1_000L);
        case MICROSECOND -> value;
        case NANOSECOND -> {
          if (value % 1_000 != 0) {
            throw refused(field, unit, value, "no whole number of microseconds");
          }
          yield value / 1_000;
        }
      };
    } catch (ArithmeticException e) {
      throw refused(field, unit, value, "too many microseconds for 64 bits");
    }
  }

  private static IOException refused(WantedField field, TimeUnit unit, long value, String reason) {
    return new IOException(
        ("timestamp %d of field %s, in units of a %s, is %s; write timestamps in microseconds, or "
                + "give a schema without this field")
            .formatted(
                value, field.from().getName(), unit.name().toLowerCase(Locale.ROOT), reason));
  }
}
