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

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.util.ArrayData;

/**
 * The handles that a row had before, as one blob column looks for them. Values with the same bytes
 * keep their order, so that a column which is written again as it was has the same descriptors.
 */
final class RowOrigins {

  private final Map<ByteBuffer, Deque<byte[]>> own = new HashMap<>();
  private final Map<ByteBuffer, byte[]> others = new HashMap<>();

  private RowOrigins() {}

  /** Reads a value of {@link OriginsColumn} for a column. */
  static RowOrigins of(ArrayData entries, String column) {
    RowOrigins origins = new RowOrigins();
    for (int i = 0; i < entries.numElements(); i++) {
      OriginsColumn.Entry entry = OriginsColumn.Entry.of(entries.getBinary(i));
      if (entry.column().equals(column)) {
        origins.own.computeIfAbsent(entry.digest(), d -> new ArrayDeque<>()).add(entry.handle());
      } else {
        origins.others.put(entry.digest(), entry.handle());
      }
    }
    return origins;
  }

  /** The handle of the next value of the column if the row had these bytes, else null. */
  byte[] take(byte[] value) {
    ByteBuffer digest = OriginsColumn.digest(value);
    Deque<byte[]> handles = own.get(digest);
    if (handles == null) {
      return others.get(digest);
    }
    return handles.size() > 1 ? handles.poll() : handles.peek();
  }
}
