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
package io.icepack.spark.write;

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.spark.column.ColumnWriter;
import io.icepack.spark.column.DescriptorCheck;
import io.icepack.spark.column.DescriptorRows;
import io.icepack.spark.column.DescriptorSource;
import io.icepack.spark.column.PayloadStore;
import io.icepack.spark.column.UriStore;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Turns a row as Spark has it into the row that goes to a data file, storing its payloads. */
final class RowEncoder {

  private final DataType[] types;
  private final ColumnWriter[] blobs;
  private final DescriptorCheck[] descriptors;
  private final Object[] absent;

  /**
   * @param table full name, for errors
   * @param stores one per blob column of the context, in order
   * @param uris what becomes of URIs, null if no column can have any
   */
  RowEncoder(String table, WriteContext context, List<PayloadStore> stores, UriStore uris) {
    StructField[] fields = context.sparkSchema().fields();
    this.types = new DataType[fields.length];
    for (int i = 0; i < fields.length; i++) {
      types[i] = fields[i].dataType();
    }
    this.blobs = new ColumnWriter[fields.length];
    for (int i = 0; i < stores.size(); i++) {
      WrittenBlob blob = context.blobs().get(i);
      blobs[blob.ordinal()] = new ColumnWriter(table, blob.shape(), stores.get(i), uris);
    }
    this.descriptors = new DescriptorCheck[fields.length];
    for (DescriptorSource column : context.descriptors()) {
      descriptors[column.ordinal()] = new DescriptorCheck(table, column.name());
    }
    this.absent = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      if (!fields[i].nullable() && (blobs[i] != null || descriptors[i] != null)) {
        absent[i] = empty(types[i]);
      }
    }
  }

  private static Object empty(DataType type) {
    GenericArrayData none = new GenericArrayData(new Object[0]);
    if (type instanceof ArrayType) {
      return none;
    } else if (type instanceof MapType) {
      return new ArrayBasedMapData(none, none);
    }
    byte[] bytes = {};
    return type instanceof StructType ? DescriptorRows.encode(BlobDescriptor.inline(bytes)) : bytes;
  }

  /**
   * Encodes a row.
   *
   * @param row the columns of the statement; valid until the next row is encoded
   * @param trailing values of the columns behind them that the statement does not see, such as row
   *     lineage or the row kind; empty if the file has none
   */
  InternalRow encode(InternalRow row, Object... trailing) throws IOException {
    Object[] values = plain(row, trailing);
    for (int i = 0; i < types.length - trailing.length; i++) {
      if (blobs[i] != null) {
        values[i] = blobs[i].write(row, i);
      }
    }
    return new GenericInternalRow(values);
  }

  /** Encodes a row without its blobs, which are null then, or empty if they cannot be null. */
  InternalRow encodeWithoutBlobs(InternalRow row, Object... trailing) {
    Object[] values = plain(row, trailing);
    for (int i = 0; i < values.length; i++) {
      values[i] = values[i] == null ? absent[i] : values[i];
    }
    return new GenericInternalRow(values);
  }

  private Object[] plain(InternalRow row, Object... trailing) {
    Object[] values = new Object[types.length];
    int columns = types.length - trailing.length;
    for (int i = 0; i < columns; i++) {
      if (blobs[i] == null && !row.isNullAt(i)) {
        values[i] = row.get(i, types[i]);
        if (descriptors[i] != null) {
          descriptors[i].check((byte[]) values[i]);
        }
      }
    }
    System.arraycopy(trailing, 0, values, columns, trailing.length);
    return values;
  }
}
