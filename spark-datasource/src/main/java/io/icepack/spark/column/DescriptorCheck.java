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

import io.icepack.blob.descriptor.ExternalUri;
import io.icepack.blob.descriptor.SerializedDescriptor;
import java.util.Optional;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * Checks what is written to a column of serialised descriptors and then stored as it is. Whether
 * there is such an object is not looked up.
 *
 * @param table full name, for errors
 * @param column name of the column, for errors
 */
public record DescriptorCheck(String table, String column) {

  /**
   * Checks a value.
   *
   * @throws ValidationException if it is no descriptor, or one that must not be stored
   */
  public void check(byte[] value) {
    SerializedDescriptor descriptor;
    try {
      descriptor = SerializedDescriptor.decode(value);
    } catch (IllegalArgumentException e) {
      throw new ValidationException(
          e,
          "Cannot write column %s of table %s: %s; the column takes descriptors, which "
              + "sys.path_to_descriptor(uri) or a query with 'blob-as-descriptor' returns",
          column,
          table,
          e.getMessage());
    }
    Optional<String> refusal = ExternalUri.refusal(descriptor.uri());
    if (refusal.isPresent()) {
      throw new ValidationException(
          "Cannot write column %s of table %s: %s", column, table, refusal.get());
    }
  }
}
