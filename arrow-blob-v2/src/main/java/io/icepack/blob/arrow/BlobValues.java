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

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;

/** Checks the logical blobs of a batch (Blob v2, "Logical Input Values"). */
final class BlobValues {

  private BlobValues() {}

  /**
   * Refuses the first invalid value of a batch.
   *
   * @param firstRow the number of the first row, for the error
   * @throws IllegalArgumentException naming the field, the row and the value
   */
  static void check(VectorSchemaRoot batch, long firstRow, BufferAllocator allocator) {
    BatchWalk walk = new BatchWalk(BlobSchemas::isBlob, firstRow);
    List<FieldVector> targets = new ArrayList<>();
    try {
      for (int i = 0; i < batch.getSchema().getFields().size(); i++) {
        Field field = batch.getSchema().getFields().get(i);
        targets.add(field.createVector(allocator));
        walk.walk(field, batch.getVector(i), field, targets.get(i), batch.getRowCount());
      }
      walk.columns().forEach(column -> new LogicalReader(column).check());
    } finally {
      targets.forEach(FieldVector::close);
    }
  }
}
