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
package io.icepack.spark.write;

import io.icepack.spark.merge.MergeOptions;
import io.icepack.spark.merge.Retractions;
import io.icepack.spark.merge.RowKind;
import java.io.Serializable;
import java.util.Optional;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * The column of the rows of a pipeline that tells what each row means.
 *
 * @param table full name of the table, for errors
 * @param name name of the column
 * @param ordinal its ordinal, behind the columns of the table
 * @param retractions what becomes of rows that take something back
 * @param refusal why they are refused, if they are
 */
public record RowKindColumn(
    String table, String name, int ordinal, Retractions retractions, String refusal)
    implements Serializable {

  static RowKindColumn of(String table, String name, int ordinal, MergeOptions options) {
    return new RowKindColumn(table, name, ordinal, options.retractions(), options.refusal());
  }

  /**
   * The kind of a row, empty if the row is to be dropped.
   *
   * @throws ValidationException if there is no such kind, or the table does not take it
   */
  Optional<RowKind> kind(InternalRow row) {
    String symbol = row.isNullAt(ordinal) ? null : row.getUTF8String(ordinal).toString();
    RowKind kind =
        Optional.ofNullable(symbol)
            .flatMap(RowKind::ofSymbol)
            .orElseThrow(
                () ->
                    new ValidationException(
                        "Cannot write to table %s: row kind %s in column %s is none of +I, -U, "
                            + "+U, -D",
                        table, symbol == null ? "NULL" : "'" + symbol + "'", name));
    if (!kind.isRetract() || retractions == Retractions.STORE) {
      return Optional.of(kind);
    } else if (retractions == Retractions.IGNORE) {
      return Optional.empty();
    }
    throw new ValidationException(
        "Cannot write a row of kind %s to table %s: %s", kind.symbol(), table, refusal);
  }
}
