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
package io.icepack.spark.merge;

import java.util.Comparator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/**
 * The row with the greatest sequence stays, of equal ones the newest; the key has no row if that is
 * a retraction.
 */
final class SequencedDeduplicate implements MergeFunction {

  private final int columns;
  private final Comparator<InternalRow> sequence;
  private final boolean ignoreDelete;
  private final StoredRow stored;
  private InternalRow last;
  private boolean retracted;

  SequencedDeduplicate(StructType rowType, Comparator<InternalRow> sequence, boolean ignoreDelete) {
    this.columns = rowType.length();
    this.sequence = sequence;
    this.ignoreDelete = ignoreDelete;
    this.stored = new StoredRow(rowType);
  }

  @Override
  public void reset() {
    last = null;
  }

  @Override
  public void add(RowKind kind, InternalRow row) {
    if (kind == RowKind.REMOVE || row.numFields() < columns) {
      // An equality delete takes everything before it, as it does for any Iceberg reader.
      last = null;
    } else if (kind == RowKind.REPLACE || (takes(kind) && isLast(row))) {
      last = row;
      retracted = kind.isRetract();
    }
  }

  private boolean takes(RowKind kind) {
    return !ignoreDelete || !kind.isRetract();
  }

  private boolean isLast(InternalRow row) {
    return last == null || sequence.compare(row, last) >= 0;
  }

  @Override
  public InternalRow result() {
    return last == null || retracted ? null : stored.of(last);
  }
}
