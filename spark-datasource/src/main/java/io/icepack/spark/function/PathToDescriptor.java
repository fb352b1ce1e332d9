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

import io.icepack.blob.descriptor.ExternalUri;
import io.icepack.blob.descriptor.SerializedDescriptor;
import java.util.Optional;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code path_to_descriptor(uri)}: the descriptor of a whole object, which is not looked up. */
final class PathToDescriptor extends BlobFunction<byte[]> implements UnboundFunction {

  private static final String CALL = "path_to_descriptor(uri STRING)";

  PathToDescriptor() {
    super("path_to_descriptor", DataTypes.BinaryType, DataTypes.StringType);
  }

  @Override
  public String description() {
    return CALL + " - the descriptor of the object at an absolute URI";
  }

  @Override
  public BoundFunction bind(StructType arguments) {
    if (!takes(arguments)) {
      throw refused(CALL, arguments);
    }
    return this;
  }

  @Override
  public byte[] produceResult(InternalRow arguments) {
    if (anyNull(arguments)) {
      return null;
    }
    String uri = arguments.getUTF8String(0).toString();
    Optional<String> refusal = ExternalUri.refusal(uri);
    if (refusal.isPresent()) {
      throw new ValidationException("Cannot make a descriptor: %s", refusal.get());
    }
    return new SerializedDescriptor(uri, 0, SerializedDescriptor.TO_END).encode();
  }
}
