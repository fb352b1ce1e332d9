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

import io.icepack.blob.base.DescriptorRewriter;
import io.icepack.spark.column.BlobSource;
import io.icepack.spark.table.TableBases;
import io.icepack.spark.write.WriteContext;
import io.icepack.spark.write.WrittenBlob;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;

/** Moves rows from one data file to another: each descriptor goes along, no payload does. */
final class RowMover {

  private final String table;
  private final DataType[] types;
  private final BlobSource[] blobs;
  private final DescriptorRewriter rewriter;
  private final String newDataFile;

  /**
   * Prepares to move rows.
   *
   * @param context the rows as they are read and written
   */
  RowMover(Table table, WriteContext context) {
    this.table = table.name();
    StructField[] fields = context.sparkSchema().fields();
    this.types = new DataType[fields.length];
    for (int i = 0; i < fields.length; i++) {
      types[i] = fields[i].dataType();
    }
    this.blobs = new BlobSource[fields.length];
    for (WrittenBlob blob : context.blobs()) {
      blobs[blob.ordinal()] = new BlobSource(blob.ordinal(), blob.name(), blob.shape());
    }
    this.rewriter = new DescriptorRewriter(TableBases.resolver(table));
    this.newDataFile = table.locationProvider().newDataLocation("new");
  }

  /** The row for a new data file; valid as long as the old one. */
  InternalRow move(InternalRow row, String dataFile) {
    Object[] values = new Object[types.length];
    for (int i = 0; i < values.length; i++) {
      if (blobs[i] != null) {
        values[i] = move(blobs[i], row, dataFile);
      } else {
        values[i] = row.isNullAt(i) ? null : row.get(i, types[i]);
      }
    }
    return new GenericInternalRow(values);
  }

  private Object move(BlobSource blob, InternalRow row, String dataFile) {
    try {
      return blob.move(row, dataFile, rewriter, newDataFile);
    } catch (IllegalArgumentException e) {
      throw new ValidationException(
          e,
          "Cannot compact table %s: column %s of data file %s has a value that cannot move: %s",
          table,
          blob.name(),
          dataFile,
          e.getMessage());
    }
  }
}
