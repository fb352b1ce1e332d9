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

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.BlobKind;
import io.icepack.spark.column.ColumnValues.Side;
import io.icepack.spark.table.BlobShape;
import io.icepack.spark.table.DescriptorType;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;

/**
 * A column of descriptor structs in the physical rows of a scan.
 *
 * @param ordinal its ordinal in the row
 * @param name its name, for errors
 * @param shape its shape
 */
public record BlobSource(int ordinal, String name, BlobShape shape) implements SourceColumn {

  /** Replaces every descriptor of the column by what {@code leaf} makes of it. */
  Object map(
      InternalRow physical, String dataFile, BiFunction<BlobShape.Value, Handle, Object> leaf) {
    return ColumnValues.map(
        shape,
        value(physical),
        Side.STORED,
        (blob, struct) -> {
          BlobDescriptor descriptor = decode(blob, (InternalRow) struct, dataFile);
          return descriptor == null ? null : leaf.apply(blob, new Handle(descriptor, dataFile));
        });
  }

  /** Reads a descriptor as it is stored; null if it stands for a null blob. */
  public static BlobDescriptor decode(BlobShape.Value blob, InternalRow struct, String dataFile) {
    try {
      return DescriptorRows.decode(struct);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          String.format("Cannot read column %s of %s: %s", blob.path(), dataFile, e.getMessage()),
          e);
    }
  }

  /** Visits every descriptor of the column, in the order of {@link #map}. */
  public void forEach(
      InternalRow physical, String dataFile, BiConsumer<BlobShape.Value, Handle> visitor) {
    map(
        physical,
        dataFile,
        (blob, handle) -> {
          visitor.accept(blob, handle);
          return null;
        });
  }

  /** Visits every descriptor of the column as it is stored, for those who decode but a few. */
  public void forEachStored(
      InternalRow physical, BiConsumer<BlobShape.Value, InternalRow> visitor) {
    ColumnValues.map(
        shape,
        value(physical),
        Side.STORED,
        (blob, stored) -> {
          visitor.accept(blob, (InternalRow) stored);
          return null;
        });
  }

  /** Visits the descriptors of the column whose sizes only their objects know. */
  void forEachOpen(
      InternalRow physical, String dataFile, BiConsumer<BlobShape.Value, Handle> visitor) {
    forEachStored(
        physical,
        (blob, stored) -> {
          if (!stored.isNullAt(DescriptorType.KIND)
              && stored.getInt(DescriptorType.KIND) == BlobKind.EXTERNAL.code()
              && stored.getLong(DescriptorType.SIZE) == 0) {
            visitor.accept(blob, new Handle(decode(blob, stored, dataFile), dataFile));
          }
        });
  }

  /**
   * The value of a row for another data file: each descriptor replaced, null and empty values as
   * they are.
   */
  public Object replace(
      InternalRow physical, String dataFile, Function<Handle, BlobDescriptor> replacement) {
    return map(
        physical, dataFile, (blob, handle) -> DescriptorRows.encode(replacement.apply(handle)));
  }

  /** A descriptor may stand for null as well. */
  @Override
  public boolean isNull(InternalRow physical, int depth) {
    SpecializedGetters container = physical;
    int place = ordinal;
    BlobShape at = shape;
    for (int i = 0; i < depth && !container.isNullAt(place); i++) {
      BlobShape.Fields struct = (BlobShape.Fields) at;
      container = container.getStruct(place, struct.width());
      place = struct.fields().get(0).ordinal();
      at = struct.fields().get(0).shape();
    }
    return container.isNullAt(place)
        || at instanceof BlobShape.Value
            && container.getStruct(place, DescriptorType.FIELDS).isNullAt(DescriptorType.KIND);
  }

  private Object value(InternalRow physical) {
    return ColumnValues.get(physical, ordinal, shape, Side.STORED);
  }
}
