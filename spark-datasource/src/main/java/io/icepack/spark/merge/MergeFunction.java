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

/**
 * Folds the rows of one key. After {@link #reset}, rows come oldest first, and each stays as it is
 * until the next reset, so a function need not copy.
 */
public interface MergeFunction {

  /** Starts another key. */
  void reset();

  /**
   * Takes the next row of the key.
   *
   * @param row columns in the order that the function was made for; of a {@link RowKind#DELETE}
   *     that an equality delete stands for, the key columns alone
   */
  void add(RowKind kind, InternalRow row);

  /**
   * The row that the key has, valid until the next reset; null if it has none. The column of the
   * row kind is null in it.
   */
  InternalRow result();

  /**
   * The kind as which a run has to hold the result if it stands in for the rows it was made of and
   * there are no older ones. It never is a retraction.
   */
  default RowKind resultKind() {
    return RowKind.INSERT;
  }
}
