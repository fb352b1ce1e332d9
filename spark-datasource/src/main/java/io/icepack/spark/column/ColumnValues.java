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

import io.icepack.spark.table.BlobShape;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.DataType;

/** Walks the blob leaves of one value of a blob column. */
final class ColumnValues {

  private ColumnValues() {}

  /**
   * Replaces every non-null leaf and keeps everything around it: null and empty containers, null
   * elements, order, keys.
   *
   * @param value a value in Spark's internal form, may be null
   * @param leafType the type of the leaves of {@code value}
   * @param leaf the replacement, which may be null for a leaf that stands for null
   * @return the new value, null if {@code value} is
   */
  static Object map(BlobShape shape, Object value, DataType leafType, UnaryOperator<Object> leaf) {
    if (value == null) {
      return null;
    }
    return switch (shape) {
      case SCALAR -> leaf.apply(value);
      case ARRAY -> mapArray((ArrayData) value, leafType, leaf);
      case MAP -> {
        MapData map = (MapData) value;
        yield new ArrayBasedMapData(map.keyArray(), mapArray(map.valueArray(), leafType, leaf));
      }
    };
  }

  private static ArrayData mapArray(
      ArrayData array, DataType leafType, UnaryOperator<Object> leaf) {
    Object[] mapped = new Object[array.numElements()];
    for (int i = 0; i < mapped.length; i++) {
      mapped[i] = array.isNullAt(i) ? null : leaf.apply(array.get(i, leafType));
    }
    return new GenericArrayData(mapped);
  }
}
