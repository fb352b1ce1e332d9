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

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;

/** Writes whole payloads to a vector (Blob v2, "Table Schema": materialization). */
final class BytesWriter implements ValueWriter<ByteBuffer> {

  private final LargeVarBinaryVector vector;
  private final long totalBytes;

  /**
   * @param payloads all the values that will be written, with nulls for null blobs
   */
  BytesWriter(FieldVector target, List<ByteBuffer> payloads) {
    this.vector = (LargeVarBinaryVector) target;
    this.totalBytes =
        payloads.stream().filter(Objects::nonNull).mapToLong(ByteBuffer::remaining).sum();
  }

  @Override
  public void allocate(int valueCount) {
    vector.allocateNew(totalBytes, valueCount);
  }

  @Override
  public void write(int position, ByteBuffer value) {
    if (value == null) {
      vector.setNull(position);
    } else {
      vector.setSafe(position, value, value.position(), value.remaining());
    }
  }
}
