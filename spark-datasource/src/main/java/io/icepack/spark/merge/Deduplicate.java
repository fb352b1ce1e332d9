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

/** The newest row stays; a retraction removes what was before. */
final class Deduplicate implements MergeFunction {

  private final StoredRow stored;
  private InternalRow newest;

  Deduplicate(StructType rowType) {
    this.stored = new StoredRow(rowType);
  }

  @Override
  public void reset() {
    newest = null;
  }

  @Override
  public void add(RowKind kind, InternalRow row) {
    newest = kind.isRetract() ? null : row;
  }

  @Override
  public InternalRow result() {
    return newest == null ? null : stored.of(newest);
  }
}
