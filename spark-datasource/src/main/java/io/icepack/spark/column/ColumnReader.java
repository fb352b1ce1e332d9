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
package io.icepack.spark.column;

import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Reads one output column of one task. For rows ahead: {@link #expect} for each, {@link #measure}
 * once. For every batch of them: {@link #ask} for each row, {@link #fetch} once, {@link #build} for
 * each row in the same order. Columns that need no payload only build.
 */
@FunctionalInterface
public interface ColumnReader {

  /** Announces the payloads of a row whose sizes its descriptors do not tell. */
  default void expect(InternalRow physical, String dataFile) {}

  /** Measures what was announced. */
  default void measure() throws IOException {}

  /**
   * Asks for the payloads of a row.
   *
   * @return the bytes they will take, as far as that is known
   */
  default long ask(InternalRow physical, String dataFile) {
    return 0;
  }

  /** Fetches what was asked for. */
  default void fetch() throws IOException {}

  /**
   * Builds the value of a row.
   *
   * @param dataFile location of the data file of the row
   * @param built the output row so far, columns to the left are set
   */
  Object build(InternalRow physical, String dataFile, InternalRow built);
}
