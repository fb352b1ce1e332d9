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

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataTypes;

/** Reads {@link OriginsColumn} from descriptors and from the payloads built to its left. */
final class OriginsColumnReader implements ColumnReader {

  private final List<BlobSource> sources;
  private final List<Integer> payloads;
  private final Handle.Mark mark;

  OriginsColumnReader(List<BlobSource> sources, List<Integer> payloads, Handle.Mark mark) {
    this.sources = sources;
    this.payloads = payloads;
    this.mark = mark;
  }

  @Override
  public Object build(InternalRow physical, String dataFile, InternalRow built) {
    List<byte[]> entries = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      BlobSource source = sources.get(i);
      Iterator<byte[]> values = values(source, payloads.get(i), built).iterator();
      source.forEach(
          physical,
          dataFile,
          handle ->
              entries.add(OriginsColumn.entry(source.name(), values.next(), mark.encode(handle))));
    }
    return new GenericArrayData(entries.toArray());
  }

  private static List<byte[]> values(BlobSource source, int ordinal, InternalRow built) {
    if (built.isNullAt(ordinal)) {
      return List.of();
    }
    return switch (source.shape()) {
      case SCALAR -> List.of(built.getBinary(ordinal));
      case ARRAY -> nonNull(built.getArray(ordinal));
      case MAP -> nonNull(built.getMap(ordinal).valueArray());
    };
  }

  private static List<byte[]> nonNull(ArrayData array) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < array.numElements(); i++) {
      if (!array.isNullAt(i)) {
        values.add((byte[]) array.get(i, DataTypes.BinaryType));
      }
    }
    return values;
  }
}
