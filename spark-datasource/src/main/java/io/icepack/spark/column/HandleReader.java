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
import io.icepack.spark.io.ExternalStorage;
import io.icepack.spark.table.BlobShape;
import io.icepack.spark.table.BlobTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;

/**
 * A function that turns the handles in a value into bytes, where the plan of a statement looks at
 * them. Bytes that are no handles stay as they are.
 */
public final class HandleReader implements ScalarFunction<Object> {

  private final TaskReadSession session;
  private final BlobShape shape;
  private final DataType type;
  private final boolean nullable;
  private final Handle.Mark mark;

  private HandleReader(
      TaskReadSession session, BlobShape shape, DataType type, boolean nullable, Handle.Mark mark) {
    this.session = session;
    this.shape = shape;
    this.type = type;
    this.nullable = nullable;
    this.mark = mark;
  }

  /**
   * The function for values of one sort.
   *
   * @param shape where blobs are in a value
   * @param type its type
   * @param nullable whether it may be null
   */
  public static HandleReader of(
      BlobTable table,
      BlobShape shape,
      DataType type,
      boolean nullable,
      Handle.Mark mark,
      ExternalStorage external) {
    return new HandleReader(
        new TaskReadSession(table.table(), external), shape, type, nullable, mark);
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {type};
  }

  @Override
  public DataType resultType() {
    return type;
  }

  @Override
  public boolean isResultNullable() {
    return nullable;
  }

  @Override
  public String name() {
    return "icepack_payload";
  }

  @Override
  public Object produceResult(InternalRow input) {
    Object value = ColumnValues.get(input, 0, shape, Side.SEEN);
    return ColumnValues.map(shape, value, Side.SEEN, this::read);
  }

  private Object read(BlobShape.Value blob, Object value) {
    byte[] data = SeenBlob.data(blob, value);
    Handle handle = data == null ? null : mark.decode(data);
    if (handle == null) {
      return value;
    }
    PayloadBatch payload = new PayloadBatch(session.get(), blob.path());
    payload.ask(blob.path(), handle);
    try {
      payload.fetch();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    return SeenBlob.ofData(blob, payload.take());
  }
}
