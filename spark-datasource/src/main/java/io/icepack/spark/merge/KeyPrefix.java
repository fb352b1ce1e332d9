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

import java.util.function.ToLongFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.ByteArray;

/**
 * The beginning of a key as a number, in the order of {@link KeyOrder}: keys that begin differently
 * compare without a look at their rows.
 */
final class KeyPrefix {

  // Also that of null, which comes first.
  private static final long LEAST = Long.MIN_VALUE;

  /** Every key has the same prefix. */
  static final KeyPrefix NONE = new KeyPrefix(row -> LEAST, false);

  private final ToLongFunction<InternalRow> first;
  private final boolean wholeKey;

  private KeyPrefix(ToLongFunction<InternalRow> first, boolean wholeKey) {
    this.first = first;
    this.wholeKey = wholeKey;
  }

  /** The prefix of a key of the first {@code keyColumns} columns. */
  static KeyPrefix of(StructType rowType, int keyColumns) {
    DataType type = rowType.fields()[0].dataType();
    if (type instanceof LongType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType) {
      return new KeyPrefix(row -> row.getLong(0), keyColumns == 1);
    } else if (type instanceof IntegerType || type instanceof DateType) {
      return new KeyPrefix(row -> row.getInt(0), keyColumns == 1);
    } else if (type.equals(DataTypes.StringType)) {
      return new KeyPrefix(row -> signed(row.getUTF8String(0).getPrefix()), false);
    } else if (type instanceof BinaryType) {
      return new KeyPrefix(row -> signed(ByteArray.getPrefix(row.getBinary(0))), false);
    } else {
      return NONE;
    }
  }

  private static long signed(long unsigned) {
    return unsigned ^ Long.MIN_VALUE;
  }

  /** The prefix of the key of a row. */
  long of(InternalRow row) {
    return row.isNullAt(0) ? LEAST : first.applyAsLong(row);
  }

  /** Whether keys that have the same prefix, this one, are equal. */
  boolean isWholeKey(long prefix) {
    return wholeKey && prefix != LEAST;
  }
}
