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

import io.icepack.blob.base.DescriptorRewriter;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.pack.PackWriter;
import java.io.IOException;
import java.io.InputStream;
import org.apache.spark.sql.catalyst.util.ArrayData;

/**
 * Where one task puts the payloads of one blob column: small ones into the row, others into the
 * open pack. A value that the statement only passes on keeps its descriptor and moves no byte.
 */
public final class PayloadStore {

  private final String column;
  private final PackWriter packs;
  private final int inlineThreshold;
  private final Handle.Mark mark;
  private final DescriptorRewriter rewriter;
  private final String newDataFile;
  private RowOrigins origins;
  private long bytesStored;

  /**
   * Creates a store.
   *
   * @param column name of the column
   * @param packs the open packs of the column
   * @param inlineThreshold bytes; payloads of at most this size go into the row
   * @param mark tells handles of the statement, null if there can be none
   * @param rewriter moves descriptors from one data file to another
   * @param newDataFile a location as new data files have it
   */
  public PayloadStore(
      String column,
      PackWriter packs,
      int inlineThreshold,
      Handle.Mark mark,
      DescriptorRewriter rewriter,
      String newDataFile) {
    this.column = column;
    this.packs = packs;
    this.inlineThreshold = inlineThreshold;
    this.mark = mark;
    this.rewriter = rewriter;
    this.newDataFile = newDataFile;
  }

  /** Sets the values that the row to be written next had before, null if there were none. */
  public void origins(ArrayData rowOrigins) {
    origins = rowOrigins == null ? null : RowOrigins.of(rowOrigins, column);
  }

  /** Bytes of payload put into packs so far. */
  public long bytesStored() {
    return bytesStored;
  }

  BlobDescriptor store(byte[] value) throws IOException {
    Handle handle = mark == null ? null : handle(value);
    if (handle != null) {
      return rewriter.rewrite(handle.descriptor(), handle.dataFile(), newDataFile);
    }
    if (value.length <= inlineThreshold) {
      return BlobDescriptor.inline(value);
    }
    BlobDescriptor descriptor = packs.append(value).descriptor();
    bytesStored += value.length;
    return descriptor;
  }

  /**
   * Stores a payload that is read from elsewhere, however long it is.
   *
   * @throws java.io.EOFException if the source has fewer bytes
   */
  public BlobDescriptor copy(InputStream source, long length) throws IOException {
    BlobDescriptor descriptor = packs.append(source, length).descriptor();
    bytesStored += length;
    return descriptor;
  }

  private Handle handle(byte[] value) {
    if (origins == null) {
      return mark.decode(value);
    }
    byte[] origin = origins.take(value);
    return origin == null ? null : mark.decode(origin);
  }
}
