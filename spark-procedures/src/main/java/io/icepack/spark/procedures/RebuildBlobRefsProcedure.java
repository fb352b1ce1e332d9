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

import io.icepack.spark.maintenance.BlobRefsRebuild;
import io.icepack.spark.maintenance.BlobRefsReport;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code CALL <catalog>.sys.rebuild_blob_refs(table, force, dry_run)}. */
public final class RebuildBlobRefsProcedure extends TableProcedure {

  private static final String FORCE = "force";
  private static final String DRY_RUN = "dry_run";

  @Override
  public String name() {
    return "rebuild_blob_refs";
  }

  @Override
  String description() {
    return "Writes the sidecars that data files lack or that cannot be read, from the descriptors";
  }

  @Override
  ProcedureParameter[] parameters() {
    return new ProcedureParameter[] {
      table(),
      optional(
          FORCE,
          DataTypes.BooleanType,
          "false",
          "read data files, and replace also sidecars of unknown version or that lack references"),
      optional(DRY_RUN, DataTypes.BooleanType, "false", "only count")
    };
  }

  @Override
  StructType resultType() {
    return new StructType()
        .add("checked_data_files_count", DataTypes.LongType, false)
        .add("missing_blob_refs_count", DataTypes.LongType, false)
        .add("corrupt_blob_refs_count", DataTypes.LongType, false)
        .add("written_blob_refs_count", DataTypes.LongType, false);
  }

  @Override
  Object[] run(ProcedureCall call) {
    BlobRefsReport report =
        new BlobRefsRebuild(call.spark(), call.wholeTable().table())
            .force(call.flag(FORCE))
            .dryRun(call.flag(DRY_RUN))
            .run();
    return new Object[] {report.checked(), report.missing(), report.corrupt(), report.written()};
  }
}
