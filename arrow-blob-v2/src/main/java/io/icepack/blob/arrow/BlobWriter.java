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
package io.icepack.blob.arrow;

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.LogicalBlob;
import java.io.IOException;

/** Stores the blobs of a batch, one at a time (Blob v2, "Writer Policy"). */
@FunctionalInterface
public interface BlobWriter {

  /**
   * Stores a blob, or records where it is.
   *
   * @param field the blob field that holds it
   * @param blob a valid value of the field; null blobs are not passed
   * @return its descriptor, not null. An Inline descriptor must be empty, see {@link BlobConverter}
   */
  BlobDescriptor write(FieldPath field, LogicalBlob blob) throws IOException;
}
