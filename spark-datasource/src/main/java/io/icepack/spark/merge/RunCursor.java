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
import org.apache.spark.sql.catalyst.InternalRow;

/** Rows of one run in the order of their keys, and among equal keys in that of their writing. */
public interface RunCursor extends Closeable {

  /** Goes to the next row; false if there is none. */
  boolean advance() throws IOException;

  /** The row, which begins with the key columns; valid until the cursor advances. */
  InternalRow row();

  /** The row as it stays when the cursor advances. */
  default InternalRow copy() {
    return row().copy();
  }

  /** The kind of the row. */
  RowKind kind();

  /** Whether no key occurs twice, so that rows of one key need not be copied. */
  boolean uniqueKeys();
}
