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

/** Answers for stored blobs the values that a writer would take (Blob v2, "Table Schema"). */
@FunctionalInterface
public interface BlobRenderer {

  /**
   * Answers a blob as its bytes, or as the URI and range where they are.
   *
   * @param field the blob field that holds it
   * @param descriptor the stored value; null blobs are not passed
   * @return the logical value, not null; with a range only if the field has the complete shape
   */
  LogicalBlob render(FieldPath field, BlobDescriptor descriptor) throws IOException;
}
