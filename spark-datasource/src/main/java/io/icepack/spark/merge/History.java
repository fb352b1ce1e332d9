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

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * The rows of one key that a result can still depend on, whatever rows are older or newer than all
 * of them.
 */
abstract class History implements RowSink {

  private final List<RowKind> kinds = new ArrayList<>();
  private final List<InternalRow> rows = new ArrayList<>();

  private History() {}

  /** Whether a row says that there is none, whatever was before. */
  private static boolean removes(RowKind kind, InternalRow row, int columns) {
    return kind == RowKind.REMOVE || row.numFields() < columns;
  }

  final void clear() {
    kinds.clear();
    rows.clear();
  }

  final int size() {
    return rows.size();
  }

  final RowKind kind(int index) {
    return kinds.get(index);
  }

  final InternalRow row(int index) {
    return rows.get(index);
  }

  final void keep(RowKind kind, InternalRow row) {
    kinds.add(kind);
    rows.add(row);
  }

  final void removeLast() {
    kinds.remove(kinds.size() - 1);
    rows.remove(rows.size() - 1);
  }

  /** Keeps a row and none before. */
  final void keepAlone(RowKind kind, InternalRow row) {
    clear();
    keep(kind, row);
  }

  /** Of {@code deduplicate} without a sequence: the newest row, which often is a deletion. */
  static final class Newest extends History {

    @Override
    public void add(RowKind kind, InternalRow row) {
      keepAlone(kind, row);
    }
  }

  /**
   * Of {@code deduplicate} with a sequence: the row that wins, deletion or not. After a replacement
   * or removal that too, since without it an older row could win.
   */
  static final class Greatest extends History {

    private final int columns;
    private final Comparator<InternalRow> sequence;
    private final boolean ignoreDelete;

    Greatest(int columns, Comparator<InternalRow> sequence, boolean ignoreDelete) {
      this.columns = columns;
      this.sequence = sequence;
      this.ignoreDelete = ignoreDelete;
    }

    @Override
    public void add(RowKind kind, InternalRow row) {
      if (kind == RowKind.REPLACE || removes(kind, row, columns)) {
        keepAlone(kind, row);
      } else if (!ignoreDelete || !kind.isRetract()) {
        challenge(kind, row);
      }
    }

    private void challenge(RowKind kind, InternalRow row) {
      int last = size() - 1;
      if (last >= 0 && !removes(kind(last), row(last), columns)) {
        if (sequence.compare(row, row(last)) < 0) {
          return;
        } else if (kind(last) != RowKind.REPLACE) {
          removeLast();
        }
      }
      keep(kind, row);
    }
  }

  /** Of {@code first-row}: the earliest row; retractions count for nothing. */
  static final class Earliest extends History {

    @Override
    public void add(RowKind kind, InternalRow row) {
      if (kind == RowKind.REPLACE) {
        keepAlone(kind, row);
      } else if (size() == 0 && !kind.isRetract()) {
        keep(kind, row);
      }
    }
  }

  /** Of {@code partial-update}: everything since the row was last replaced or removed. */
  static final class Updates extends History {

    private final int columns;
    private final OnRetract onRetract;

    Updates(int columns, OnRetract onRetract) {
      this.columns = columns;
      this.onRetract = onRetract;
    }

    @Override
    public void add(RowKind kind, InternalRow row) {
      if (kind == RowKind.REPLACE || removes(kind, row, columns)) {
        keepAlone(kind, row);
      } else if (!kind.isRetract() || onRetract == OnRetract.RETRACT) {
        keep(kind, row);
      } else if (onRetract == OnRetract.REMOVE && kind == RowKind.DELETE) {
        keepAlone(kind, row);
      }
    }
  }
}
