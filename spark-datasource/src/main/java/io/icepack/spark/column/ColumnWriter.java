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
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** Turns the values of one blob column into descriptors while a task writes rows. */
public final class ColumnWriter {

  private final BlobShape shape;
  private final DataType logicalType;
  private final PayloadStore store;

  /**
   * Creates a writer.
   *
   * @param physicalType the type of the column in data files
   */
  public ColumnWriter(BlobShape shape, DataType physicalType, PayloadStore store) {
    this.shape = shape;
    this.logicalType = shape.withLeaf(physicalType, DataTypes.BinaryType);
    this.store = store;
  }

  /**
   * Stores the payloads of a column of a row.
   *
   * @return the value with descriptor structs in the place of bytes, null if it is null
   */
  public Object write(InternalRow row, int ordinal) throws IOException {
    Object logical = row.isNullAt(ordinal) ? null : row.get(ordinal, logicalType);
    try {
      return ColumnValues.map(shape, logical, DataTypes.BinaryType, this::store);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Object store(Object payload) {
    try {
      return DescriptorRows.encode(store.store((byte[]) payload));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
