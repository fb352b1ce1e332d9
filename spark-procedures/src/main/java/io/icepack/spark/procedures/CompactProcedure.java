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
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code CALL <catalog>.sys.compact(table, where, options, branch)}. */
public final class CompactProcedure extends TableProcedure {

  private static final String WHERE = "where";
  private static final String OPTIONS = "options";

  @Override
  public String name() {
    return "compact";
  }

  @Override
  String description() {
    return "Joins small data files and applies deletes, without reading or writing payloads";
  }

  @Override
  ProcedureParameter[] parameters() {
    return new ProcedureParameter[] {
      table(),
      optional(
          WHERE,
          DataTypes.StringType,
          "NULL",
          "condition on plain columns; files without such rows are left alone"),
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
        .add("payload_bytes_rewritten", DataTypes.LongType, false);
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
            .options(call.map(OPTIONS))
            .run();
    call.refresh(table);
    return new Object[] {
      result.rewrittenDataFiles(),
      result.addedDataFiles(),
      result.rewrittenBytes(),
      result.addedBytes(),
      0L
    };
  }
}
