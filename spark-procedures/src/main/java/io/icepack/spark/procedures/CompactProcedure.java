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
package io.icepack.spark.procedures;

import io.icepack.spark.maintenance.Compaction;
import io.icepack.spark.maintenance.CompactionResult;
import io.icepack.spark.maintenance.CompactionStrategy;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code CALL <catalog>.sys.compact(table, where, strategy, options, branch)}. */
public final class CompactProcedure extends TableProcedure {

  private static final String WHERE = "where";
  private static final String STRATEGY = "strategy";
  private static final String OPTIONS = "options";

  @Override
  public String name() {
    return "compact";
  }

  @Override
  String description() {
    return "Joins small data files, applies deletes and merges runs, without reading or writing "
        + "payloads";
  }

  @Override
  ProcedureParameter[] parameters() {
    return new ProcedureParameter[] {
      table(),
      optional(
          WHERE,
          DataTypes.StringType,
          "NULL",
          "condition on plain columns, or those of the primary key; files or buckets without such "
              + "rows are left alone"),
      optional(
          STRATEGY,
          DataTypes.StringType,
          "NULL",
          "full, the default of a primary-key table, or minor; NULL for other tables"),
      optional(OPTIONS, STRING_MAP, "NULL", "options of Iceberg's rewrite_data_files"),
      optional(
          ProcedureCall.BRANCH, DataTypes.StringType, "NULL", "branch, the main one by default")
    };
  }

  @Override
  StructType resultType() {
    return new StructType()
        .add("rewritten_data_files_count", DataTypes.IntegerType, false)
        .add("added_data_files_count", DataTypes.IntegerType, false)
        .add("rewritten_bytes_count", DataTypes.LongType, false)
        .add("added_bytes_count", DataTypes.LongType, false)
        .add("payload_bytes_rewritten", DataTypes.LongType, false)
        .add("removed_delete_files_count", DataTypes.IntegerType, false)
        .add("added_delete_files_count", DataTypes.IntegerType, false)
        .add("compacted_snapshot_id", DataTypes.LongType, true);
  }

  @Override
  Object[] run(ProcedureCall call) {
    SparkTable table = call.table();
    Expression filter =
        WhereClause.parse(call.spark(), call.fullName(), table.table(), call.string(WHERE));
    CompactionResult result =
        new Compaction(call.spark(), table.table())
            .toBranch(call.branch(table))
            .filter(filter)
            .strategy(strategy(call))
            .options(call.map(OPTIONS))
            .run();
    call.refresh(table);
    return new Object[] {
      result.rewrittenDataFiles(),
      result.addedDataFiles(),
      result.rewrittenBytes(),
      result.addedBytes(),
      result.payloadBytes(),
      result.removedDeleteFiles(),
      result.addedDeleteFiles(),
      result.compactedSnapshotId()
    };
  }

  private static CompactionStrategy strategy(ProcedureCall call) {
    String strategy = call.string(STRATEGY);
    if (strategy == null) {
      return null;
    }
    return CompactionStrategy.of(strategy)
        .orElseThrow(
            () ->
                new ValidationException(
                    "Cannot compact table %s with strategy '%s': there is no such strategy; use "
                        + "full or minor",
                    call.fullName(), strategy));
  }
}
