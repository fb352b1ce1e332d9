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

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.arrow.vector.FieldVector;

/**
 * The positions of a vector whose values belong to a row: not those beneath a null struct or a null
 * list, nor those that no list refers to (Blob v2, "Table Schema": containers keep their Arrow
 * meanings). Positions ascend. Each slot knows its owner, so that an error can say where it is.
 */
final class Slots {

  /** The slots of the containers around these; null for the rows themselves. */
  private final Slots owners;

  /** Where the containers are lists, the bounds of these; null otherwise. */
  private final ListBounds lists;

  private final int[] owner;
  private final int[] position;

  /** What the first of the rows is called; counts only where these are rows. */
  private final long firstRow;

  private Slots(Slots owners, ListBounds lists, int[] owner, int[] position, long firstRow) {
    this.firstRow = firstRow;
    this.owners = owners;
    this.lists = lists;
    this.owner = owner;
    this.position = position;
  }

  /** The slots beneath a field that holds no blobs, where nobody needs them. */
  static final Slots NONE = rows(0, 0);

  /**
   * @param firstRow the number of the first row, for errors
   */
  static Slots rows(long firstRow, int count) {
    int[] rows = IntStream.range(0, count).toArray();
    return new Slots(null, null, rows, rows, firstRow);
  }

  int count() {
    return position.length;
  }

  int position(int slot) {
    return position[slot];
  }

  /** The slots of each child of a struct, given its own. */
  Slots beneathStruct(FieldVector structs) {
    int[] valid = validSlots(structs);
    return new Slots(this, null, valid, Arrays.stream(valid).map(this::position).toArray(), 0);
  }

  /**
   * The slots of the elements of a list, given its own.
   *
   * @param elementCount the number of elements in the data vector of the list
   */
  Slots beneathList(FieldPath path, FieldVector vector, int elementCount) {
    ListBounds bounds = ListBounds.of(vector);
    int[] valid = validSlots(vector);
    int total = requireBounds(path, bounds, valid, elementCount);
    int[] elementOwner = new int[total];
    int[] elementPosition = new int[total];
    int next = 0;
    for (int slot : valid) {
      int end = (int) bounds.end(position[slot]);
      for (int element = (int) bounds.start(position[slot]); element < end; element++) {
        elementOwner[next] = slot;
        elementPosition[next++] = element;
      }
    }
    return new Slots(this, bounds, elementOwner, elementPosition, 0);
  }

  /** Says which row a slot belongs to, and which element it is of each list around it. */
  String describe(int slot) {
    return describe(slot, "");
  }

  private String describe(int slot, String elements) {
    if (owners == null) {
      return "row " + (firstRow + slot) + (elements.isEmpty() ? "" : ", element " + elements);
    }
    if (lists == null) {
      return owners.describe(owner[slot], elements);
    }
    long index = position[slot] - lists.start(owners.position(owner[slot]));
    return owners.describe(owner[slot], "[" + index + "]" + elements);
  }

  private int[] validSlots(FieldVector vector) {
    return IntStream.range(0, count()).filter(slot -> !vector.isNull(position[slot])).toArray();
  }

  /** Answers how many elements the lists have, having made sure that no two lists share one. */
  private int requireBounds(FieldPath path, ListBounds bounds, int[] slots, int elementCount) {
    long total = 0;
    long previousEnd = 0;
    for (int slot : slots) {
      long start = bounds.start(position[slot]);
      long end = bounds.end(position[slot]);
      if (start < previousEnd || end < start || end > elementCount) {
        throw new IllegalArgumentException(
            "Cannot read list %s in %s: offsets %d to %d do not fit after %d and within %d elements"
                .formatted(path, describe(slot), start, end, previousEnd, elementCount));
      }
      total += end - start;
      previousEnd = end;
    }
    return (int) total;
  }
}
