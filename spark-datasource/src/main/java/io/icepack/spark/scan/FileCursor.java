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
package io.icepack.spark.scan;

import io.icepack.spark.merge.RowKind;
import io.icepack.spark.merge.RunCursor;
import java.io.IOException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.types.StructType;

/** The rows of a run. */
final class FileCursor implements RunCursor {

  private final CloseableIterator<InternalRow> rows;
  private final StructType type;
  private final int kindOrdinal;
  private final boolean unique;
  private UnsafeProjection copy;
  private InternalRow row;
  private boolean ahead;

  /**
   * Opens a run.
   *
   * @param rows rows in the order of their keys
   * @param type columns of the rows
   * @param kindOrdinal ordinal of the row kind, -1 if all rows are insertions
   */
  FileCursor(
      CloseableIterable<InternalRow> rows, StructType type, int kindOrdinal, boolean unique) {
    this.rows = rows.iterator();
    this.type = type;
    this.kindOrdinal = kindOrdinal;
    this.unique = unique;
  }

  /** Reads the first row, so that the thread that merges need not wait for storage. */
  void prefetch() {
    ahead = advance();
  }

  @Override
  public boolean advance() {
    if (ahead) {
      ahead = false;
    } else {
      row = rows.hasNext() ? rows.next() : null;
    }
    return row != null;
  }

  @Override
  public InternalRow row() {
    return row;
  }

  // Iceberg reads the next row into the arrays and structs of this one, also those in its copy().
  @Override
  public InternalRow copy() {
    if (copy == null) {
      copy = UnsafeProjection.create(type);
    }
    return copy.apply(row).copy();
  }

  @Override
  public RowKind kind() {
    return kindOrdinal < 0 || row.isNullAt(kindOrdinal)
        ? RowKind.INSERT
        : RowKind.ofCode(row.getInt(kindOrdinal));
  }

  @Override
  public boolean uniqueKeys() {
    return unique;
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
