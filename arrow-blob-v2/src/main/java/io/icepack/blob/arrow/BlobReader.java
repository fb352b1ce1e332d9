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
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads the payloads of a batch, all of a field at once (Blob v2, "Descriptor Kinds"). */
@FunctionalInterface
public interface BlobReader {

  /**
   * Reads payloads.
   *
   * @param field the blob field that holds the descriptors
   * @param descriptors the values of the field in the batch, in order, at least one; null blobs are
   *     not passed
   * @return for each descriptor its payload, between the position and the limit of the buffer,
   *     which is left as it is. Its length must be the size in the descriptor, except where that is
   *     an External one of size 0
   */
  List<ByteBuffer> read(FieldPath field, List<BlobDescriptor> descriptors) throws IOException;
}
