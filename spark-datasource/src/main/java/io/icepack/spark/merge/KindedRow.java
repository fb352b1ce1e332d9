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
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructType;

/** A row under a kind, as a run holds it. */
final class KindedRow extends RowView {

  private static final long serialVersionUID = 1L;

  private final int ordinal;
  private final transient InternalRow kind;
  private transient InternalRow row;

  KindedRow(StructType type) {
    super(type);
    this.ordinal = Arrays.asList(type.fieldNames()).indexOf(PrimaryKey.ROW_KIND);
    this.kind = new GenericInternalRow(new Object[type.length()]);
  }

  /** The row itself if it is an insertion, whose kind is null, else this view of it. */
  InternalRow of(InternalRow newRow, RowKind newKind) {
    if (newKind == RowKind.INSERT) {
      return newRow;
    }
    kind.setInt(ordinal, newKind.code());
    this.row = newRow;
    return this;
  }

  @Override
  InternalRow source(int column) {
    return column == ordinal ? kind : row;
  }
}
