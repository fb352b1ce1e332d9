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
package io.icepack.spark.rowlevel;

import io.icepack.spark.merge.MergeOptions;
import io.icepack.spark.merge.Retractions;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.MergeEngine;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;

/** What statements that delete rows of a primary-key table do. */
public enum RowDeletions {
  /** Rows are removed. */
  REMOVE,

  /** Nothing happens, as {@code ignore-delete} asks for. */
  IGNORE;

  /**
   * What a statement does on a table.
   *
   * @throws ValidationException if the merge engine does not allow it
   */
  public static RowDeletions of(BlobTable table, Command command) {
    MergeOptions options = MergeOptions.of(table);
    boolean firstRow = table.primaryKey().orElseThrow().engine() == MergeEngine.FIRST_ROW;
    if (firstRow && options.retractions() == Retractions.REFUSE) {
      throw new ValidationException(
          "Cannot %s rows of table %s: %s", command, table.name(), options.refusal());
    }
    return options.retractions() == Retractions.IGNORE ? IGNORE : REMOVE;
  }
}
