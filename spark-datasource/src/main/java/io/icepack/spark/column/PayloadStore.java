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
import java.io.IOException;
import org.apache.spark.sql.catalyst.util.ArrayData;

/**
 * Stores the values of one blob column of a task. A value that the statement only passes on is told
 * apart from a new one.
 */
public final class PayloadStore {

  private final String column;
  private final PayloadPlacement placement;
  private final Handle.Mark mark;
  private final SourcePayloads source;
  private RowOrigins origins;

  /**
   * Creates a store.
   *
   * @param column name of the column
   * @param placement where payloads go
   * @param mark tells handles of the statement, null if there can be none
   * @param source copies what new values are descriptors of, null if values are bytes
   */
  public PayloadStore(
      String column, PayloadPlacement placement, Handle.Mark mark, SourcePayloads source) {
    this.column = column;
    this.placement = placement;
    this.mark = mark;
    this.source = source;
  }

  /** Sets the values that the row to be written next had before, null if there were none. */
  public void origins(ArrayData rowOrigins) {
    origins = rowOrigins == null ? null : RowOrigins.of(rowOrigins, column);
  }

  /** Bytes of payload put into storage so far. */
  public long bytesStored() {
    return placement.bytesStored();
  }

  /** Stores a value, which is bytes unless there is a source table. */
  BlobDescriptor store(byte[] value) throws IOException {
    if (source == null) {
      return storeBytes(value);
    }
    Handle handle = handle(value);
    return handle == null ? source.store(column, value, placement) : placement.carry(handle);
  }

  /** Stores bytes, wherever values come from. */
  BlobDescriptor storeBytes(byte[] value) throws IOException {
    Handle handle = handle(value);
    return handle == null ? placement.place(value) : placement.carry(handle);
  }

  /**
   * Stores a payload that is read from elsewhere, however long it is.
   *
   * @throws java.io.EOFException if the source has fewer bytes
   */
  public BlobDescriptor copy(StoredPayload source) throws IOException {
    return placement.place(source);
  }

  private Handle handle(byte[] value) {
    if (mark == null) {
      return null;
    }
    if (origins == null) {
      return mark.decode(value);
    }
    byte[] origin = origins.take(value);
    return origin == null ? null : mark.decode(origin);
  }
}
