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
package io.icepack.spark.scan;

import io.icepack.spark.merge.RowKind;
import io.icepack.spark.merge.RunCursor;
import java.io.IOException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.spark.sql.catalyst.InternalRow;

/** The keys that a run deletes. */
final class TombstoneCursor implements RunCursor {

  private final CloseableIterator<InternalRow> keys;
  private InternalRow key;

  TombstoneCursor(CloseableIterable<InternalRow> keys) {
    this.keys = keys.iterator();
  }

  @Override
  public boolean advance() {
    key = keys.hasNext() ? keys.next() : null;
    return key != null;
  }

  @Override
  public InternalRow row() {
    return key;
  }

  @Override
  public RowKind kind() {
    return RowKind.DELETE;
  }

  // Deleting a key twice is deleting it.
  @Override
  public boolean uniqueKeys() {
    return true;
  }

  @Override
  public void close() throws IOException {
    keys.close();
  }
}
