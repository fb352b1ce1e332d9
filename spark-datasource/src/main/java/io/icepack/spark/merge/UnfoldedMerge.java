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

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/**
 * The rows of neighbouring runs as those of one run that can stand in for them, whatever runs are
 * older or newer: in the order of the keys, among equal keys oldest first, retractions included.
 * Rows that can decide no result any more are left out.
 *
 * <p>Under {@code deduplicate} without a sequence and {@code first-row} each key comes at most
 * once. A deletion that came as key columns alone leaves so.
 */
public final class UnfoldedMerge implements Closeable {

  private final RunTree runs;
  private final History history;
  private int position;

  /**
   * @param runsOldestFirst runs of one bucket with no other run between them; closed by {@link
   *     #close}
   * @param rowType the type of rows, which begins with the key columns and holds all others
   */
  public UnfoldedMerge(List<RunCursor> runsOldestFirst, StructType rowType, MergeOptions options) {
    int keyColumns = options.keyColumns();
    this.runs =
        new RunTree(
            runsOldestFirst, KeyPrefix.of(rowType, keyColumns), KeyOrder.of(rowType, keyColumns));
    this.history = options.history(rowType);
  }

  /** Goes to the next row; false if there is none. */
  public boolean next() throws IOException {
    position++;
    while (position >= history.size()) {
      history.clear();
      position = 0;
      if (!runs.next(history)) {
        return false;
      }
    }
    return true;
  }

  /** The row, valid until the next one. */
  public InternalRow row() {
    return history.row(position);
  }

  /** The kind of the row, the same as before. */
  public RowKind kind() {
    return history.kind(position);
  }

  /** Closes all runs, also when one of them fails to. */
  @Override
  public void close() throws IOException {
    runs.close();
  }
}
