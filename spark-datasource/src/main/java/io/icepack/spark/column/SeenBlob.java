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
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** Blob values as users see them: bytes, or structs of which only some children may be wanted. */
final class SeenBlob {

  private static final String DATA = "data";

  private SeenBlob() {}

  /** Whether the bytes of a blob are wanted. */
  static boolean hasData(BlobShape.Value blob) {
    return blob.form() == BlobForm.BYTES
        || ((StructType) blob.shown()).getFieldIndex(DATA).isDefined();
  }

  /** A value with its bytes, which are null if they are not wanted. */
  static Object ofData(BlobShape.Value blob, byte[] data) {
    return blob.form() == BlobForm.BYTES ? data : struct(blob, data, null, null, null);
  }

  /** A value that says where its bytes are. */
  static InternalRow ofReference(BlobShape.Value blob, String uri, Long position, Long size) {
    return struct(blob, null, UTF8String.fromString(uri), position, size);
  }

  private static InternalRow struct(
      BlobShape.Value blob, byte[] data, UTF8String uri, Long position, Long size) {
    String[] names = ((StructType) blob.shown()).fieldNames();
    Object[] children = new Object[names.length];
    for (int i = 0; i < names.length; i++) {
      children[i] =
          switch (names[i]) {
            case DATA -> data;
            case "uri" -> uri;
            case "position" -> position;
            case "size" -> size;
            default ->
                throw new IllegalArgumentException("Cannot read field " + names[i] + " of a blob");
          };
    }
    return new GenericInternalRow(children);
  }

  /** The bytes of a value, null if it has none. */
  static byte[] data(BlobShape.Value blob, Object value) {
    if (blob.form() == BlobForm.BYTES) {
      return (byte[]) value;
    }
    int ordinal = ((StructType) blob.shown()).fieldIndex(DATA);
    InternalRow struct = (InternalRow) value;
    return struct.isNullAt(ordinal) ? null : struct.getBinary(ordinal);
  }
}
