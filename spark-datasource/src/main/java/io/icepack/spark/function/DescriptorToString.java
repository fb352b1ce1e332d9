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
package io.icepack.spark.function;

import io.icepack.blob.descriptor.SerializedDescriptor;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code descriptor_to_string(descriptor)}: what a serialised descriptor says. */
final class DescriptorToString extends BlobFunction<UTF8String> implements UnboundFunction {

  private static final String CALL = "descriptor_to_string(descriptor BINARY)";

  DescriptorToString() {
    super("descriptor_to_string", DataTypes.StringType, DataTypes.BinaryType);
  }

  @Override
  public String description() {
    return CALL + " - uri, offset and length of a descriptor";
  }

  @Override
  public BoundFunction bind(StructType arguments) {
    if (!takes(arguments)) {
      throw refused(CALL, arguments);
    }
    return this;
  }

  @Override
  public UTF8String produceResult(InternalRow arguments) {
    if (anyNull(arguments)) {
      return null;
    }
    SerializedDescriptor descriptor = SerializedDescriptor.decode(arguments.getBinary(0));
    return UTF8String.fromString(
        String.format(
            "BlobDescriptor{uri='%s', offset=%d, length=%d}",
            descriptor.uri(), descriptor.offset(), descriptor.length()));
  }
}
