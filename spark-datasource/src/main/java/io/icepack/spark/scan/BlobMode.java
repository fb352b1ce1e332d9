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
package io.icepack.spark.scan;

import io.icepack.spark.column.BlobSource;
import io.icepack.spark.column.DescriptorSource;
import io.icepack.spark.column.Handle;
import io.icepack.spark.column.OutputColumn;
import io.icepack.spark.column.SourceColumn;
import org.apache.spark.sql.types.DataTypes;

/**
 * In which form a scan returns blob values. A column of descriptors is returned as it is stored
 * where rows are written again: what a statement assigns to it are descriptors as well.
 */
public sealed interface BlobMode {

  /** The output of a column of descriptor structs. */
  OutputColumn column(BlobSource source);

  /** The output of a column of serialised descriptors. */
  default OutputColumn column(DescriptorSource source) {
    return new OutputColumn.Plain(source.ordinal(), DataTypes.BinaryType);
  }

  /** The output of a column of either sort. */
  default OutputColumn column(SourceColumn source) {
    return source instanceof BlobSource blob ? column(blob) : column((DescriptorSource) source);
  }

  /** Bytes. */
  record Payloads() implements BlobMode {
    @Override
    public OutputColumn column(BlobSource source) {
      return new OutputColumn.Payload(source);
    }

    @Override
    public OutputColumn column(DescriptorSource source) {
      return new OutputColumn.Reference(source);
    }
  }

  /** Serialised descriptors. */
  record Descriptors() implements BlobMode {
    @Override
    public OutputColumn column(BlobSource source) {
      return new OutputColumn.Serialized(source);
    }
  }

  /** Handles of one statement, which the plan turns into bytes where it looks at them. */
  record Handles(Handle.Mark mark) implements BlobMode {
    @Override
    public OutputColumn column(BlobSource source) {
      return new OutputColumn.Marked(source, mark);
    }
  }

  /** Bytes, and in {@code _blob_origins} the handles that they came from. */
  record PayloadsWithOrigins(Handle.Mark mark) implements BlobMode {
    @Override
    public OutputColumn column(BlobSource source) {
      return new OutputColumn.Payload(source);
    }
  }
}
