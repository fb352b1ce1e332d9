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

import io.icepack.spark.column.ColumnValues.Side;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;

/** Reads {@link OriginsColumn} from descriptors and from the payloads built to its left. */
final class OriginsColumnReader implements ColumnReader {

  private final List<OutputColumn.Origin> columns;
  private final Handle.Mark mark;

  OriginsColumnReader(List<OutputColumn.Origin> columns, Handle.Mark mark) {
    this.columns = columns;
    this.mark = mark;
  }

  @Override
  public Object build(InternalRow physical, String dataFile, InternalRow built) {
    List<byte[]> entries = new ArrayList<>();
    for (OutputColumn.Origin column : columns) {
      BlobSource source = column.source();
      Iterator<byte[]> values = values(column, built).iterator();
      source.forEach(
          physical,
          dataFile,
          (blob, handle) -> {
            if (SeenBlob.hasData(blob)) {
              entries.add(OriginsColumn.entry(source.name(), values.next(), mark.encode(handle)));
            }
          });
    }
    return new GenericArrayData(entries.toArray());
  }

  private static List<byte[]> values(OutputColumn.Origin column, InternalRow built) {
    List<byte[]> values = new ArrayList<>();
    ColumnValues.map(
        column.built(),
        ColumnValues.get(built, column.ordinal(), column.built(), Side.SEEN),
        Side.SEEN,
        (blob, value) -> {
          if (SeenBlob.hasData(blob)) {
            values.add(SeenBlob.data(blob, value));
          }
          return null;
        });
    return values;
  }
}
