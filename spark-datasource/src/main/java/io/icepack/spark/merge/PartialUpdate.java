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

import io.icepack.spark.table.PrimaryKey;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/**
 * Values that are not null overwrite; the columns of a sequence group change together.
 *
 * <p>The state of a key is its row and no more, so that a result of the kind {@link #resultKind}
 * stands in for the rows it was made of. Only what retractions say of a key without a row is
 * forgotten.
 */
final class PartialUpdate implements MergeFunction {

  private final int columns;
  private final int kind;
  private final int[] key;
  private final int[] free;
  private final GroupFold[] groups;
  private final boolean counts;
  private final OnRetract onRetract;
  private final MergedRow merged;
  private final StoredRow stored;

  /** The one row so far, as long as it needs no merging. */
  private InternalRow only;

  private boolean exists;
  private boolean replaced;

  /**
   * @param key ordinals of the key columns
   * @param free ordinals of the columns in no sequence group
   * @param counts whether a column counts, so that inserting a result would count it as one
   */
  PartialUpdate(
      StructType rowType,
      int[] key,
      int[] free,
      GroupFold[] groups,
      boolean counts,
      OnRetract onRetract) {
    this.columns = rowType.length();
    this.kind = Arrays.asList(rowType.fieldNames()).indexOf(PrimaryKey.ROW_KIND);
    this.key = key;
    this.free = free;
    this.groups = groups;
    this.counts = counts;
    this.onRetract = onRetract;
    this.merged = new MergedRow(rowType);
    this.stored = new StoredRow(rowType);
  }

  @Override
  public void reset() {
    only = null;
    exists = false;
    replaced = false;
    if (groups.length > 0) {
      merged.takeAll(null);
      for (GroupFold group : groups) {
        group.reset();
      }
    }
  }

  @Override
  public void add(RowKind rowKind, InternalRow row) {
    if (rowKind == RowKind.REPLACE) {
      replace(row);
    } else if (rowKind.isRetract()) {
      retract(rowKind, row);
    } else {
      update(row);
    }
  }

  private void update(InternalRow row) {
    boolean fresh = !exists;
    exists = true;
    if (groups.length == 0) {
      updateFree(row, fresh);
      return;
    }
    if (fresh) {
      merged.take(key, row);
    }
    merged.takeNonNull(free, row);
    for (GroupFold group : groups) {
      group.add(row, fresh, merged);
    }
  }

  private void updateFree(InternalRow row, boolean fresh) {
    if (fresh) {
      only = row;
      return;
    } else if (only != null) {
      takeAll(only);
      only = null;
    }
    merged.takeNonNull(free, row);
  }

  private void replace(InternalRow row) {
    exists = true;
    if (groups.length == 0) {
      only = row;
      return;
    }
    replaced = true;
    takeAll(row);
    for (GroupFold group : groups) {
      group.replace(row);
    }
  }

  private void takeAll(InternalRow row) {
    merged.takeAll(row);
    if (kind >= 0) {
      merged.take(kind, null);
    }
  }

  private void retract(RowKind rowKind, InternalRow row) {
    if (rowKind == RowKind.REMOVE || row.numFields() < columns) {
      // An equality delete takes everything before it, as it does for any Iceberg reader.
      reset();
      return;
    }
    switch (onRetract) {
      case IGNORE -> {}
      case REMOVE -> {
        if (rowKind == RowKind.DELETE) {
          reset();
        }
      }
      case RETRACT -> {
        for (GroupFold group : groups) {
          group.retract(row, merged);
        }
      }
    }
  }

  @Override
  public InternalRow result() {
    if (!exists) {
      return null;
    } else if (only != null) {
      return stored.of(only);
    }
    for (GroupFold group : groups) {
      group.finish(merged);
    }
    return merged;
  }

  @Override
  public RowKind resultKind() {
    return replaced || counts ? RowKind.REPLACE : RowKind.INSERT;
  }
}
