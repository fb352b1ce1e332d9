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

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;

/** A run in memory. Like a file's, its row is one object that changes when the cursor advances. */
final class ListCursor implements RunCursor {

  /** A row with its kind. */
  record Entry(RowKind kind, Object... values) {}

  private final List<Entry> entries;
  private final boolean unique;
  private final IOException closeFailure;
  private Object[] values = {};
  private InternalRow row = new GenericInternalRow(values);
  private int position = -1;
  private int closed;

  ListCursor(boolean unique, List<Entry> entries) {
    this(unique, entries, null);
  }

  ListCursor(boolean unique, List<Entry> entries, IOException closeFailure) {
    this.entries = entries;
    this.unique = unique;
    this.closeFailure = closeFailure;
  }

  @Override
  public boolean advance() {
    Arrays.fill(values, null);
    if (++position >= entries.size()) {
      return false;
    }
    Object[] next = entries.get(position).values();
    if (next.length != values.length) {
      values = new Object[next.length];
      row = new GenericInternalRow(values);
    }
    System.arraycopy(next, 0, values, 0, next.length);
    return true;
  }

  @Override
  public InternalRow row() {
    return row;
  }

  @Override
  public RowKind kind() {
    return entries.get(position).kind();
  }

  @Override
  public boolean uniqueKeys() {
    return unique;
  }

  int closed() {
    return closed;
  }

  @Override
  public void close() throws IOException {
    closed++;
    if (closeFailure != null) {
      throw closeFailure;
    }
  }
}
