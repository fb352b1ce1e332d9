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

import io.icepack.blob.descriptor.SerializedDescriptor;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * A column of serialised descriptors in the physical rows of a scan.
 *
 * @param ordinal its ordinal in the row
 * @param name its name, for errors
 */
public record DescriptorSource(int ordinal, String name) implements SourceColumn {

  @Override
  public boolean isNull(InternalRow physical, int depth) {
    return physical.isNullAt(ordinal);
  }

  /** The descriptor of a row, null if there is none. */
  SerializedDescriptor descriptor(InternalRow physical, String dataFile) {
    if (isNull(physical)) {
      return null;
    }
    try {
      return SerializedDescriptor.decode(physical.getBinary(ordinal));
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          String.format("Cannot read column %s of %s: %s", name, dataFile, e.getMessage()), e);
    }
  }
}
