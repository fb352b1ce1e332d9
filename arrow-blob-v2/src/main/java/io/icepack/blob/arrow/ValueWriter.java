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
import org.apache.arrow.vector.FieldVector;

/** Writes values of one representation to a vector, position by position from the first. */
interface ValueWriter<T> {

  /** Makes room for a number of values. */
  void allocate(int valueCount);

  /**
   * @param value null to write a null
   */
  void write(int position, T value);

  /** Answers the value of a slot, null for a null blob. */
  @FunctionalInterface
  interface Values<T> {
    T at(int slot) throws IOException;
  }

  /**
   * Fills the target of a column. Positions that are in no slot become null, or empty where the
   * field is not nullable.
   */
  static <T> void fill(BlobColumn column, ValueWriter<T> writer, T empty, Values<T> values)
      throws IOException {
    int valueCount = column.source().getValueCount();
    T unused = column.targetField().isNullable() ? null : empty;
    FieldVector target = column.target();
    writer.allocate(valueCount);
    int next = 0;
    for (int slot = 0; slot < column.slots().count(); slot++) {
      while (next < column.slots().position(slot)) {
        writer.write(next++, unused);
      }
      writer.write(next++, values.at(slot));
    }
    while (next < valueCount) {
      writer.write(next++, unused);
    }
    target.setValueCount(valueCount);
  }
}
