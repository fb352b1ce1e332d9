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

import io.icepack.blob.descriptor.LogicalBlob;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;

/** Writes logical blobs to a vector of either shape (Blob v2, "Table Schema"). */
final class LogicalWriter implements ValueWriter<LogicalBlob> {

  static final LogicalBlob EMPTY = new LogicalBlob(new byte[0], null, null, null);

  private final StructVector structs;
  private final LargeVarBinaryVector data;
  private final VarCharVector uri;

  /** Position and size in the complete shape, nothing in the minimal one. */
  private final List<UInt8Vector> range;

  LogicalWriter(FieldVector target) {
    this.structs = (StructVector) BlobColumn.storage(target);
    List<FieldVector> children = BlobColumn.children(structs);
    this.data = (LargeVarBinaryVector) children.get(0);
    this.uri = (VarCharVector) children.get(1);
    this.range =
        children.subList(2, children.size()).stream().map(UInt8Vector.class::cast).toList();
  }

  /** Refuses a value that the shape of the field cannot hold. */
  static void requireFits(LogicalBlob blob, BlobColumn column, int slot) {
    List<Field> children = column.targetField().getChildren();
    List<Field> range = children.subList(2, children.size());
    if (blob.hasRange() && range.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot render blob %s: the field has no children for the range of %s"
              .formatted(column.describe(slot), blob));
    }
    if (!blob.hasRange() && !range.stream().allMatch(Field::isNullable)) {
      throw new IllegalArgumentException(
          "Cannot render blob %s: the field requires a range, but there is none in %s"
              .formatted(column.describe(slot), blob));
    }
  }

  @Override
  public void allocate(int valueCount) {
    structs.setInitialCapacity(valueCount);
    structs.allocateNew();
  }

  @Override
  public void write(int position, LogicalBlob value) {
    if (value == null) {
      structs.setNull(position);
      writeRange(position, null, null);
      return;
    }
    structs.setIndexDefined(position);
    if (value.data() != null) {
      data.setSafe(position, value.data());
    }
    if (value.uri() != null) {
      uri.setSafe(position, Utf8.encode(value.uri()));
    }
    writeRange(position, value.position(), value.size());
  }

  private void writeRange(int index, Long position, Long size) {
    for (int i = 0; i < range.size(); i++) {
      Long value = i == 0 ? position : size;
      if (value != null) {
        range.get(i).setSafe(index, value);
      } else if (!range.get(i).getField().isNullable()) {
        range.get(i).setSafe(index, 0L);
      }
    }
  }
}
