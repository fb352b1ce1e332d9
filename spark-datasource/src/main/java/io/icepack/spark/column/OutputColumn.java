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
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** One column of the rows that a scan returns, and where it comes from in the physical row. */
public sealed interface OutputColumn extends Serializable {

  /** Whether reading the column fetches payloads. */
  default boolean fetchesPayloads() {
    return false;
  }

  /** The reader of one task. */
  ColumnReader open(ReadSession session);

  /** A column handed through as it is stored. */
  record Plain(int ordinal, DataType type) implements OutputColumn {
    @Override
    public ColumnReader open(ReadSession session) {
      // Rows of columnar batches answer with a stale value where there is none.
      return (physical, dataFile, built) ->
          physical.isNullAt(ordinal) ? null : physical.get(ordinal, type);
    }
  }

  /** A column that is always null. */
  record Nothing() implements OutputColumn {
    @Override
    public ColumnReader open(ReadSession session) {
      return (physical, dataFile, built) -> null;
    }
  }

  /** A blob column with the bytes of its values. */
  record Payload(BlobSource source) implements OutputColumn {
    @Override
    public boolean fetchesPayloads() {
      return source.shape().values().anyMatch(SeenBlob::hasData);
    }

    @Override
    public ColumnReader open(ReadSession session) {
      return new PayloadColumnReader(source, session);
    }
  }

  /** A column of serialised descriptors as the bytes that they point at. */
  record Reference(DescriptorSource source) implements OutputColumn {
    @Override
    public boolean fetchesPayloads() {
      return true;
    }

    @Override
    public ColumnReader open(ReadSession session) {
      return new ReferenceColumnReader(source, session);
    }
  }

  /** A blob column as serialised descriptors ({@code blob-as-descriptor}). */
  record Serialized(BlobSource source) implements OutputColumn {
    @Override
    public ColumnReader open(ReadSession session) {
      return new SerializedColumnReader(source, session);
    }
  }

  /** A blob column as handles of one statement. */
  record Marked(BlobSource source, Handle.Mark mark) implements OutputColumn {
    @Override
    public ColumnReader open(ReadSession session) {
      return (physical, dataFile, built) ->
          source.map(
              physical, dataFile, (blob, handle) -> SeenBlob.ofData(blob, mark.encode(handle)));
    }
  }

  /** The metadata column {@code _blobs}, as far as it was asked for. */
  record Blobs(StructType type, List<SourceColumn> sources) implements OutputColumn {
    @Override
    public ColumnReader open(ReadSession session) {
      return new BlobsColumnReader(type, sources, session);
    }
  }

  /**
   * The metadata column {@link OriginsColumn}.
   *
   * @param columns the {@link Payload} columns that it describes
   */
  record Origins(List<Origin> columns, Handle.Mark mark) implements OutputColumn {
    @Override
    public ColumnReader open(ReadSession session) {
      return new OriginsColumnReader(columns, mark);
    }
  }

  /**
   * A column whose values have origins.
   *
   * @param source the column in physical rows
   * @param ordinal its ordinal in the rows that the scan returns
   * @param built its shape there
   */
  record Origin(BlobSource source, int ordinal, BlobShape built) implements Serializable {}
}
