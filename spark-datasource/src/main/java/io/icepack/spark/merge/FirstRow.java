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

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** The earliest row stays; retractions pass. */
final class FirstRow implements MergeFunction {

  private final StoredRow stored;
  private InternalRow first;

  FirstRow(StructType rowType) {
    this.stored = new StoredRow(rowType);
  }

  @Override
  public void reset() {
    first = null;
  }

  @Override
  public void add(RowKind kind, InternalRow row) {
    if (kind == RowKind.REPLACE || (first == null && !kind.isRetract())) {
      first = row;
    }
  }

  @Override
  public InternalRow result() {
    return first == null ? null : stored.of(first);
  }
}
