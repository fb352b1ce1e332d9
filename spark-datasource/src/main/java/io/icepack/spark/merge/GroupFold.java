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

/** Folds the columns of one sequence group. */
final class GroupFold {

  private final int[] order;
  private final Comparator<InternalRow> sequence;
  private final int[] plain;
  private final int[] cleared;
  private final Accumulator[] aggregated;
  private final Accumulator[] retracted;

  /** The row whose sequence is the greatest; null before the first row. */
  private InternalRow newest;

  /**
   * @param order ordinals of the columns that make the sequence
   * @param sequence compares rows by them
   * @param plain ordinals of columns without an aggregate function
   * @param cleared those of them that a retraction clears
   * @param aggregated the columns with an aggregate function
   * @param retracted those of them that a retraction takes values from
   */
  GroupFold(
      int[] order,
      Comparator<InternalRow> sequence,
      int[] plain,
      int[] cleared,
      Accumulator[] aggregated,
      Accumulator[] retracted) {
    this.order = order;
    this.sequence = sequence;
    this.plain = plain;
    this.cleared = cleared;
    this.aggregated = aggregated;
    this.retracted = retracted;
  }

  void reset() {
    newest = null;
    for (Accumulator column : aggregated) {
      column.reset();
    }
  }

  /**
   * Takes in a row.
   *
   * @param fresh whether the key had no row before
   */
  void add(InternalRow row, boolean fresh, MergedRow merged) {
    if (hasNoSequence(row)) {
      return;
    }
    boolean newer = isNewer(row);
    if (aggregated.length > 0) {
      boolean first = fresh || newest == null || hasNoSequence(newest);
      for (Accumulator column : aggregated) {
        column.add(row, newer, first);
      }
    }
    if (newer) {
      merged.take(plain, row);
      merged.take(order, row);
      newest = row;
    }
  }

  void retract(InternalRow row, MergedRow merged) {
    if (hasNoSequence(row)) {
      return;
    }
    for (Accumulator column : retracted) {
      column.retract(row);
    }
    if (isNewer(row)) {
      merged.take(cleared, null);
      merged.take(order, row);
      newest = row;
    }
  }

  /** Makes a row the state of the group, the plain columns aside. */
  void replace(InternalRow row) {
    newest = row;
    for (Accumulator column : aggregated) {
      column.replace(row);
    }
  }

  /** Shows what was aggregated. */
  void finish(MergedRow merged) {
    for (Accumulator column : aggregated) {
      merged.take(column.ordinal(), column.source());
    }
  }

  private boolean isNewer(InternalRow row) {
    return newest == null || sequence.compare(row, newest) >= 0;
  }

  private boolean hasNoSequence(InternalRow row) {
    for (int ordinal : order) {
      if (!row.isNullAt(ordinal)) {
        return false;
      }
    }
    return true;
  }
}
