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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * The buffers of a field as the type has them that {@link SignedSchema} gives it.
 *
 * @param buffers validity first; those that had to be made are this object's
 */
record SignedBuffers(List<ArrowBuf> buffers, List<ArrowBuf> made) implements AutoCloseable {

  /**
   * @param outer the validity of the structs around the field; what is beneath a null one may be
   *     anything
   * @throws IOException if a value does not fit
   */
  static SignedBuffers of(
      WantedField field,
      ArrowFieldNode node,
      List<ArrowBuf> stored,
      List<ArrowBuf> outer,
      BufferAllocator allocator)
      throws IOException {
    ArrowType from = ChildSpec.storageType(field.from());
    if (from.equals(ChildSpec.storageType(field.to()))) {
      return new SignedBuffers(stored, List.of());
    }
    int count = Math.toIntExact(node.getLength());
    List<ArrowBuf> validity =
        Stream.concat(
                outer.stream(),
                node.getNullCount() == 0 ? Stream.of() : stored.subList(0, 1).stream())
            .toList();
    if (from instanceof ArrowType.Int number && number.getBitWidth() == Long.SIZE) {
      requirePositive(field, stored.get(1), count, validity);
      return new SignedBuffers(stored, List.of());
    }
    ArrowBuf converted;
    if (from instanceof ArrowType.Int number) {
      converted = widened(stored.get(1), count, number.getBitWidth() / Byte.SIZE, allocator);
    } else if (from instanceof ArrowType.Timestamp time) {
      converted = Microseconds.of(field, time.getUnit(), stored.get(1), count, validity, allocator);
    } else {
      converted = offsets(field, stored.get(1), count, allocator);
    }
    List<ArrowBuf> buffers = new ArrayList<>(stored);
    buffers.set(1, converted);
    return new SignedBuffers(buffers, List.of(converted));
  }

  @Override
  public void close() {
    made.forEach(ArrowBuf::close);
  }

  private static void requirePositive(
      WantedField field, ArrowBuf values, int count, List<ArrowBuf> validity) throws IOException {
    for (int i = 0; i < count; i++) {
      long value = values.getLong((long) i * Long.BYTES);
      if (value < 0 && isValid(validity, i)) {
        throw new IOException(
            "value %s of field %s is above %d; give a schema without this field"
                .formatted(Long.toUnsignedString(value), field.from().getName(), Long.MAX_VALUE));
      }
    }
  }

  /** Whether a value and the structs around it are no nulls. */
  static boolean isValid(List<ArrowBuf> validity, int index) {
    return validity.stream().allMatch(bits -> BitVectorHelper.get(bits, index) == 1);
  }

  private static ArrowBuf widened(
      ArrowBuf values, int count, int width, BufferAllocator allocator) {
    ArrowBuf wide = allocator.buffer((long) count * width * 2);
    for (long i = 0; i < count; i++) {
      switch (width) {
        case Byte.BYTES -> wide.setShort(i * 2, Byte.toUnsignedInt(values.getByte(i)));
        case Short.BYTES -> wide.setInt(i * 4, Short.toUnsignedInt(values.getShort(i * 2)));
        default -> wide.setLong(i * 8, Integer.toUnsignedLong(values.getInt(i * 4)));
      }
    }
    wide.writerIndex((long) count * width * 2);
    return wide;
  }

  /** Narrows the offsets of a LargeList. */
  private static ArrowBuf offsets(
      WantedField field, ArrowBuf large, int count, BufferAllocator allocator) throws IOException {
    int offsets = large.capacity() == 0 ? 0 : count + 1;
    long last = offsets == 0 ? 0 : large.getLong((long) count * Long.BYTES);
    if (last > Integer.MAX_VALUE) {
      throw new IOException(
          "field %s has %d elements in one record batch, more than %d"
              .formatted(field.from().getName(), last, Integer.MAX_VALUE));
    }
    ArrowBuf narrow = allocator.buffer((long) offsets * Integer.BYTES);
    for (long i = 0; i < offsets; i++) {
      narrow.setInt(i * Integer.BYTES, (int) large.getLong(i * Long.BYTES));
    }
    narrow.writerIndex((long) offsets * Integer.BYTES);
    return narrow;
  }
}
