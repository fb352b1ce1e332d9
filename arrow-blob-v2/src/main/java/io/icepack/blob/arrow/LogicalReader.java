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

import io.icepack.blob.descriptor.LogicalBlob;
import io.icepack.blob.read.PayloadTooLargeException;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;

/** Reads the values of a logical blob column (Blob v2, "Logical Input Values"). */
final class LogicalReader {

  private final BlobColumn column;
  private final LargeVarBinaryVector data;
  private final VarCharVector uri;

  /** Null in the minimal shape, like {@link #size}. */
  private final UInt8Vector position;

  private final UInt8Vector size;

  LogicalReader(BlobColumn column) {
    this.column = column;
    List<FieldVector> children = BlobColumn.children(column.source());
    this.data = (LargeVarBinaryVector) children.get(0);
    this.uri = (VarCharVector) children.get(1);
    boolean minimal = children.size() == 2;
    this.position = minimal ? null : (UInt8Vector) children.get(2);
    this.size = minimal ? null : (UInt8Vector) children.get(3);
  }

  /**
   * Refuses the first invalid value.
   *
   * @throws IllegalArgumentException naming the field, the row and the offending input
   */
  void check() {
    for (int slot = 0; slot < column.slots().count(); slot++) {
      int index = column.slots().position(slot);
      if (column.source().isNull(index)) {
        column.requireNullable(slot);
      } else if (hasOnlyData(index)) {
        requireReadable(slot, index);
      } else {
        read(slot);
      }
    }
  }

  /**
   * Answers a value, or null for a null blob.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  LogicalBlob read(int slot) {
    int index = column.slots().position(slot);
    if (column.source().isNull(index)) {
      return null;
    }
    return LogicalBlob.validate(
        column.describe(slot),
        readData(slot, index),
        readUri(slot, index),
        number(position, index),
        number(size, index));
  }

  /** Such a value is valid, which can be said without a copy of the bytes. */
  private boolean hasOnlyData(int index) {
    return !data.isNull(index)
        && uri.isNull(index)
        && number(position, index) == null
        && number(size, index) == null;
  }

  private byte[] readData(int slot, int index) {
    if (data.isNull(index)) {
      return null;
    }
    requireReadable(slot, index);
    return data.get(index);
  }

  private void requireReadable(int slot, int index) {
    long start = offset(index);
    long length = offset(index + 1L) - start;
    if (length > PayloadTooLargeException.MAX_BYTES) {
      throw new IllegalArgumentException(
          "Cannot write blob to field %s: data of %d bytes is longer than %d, pass a uri instead"
              .formatted(column.describe(slot), length, PayloadTooLargeException.MAX_BYTES));
    }
  }

  private long offset(long index) {
    return data.getOffsetBuffer().getLong(index * LargeVarBinaryVector.OFFSET_WIDTH);
  }

  private String readUri(int slot, int index) {
    if (uri.isNull(index)) {
      return null;
    }
    try {
      return Utf8.decode(uri.get(index));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Cannot write blob to field %s: its uri is not valid UTF-8"
              .formatted(column.describe(slot)),
          e);
    }
  }

  private static Long number(UInt8Vector vector, int index) {
    return vector == null || vector.isNull(index) ? null : vector.get(index);
  }
}
