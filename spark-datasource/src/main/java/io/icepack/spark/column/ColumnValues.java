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
package io.icepack.spark.column;

import io.icepack.spark.table.BlobForm;
import io.icepack.spark.table.BlobShape;
import io.icepack.spark.table.DescriptorType;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.StructType;

/** Walks the blobs of one value of a column. */
final class ColumnValues {

  /** Which of its two types a value has. */
  enum Side {
    /** Descriptor structs, as data files have them. */
    STORED,
    /** What users see. */
    SEEN
  }

  /** What becomes of one blob that is not null; it may be null then. */
  @FunctionalInterface
  interface Replacement {
    Object of(BlobShape.Value blob, Object value);
  }

  private ColumnValues() {}

  /** Takes a value out of a row or an array. */
  static Object get(SpecializedGetters from, int ordinal, BlobShape shape, Side side) {
    if (from.isNullAt(ordinal)) {
      return null;
    } else if (shape instanceof BlobShape.Value blob) {
      return leaf(from, ordinal, blob, side);
    } else if (shape instanceof BlobShape.Elements) {
      return from.getArray(ordinal);
    } else if (shape instanceof BlobShape.Entries) {
      return from.getMap(ordinal);
    } else {
      return from.getStruct(ordinal, ((BlobShape.Fields) shape).width());
    }
  }

  private static Object leaf(
      SpecializedGetters from, int ordinal, BlobShape.Value blob, Side side) {
    if (side == Side.STORED) {
      return from.getStruct(ordinal, DescriptorType.FIELDS);
    }
    return blob.form() == BlobForm.BYTES
        ? from.getBinary(ordinal)
        : from.getStruct(ordinal, ((StructType) blob.shown()).length());
  }

  /**
   * Replaces every non-null blob and keeps everything around it: null and empty containers, null
   * elements, order, keys, and the plain fields of structs.
   *
   * @param value a value in Spark's internal form, may be null
   * @return the new value, null if {@code value} is
   */
  static Object map(BlobShape shape, Object value, Side side, Replacement replacement) {
    if (value == null) {
      return null;
    } else if (shape instanceof BlobShape.Value blob) {
      return replacement.of(blob, value);
    } else if (shape instanceof BlobShape.Elements elements) {
      return mapArray(elements.element(), (ArrayData) value, side, replacement);
    } else if (shape instanceof BlobShape.Entries entries) {
      MapData map = (MapData) value;
      return new ArrayBasedMapData(
          map.keyArray(), mapArray(entries.value(), map.valueArray(), side, replacement));
    } else {
      return mapStruct((BlobShape.Fields) shape, (InternalRow) value, side, replacement);
    }
  }

  private static ArrayData mapArray(
      BlobShape shape, ArrayData array, Side side, Replacement replacement) {
    Object[] mapped = new Object[array.numElements()];
    for (int i = 0; i < mapped.length; i++) {
      mapped[i] = map(shape, get(array, i, shape, side), side, replacement);
    }
    return new GenericArrayData(mapped);
  }

  private static InternalRow mapStruct(
      BlobShape.Fields shape, InternalRow struct, Side side, Replacement replacement) {
    Object[] mapped = new Object[shape.fields().size()];
    for (int i = 0; i < mapped.length; i++) {
      BlobShape.Field field = shape.fields().get(i);
      if (field.shape() != null) {
        Object value = get(struct, field.ordinal(), field.shape(), side);
        mapped[i] = map(field.shape(), value, side, replacement);
      } else if (!struct.isNullAt(field.ordinal())) {
        mapped[i] = struct.get(field.ordinal(), field.type());
      }
    }
    return new GenericInternalRow(mapped);
  }
}
