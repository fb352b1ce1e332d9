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

import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;

/** A blob column in the physical rows of a scan, in whichever form they have it. */
public sealed interface SourceColumn extends Serializable permits BlobSource, DescriptorSource {

  /** Its ordinal in the row. */
  int ordinal();

  /** Its name, for errors. */
  String name();

  /** Whether the value of a row is null. */
  default boolean isNull(InternalRow physical) {
    return isNull(physical, 0);
  }

  /**
   * Whether a field of a row is null.
   *
   * @param depth number of structs that the field lies within, each of which the column shows with
   *     one field only; 0 for the column itself
   */
  boolean isNull(InternalRow physical, int depth);
}
