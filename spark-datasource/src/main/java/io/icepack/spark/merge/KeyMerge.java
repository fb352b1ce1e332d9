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
 * The rows that runs make together: one for each key that has one, in the order of the keys.
 *
 * <p>When all runs of a bucket up to some age were merged, their results can stand in for them,
 * each as a row of the kind {@link #kind}.
 */
public final class KeyMerge implements Closeable {

  private final RunTree runs;
  private final MergeFunction function;
  private final RowSink sink;
  private final KindedRow kinded;
  private InternalRow row;

  /**
   * @param runsOldestFirst runs of one bucket; closed by {@link #close}
   * @param rowType the type of rows, which begins with the key columns
   */
  public KeyMerge(
      List<RunCursor> runsOldestFirst, StructType rowType, int keyColumns, MergeFunction function) {
    this.runs =
        new RunTree(
            runsOldestFirst, KeyPrefix.of(rowType, keyColumns), KeyOrder.of(rowType, keyColumns));
    this.function = function;
    this.sink = function::add;
    this.kinded = new KindedRow(rowType);
  }

  /** Goes to the next key that has a row; false if there is none. */
  public boolean next() throws IOException {
    do {
      function.reset();
      if (!runs.next(sink)) {
        row = null;
        return false;
      }
      row = function.result();
    } while (row == null);
    return true;
  }

  /** The row of the key, valid until the next one. */
  public InternalRow row() {
    return row;
  }

  /** The kind as which a run has to hold the row. */
  public RowKind kind() {
    return function.resultKind();
  }

  /** The row as a run has to hold it, with its kind; valid until the next one. */
  public InternalRow storedRow() {
    return kinded.of(row, kind());
  }

  /** Closes all runs, also when one of them fails to. */
  @Override
  public void close() throws IOException {
    runs.close();
  }
}
