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

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.BlobKind;
import io.icepack.spark.io.ExternalStorage;
import io.icepack.spark.table.BlobTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * {@code length} of a blob, in bytes, from fields of its descriptor in {@code _blobs}. Only the
 * object of an External one without a size has to be asked for its length, and no byte of it is
 * read (Blob v2, External Resolution).
 */
public final class BlobLength implements ScalarFunction<Integer> {

  /** The fields that are its arguments. */
  public static final List<String> ARGUMENTS = List.of("kind", "position", "size", "uri");

  private final TaskReadSession session;
  private final String path;

  /**
   * The function for one column.
   *
   * @param path of the column or field, for errors
   * @param external where objects are that do not belong to the table
   */
  public BlobLength(BlobTable table, String path, ExternalStorage external) {
    this.session = new TaskReadSession(table.table(), external);
    this.path = path;
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {
      DataTypes.IntegerType, DataTypes.LongType, DataTypes.LongType, DataTypes.StringType
    };
  }

  @Override
  public DataType resultType() {
    return DataTypes.IntegerType;
  }

  @Override
  public String name() {
    return "icepack_blob_length";
  }

  @Override
  public Integer produceResult(InternalRow descriptor) {
    if (descriptor.isNullAt(0)) {
      return null;
    }
    long size = descriptor.getLong(2);
    if (size == 0 && descriptor.getInt(0) == BlobKind.EXTERNAL.code()) {
      size = measure(descriptor.getString(3), descriptor.getLong(1));
    }
    if (size > Integer.MAX_VALUE) {
      throw new ArithmeticException(
          String.format(
              "Cannot return the length of column %s of table %s as INT: it is %d; select the size "
                  + "of its descriptor in _blobs instead",
              path, session.table(), size));
    }
    return (int) size;
  }

  private long measure(String uri, long position) {
    Handle handle = new Handle(BlobDescriptor.external(uri, position, 0), "");
    PayloadBatch payload = new PayloadBatch(session.get(), path);
    payload.expect(path, handle);
    try {
      payload.measure();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    return payload.ask(path, handle);
  }
}
