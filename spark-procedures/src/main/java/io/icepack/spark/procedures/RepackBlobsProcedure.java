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

import io.icepack.spark.maintenance.PackRewrite;
import io.icepack.spark.maintenance.PackRewriteReport;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code CALL <catalog>.sys.repack_blobs(table, max_live_ratio, dry_run)}. */
public final class RepackBlobsProcedure extends TableProcedure {

  private static final String MAX_LIVE_RATIO = "max_live_ratio";
  private static final String DRY_RUN = "dry_run";

  @Override
  public String name() {
    return "repack_blobs";
  }

  @Override
  String description() {
    return "Copies what is live in packs that are mostly dead to new packs";
  }

  @Override
  ProcedureParameter[] parameters() {
    return new ProcedureParameter[] {
      table(),
      optional(
          MAX_LIVE_RATIO,
          DataTypes.DoubleType,
          "NULL",
          "packs of which at most this part is live are copied, 0.5 by default"),
      optional(DRY_RUN, DataTypes.BooleanType, "false", "only count")
    };
  }

  @Override
  StructType resultType() {
    return new StructType()
        .add("repacked_packs_count", DataTypes.LongType, false)
        .add("repacked_packs_bytes", DataTypes.LongType, false)
        .add("copied_values_count", DataTypes.LongType, false)
        .add("copied_bytes", DataTypes.LongType, false)
        .add("rewritten_data_files_count", DataTypes.LongType, false)
        .add("added_data_files_count", DataTypes.LongType, false);
  }

  @Override
  Object[] run(ProcedureCall call) {
    SparkTable table = call.wholeTable();
    PackRewrite rewrite = new PackRewrite(call.spark(), table.table());
    if (call.ratio(MAX_LIVE_RATIO) != null) {
      rewrite.maxLiveRatio(call.ratio(MAX_LIVE_RATIO));
    }
    PackRewriteReport report = rewrite.dryRun(call.flag(DRY_RUN)).run();
    call.refresh(table);
    return new Object[] {
      report.packs(),
      report.packBytes(),
      report.copiedValues(),
      report.copiedBytes(),
      report.rewrittenDataFiles(),
      report.addedDataFiles()
    };
  }
}
