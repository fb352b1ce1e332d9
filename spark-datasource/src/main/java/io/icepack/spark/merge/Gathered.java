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
package io.icepack.spark.merge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.catalyst.util.TypeUtils;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A function that puts values together: {@code listagg}, {@code collect}, {@code merge_map}. As
 * long as one row alone has a value, that is remembered and not looked into.
 */
abstract class Gathered extends Accumulator {

  private final InternalRow computed;
  private InternalRow only;
  private boolean several;

  private Gathered(ColumnSlot column, InternalRow computed) {
    super(column);
    this.computed = computed;
  }

  /** Forgets what was included. */
  abstract void clear();

  /** Puts in the value of a row, which is not null. */
  abstract void include(InternalRow row, boolean newer);

  /** Takes the value of a row out, which is not null. */
  abstract void exclude(InternalRow row);

  /** What all values make together. */
  abstract Object value();

  /** Whether the first value counts as it is. */
  boolean keepsFirst() {
    return true;
  }

  @Override
  final void reset() {
    only = null;
    if (several) {
      several = false;
      clear();
    }
  }

  @Override
  final void replace(InternalRow row) {
    reset();
    only = row.isNullAt(ordinal()) ? null : row;
  }

  @Override
  final void add(InternalRow row, boolean newer, boolean first) {
    if (row.isNullAt(ordinal())) {
      return;
    } else if (only == null && !several && keepsFirst()) {
      only = row;
    } else {
      gather();
      include(row, newer);
    }
  }

  @Override
  final void retract(InternalRow row) {
    if (!row.isNullAt(ordinal()) && (only != null || several)) {
      gather();
      exclude(row);
    }
  }

  private void gather() {
    several = true;
    if (only != null) {
      include(only, true);
      only = null;
    }
  }

  @Override
  final InternalRow source() {
    if (several) {
      computed.update(ordinal(), value());
      return computed;
    }
    return only;
  }

  private static List<Object> elements(ArrayData array, DataType type) {
    List<Object> elements = new ArrayList<>(array.numElements());
    for (int i = 0; i < array.numElements(); i++) {
      elements.add(array.isNullAt(i) ? null : array.get(i, type));
    }
    return elements;
  }

  /** {@code listagg}: strings with a delimiter between them; empty ones leave no trace. */
  static final class Strings extends Gathered {

    private final UTF8String delimiter;
    private final Deque<UTF8String> parts = new ArrayDeque<>();

    Strings(ColumnSlot column, InternalRow computed, String delimiter) {
      super(column, computed);
      this.delimiter = UTF8String.fromString(delimiter);
    }

    @Override
    void clear() {
      parts.clear();
    }

    @Override
    void include(InternalRow row, boolean newer) {
      UTF8String part = row.getUTF8String(ordinal());
      if (part.numBytes() == 0) {
        return;
      } else if (newer) {
        parts.addLast(part);
      } else {
        parts.addFirst(part);
      }
    }

    @Override
    void exclude(InternalRow row) {
      throw irreversible(AggregateFunction.LISTAGG);
    }

    @Override
    Object value() {
      return parts.isEmpty()
          ? UTF8String.EMPTY_UTF8
          : UTF8String.concatWs(delimiter, parts.toArray(UTF8String[]::new));
    }
  }

  /** {@code collect}: the elements of all arrays. */
  static final class Elements extends Gathered {

    private final DataType type;
    private final Comparator<Object> order;
    private final boolean distinct;
    private final List<Object> elements = new ArrayList<>();

    Elements(ColumnSlot column, InternalRow computed, boolean distinct) {
      super(column, computed);
      this.type = ((ArrayType) column.type()).elementType();
      this.order = Comparator.nullsFirst(TypeUtils.getInterpretedOrdering(type));
      this.distinct = distinct;
    }

    @Override
    boolean keepsFirst() {
      return !distinct;
    }

    @Override
    void clear() {
      elements.clear();
    }

    @Override
    void include(InternalRow row, boolean newer) {
      List<Object> added = elements(row.getArray(ordinal()), type);
      elements.addAll(newer ? elements.size() : 0, added);
      if (distinct) {
        TreeSet<Object> seen = new TreeSet<>(order);
        elements.removeIf(element -> !seen.add(element));
      }
    }

    @Override
    void exclude(InternalRow row) {
      TreeMap<Object, Integer> counts = new TreeMap<>(order);
      for (Object element : elements(row.getArray(ordinal()), type)) {
        counts.merge(element, 1, Integer::sum);
      }
      elements.removeIf(element -> takeOne(counts, element));
    }

    private static boolean takeOne(Map<Object, Integer> counts, Object element) {
      int count = counts.getOrDefault(element, 0);
      if (count > 0) {
        counts.put(element, count - 1);
      }
      return count > 0;
    }

    @Override
    Object value() {
      return new GenericArrayData(elements.toArray());
    }
  }

  /** {@code merge_map}: the entries of all maps, of equal keys the newest. */
  static final class Entries extends Gathered {

    private final MapType type;
    private final TreeMap<Object, Object> entries;

    Entries(ColumnSlot column, InternalRow computed) {
      super(column, computed);
      this.type = (MapType) column.type();
      this.entries = new TreeMap<>(TypeUtils.getInterpretedOrdering(type.keyType()));
    }

    @Override
    void clear() {
      entries.clear();
    }

    @Override
    void include(InternalRow row, boolean newer) {
      MapData map = row.getMap(ordinal());
      List<Object> keys = elements(map.keyArray(), type.keyType());
      List<Object> values = elements(map.valueArray(), type.valueType());
      for (int i = 0; i < keys.size(); i++) {
        if (newer || !entries.containsKey(keys.get(i))) {
          entries.put(keys.get(i), values.get(i));
        }
      }
    }

    @Override
    void exclude(InternalRow row) {
      elements(row.getMap(ordinal()).keyArray(), type.keyType()).forEach(entries::remove);
    }

    @Override
    Object value() {
      return new ArrayBasedMapData(
          new GenericArrayData(entries.keySet().toArray()),
          new GenericArrayData(entries.values().toArray()));
    }
  }
}
