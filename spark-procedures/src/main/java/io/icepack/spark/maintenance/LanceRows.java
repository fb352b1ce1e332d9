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
package io.icepack.spark.maintenance;

import io.icepack.blob.base.BaseRegistry;
import io.icepack.blob.base.BlobBase;
import io.icepack.blob.base.LanceDataset;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.BlobKind;
import io.icepack.blob.descriptor.ExternalUri;
import io.icepack.spark.column.DescriptorRows;
import java.util.Optional;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/** Turns rows with Lance's descriptors into rows of a table's data files. Not for many threads. */
final class LanceRows {

  private final LanceAdoption.Settings settings;
  private final ObjectLengths lengths;
  private long rows;
  private long blobs;
  private long bytes;
  private String column;
  private String dataFile;

  LanceRows(LanceAdoption.Settings settings, ObjectLengths lengths) {
    this.settings = settings;
    this.lengths = lengths;
  }

  /** Returns the physical row; plain values stay those of the row that is given. */
  InternalRow convert(InternalRow row) {
    StructType physical = settings.physical();
    int columns = physical.length();
    dataFile = row.isNullAt(columns) ? null : row.getUTF8String(columns).toString();
    Object[] values = new Object[columns];
    for (int i = 0; i < columns; i++) {
      column = physical.fields()[i].name();
      DataType type = settings.source().fields()[i].dataType();
      values[i] = convert(row, i, type, physical.fields()[i].dataType());
      if (values[i] == null && !physical.fields()[i].nullable()) {
        throw refused("it is NULL, but the column is NOT NULL", null);
      }
    }
    rows++;
    return new GenericInternalRow(values);
  }

  long rows() {
    return rows;
  }

  /** Values that are not null. */
  long blobs() {
    return blobs;
  }

  /** Bytes that the values refer to, those of whole External objects aside. */
  long bytes() {
    return bytes;
  }

  private Object convert(SpecializedGetters from, int ordinal, DataType source, DataType target) {
    if (from.isNullAt(ordinal)) {
      return null;
    } else if (LanceColumns.isDescriptor(target)) {
      return descriptor(from.getStruct(ordinal, LanceColumns.DESCRIPTOR.length()));
    } else if (source.equals(target)) {
      return from.get(ordinal, source);
    } else if (target instanceof StructType struct) {
      return struct(from.getStruct(ordinal, struct.length()), (StructType) source, struct);
    } else if (target instanceof ArrayType array) {
      DataType element = ((ArrayType) source).elementType();
      return array(from.getArray(ordinal), element, array.elementType());
    } else {
      MapData map = from.getMap(ordinal);
      DataType value = ((MapType) source).valueType();
      return new ArrayBasedMapData(
          map.keyArray(), array(map.valueArray(), value, ((MapType) target).valueType()));
    }
  }

  private InternalRow struct(InternalRow row, StructType source, StructType target) {
    Object[] values = new Object[target.length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = convert(row, i, source.fields()[i].dataType(), target.fields()[i].dataType());
    }
    return new GenericInternalRow(values);
  }

  private ArrayData array(ArrayData array, DataType source, DataType target) {
    Object[] values = new Object[array.numElements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = convert(array, i, source, target);
    }
    return new GenericArrayData(values);
  }

  private InternalRow descriptor(InternalRow lance) {
    LanceDataset.Stored stored =
        new LanceDataset.Stored(
            lance.isNullAt(0) ? null : lance.getInt(0),
            number(lance, 1),
            number(lance, 2),
            number(lance, 3),
            lance.isNullAt(4) ? null : lance.getUTF8String(4).toString(),
            dataFile);
    try {
      BlobDescriptor found = settings.dataset().describe(stored);
      return found == null ? null : DescriptorRows.encode(recorded(found));
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage() + " (" + stored + ")", e);
    }
  }

  private static Long number(InternalRow row, int ordinal) {
    return row.isNullAt(ordinal) ? null : row.getLong(ordinal);
  }

  /** Names the object by a base where there is one (Blob v2, "Writer Policy"). */
  private BlobDescriptor recorded(BlobDescriptor found) {
    blobs++;
    bytes += found.size();
    if (found.kind() == BlobKind.INLINE) {
      return found;
    }
    String location = found.blobUri();
    ExternalUri.refusal(location)
        .ifPresent(
            reason -> {
              throw new IllegalArgumentException(reason);
            });
    Optional<BlobBase> base = settings.bases().externalBase(location);
    if (base.isEmpty() && !settings.outsideBases()) {
      throw new IllegalArgumentException(
          ("Cannot refer to %s: it is below no base of the table; register one with"
                  + " blob.base.<id>, or allow_outside_bases => true")
              .formatted(location));
    }
    lengths.check(location, found);
    return base.map(
            one ->
                BlobDescriptor.external(
                    one.id(),
                    BaseRegistry.relativize(one, location),
                    found.position(),
                    found.size()))
        .orElse(found);
  }

  private ValidationException refused(String reason, Exception cause) {
    return new ValidationException(
        cause,
        "Cannot adopt a value of column %s into table %s: %s",
        column,
        settings.table(),
        reason);
  }
}
