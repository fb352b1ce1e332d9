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

import io.icepack.blob.base.DescriptorRewriter;
import io.icepack.blob.descriptor.BlobDescriptor;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Moves rows from one data file to another, each descriptor as a rule says. */
public final class RowMover {

  private final String table;
  private final DataType[] types;
  private final BlobSource[] blobs;
  private final int[] places;
  private final Rule rule;

  /** What becomes of a descriptor when its row moves. */
  @FunctionalInterface
  public interface Rule {
    /**
     * The descriptor for the new data file.
     *
     * @param blob the blob column, as its place among the sources
     * @throws IllegalArgumentException if there is none
     */
    BlobDescriptor move(int blob, Handle handle);
  }

  /**
   * Prepares to move rows.
   *
   * @param table full name, for errors
   * @param type columns of the rows
   * @param sources the blob columns among them
   */
  public RowMover(String table, StructType type, List<BlobSource> sources, Rule rule) {
    this.table = table;
    this.rule = rule;
    StructField[] fields = type.fields();
    this.types = new DataType[fields.length];
    for (int i = 0; i < fields.length; i++) {
      types[i] = fields[i].dataType();
    }
    this.blobs = new BlobSource[fields.length];
    this.places = new int[fields.length];
    for (int i = 0; i < sources.size(); i++) {
      blobs[sources.get(i).ordinal()] = sources.get(i);
      places[sources.get(i).ordinal()] = i;
    }
  }

  /**
   * Prepares to move rows whose descriptors go along and whose payloads stay.
   *
   * @param newDataFile a location as new data files have it
   */
  public RowMover(
      String table,
      StructType type,
      List<BlobSource> sources,
      DescriptorRewriter rewriter,
      String newDataFile) {
    this(
        table,
        type,
        sources,
        (blob, handle) -> rewriter.rewrite(handle.descriptor(), handle.dataFile(), newDataFile));
  }

  /**
   * The row for a new data file; valid as long as the old one.
   *
   * @throws ValidationException if a base that a new descriptor needs is not registered
   * @throws UncheckedIOException if a payload that moves along cannot be read or written
   */
  public InternalRow move(InternalRow row, String dataFile) {
    Object[] values = new Object[types.length];
    for (int i = 0; i < values.length; i++) {
      if (blobs[i] != null) {
        values[i] = move(i, row, dataFile);
      } else {
        values[i] = row.isNullAt(i) ? null : row.get(i, types[i]);
      }
    }
    return new GenericInternalRow(values);
  }

  private Object move(int column, InternalRow row, String dataFile) {
    BlobSource blob = blobs[column];
    try {
      return blob.replace(row, dataFile, handle -> rule.move(places[column], handle));
    } catch (IllegalArgumentException e) {
      throw new ValidationException(
          e,
          "Cannot move a row of table %s: column %s of data file %s has a value that cannot move: "
              + "%s",
          table,
          blob.name(),
          dataFile,
          e.getMessage());
    } catch (UncheckedIOException e) {
      throw new UncheckedIOException(
          "Cannot write column %s of table %s: %s"
              .formatted(blob.name(), table, e.getCause().getMessage()),
          e.getCause());
    }
  }
}
