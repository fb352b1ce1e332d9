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

import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** A row that is put together from columns of several rows. */
final class MergedRow extends RowView {

  private static final long serialVersionUID = 1L;

  private final transient InternalRow[] sources;

  MergedRow(StructType type) {
    super(type);
    this.sources = new InternalRow[type.length()];
  }

  @Override
  InternalRow source(int ordinal) {
    return sources[ordinal];
  }

  /** Takes one column from a row, or makes it null. */
  void take(int ordinal, InternalRow row) {
    sources[ordinal] = row;
  }

  /** Takes some columns from a row, or makes them null. */
  void take(int[] ordinals, InternalRow row) {
    for (int ordinal : ordinals) {
      sources[ordinal] = row;
    }
  }

  /** Takes those of some columns from a row that are not null in it. */
  void takeNonNull(int[] ordinals, InternalRow row) {
    for (int ordinal : ordinals) {
      if (!row.isNullAt(ordinal)) {
        sources[ordinal] = row;
      }
    }
  }

  /** Takes all columns from a row, or makes them null. */
  void takeAll(InternalRow row) {
    Arrays.fill(sources, row);
  }
}
