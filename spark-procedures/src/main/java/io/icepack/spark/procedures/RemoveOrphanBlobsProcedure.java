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

import io.icepack.spark.catalog.BlobCatalog;
import io.icepack.spark.maintenance.OrphanBlobRemoval;
import io.icepack.spark.maintenance.OrphanBlobReport;
import io.icepack.spark.maintenance.RemovalStatus;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Table;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code CALL <catalog>.sys.remove_orphan_blobs(table, older_than, dry_run, parallelism)}. */
public final class RemoveOrphanBlobsProcedure extends SysProcedure {

  private static final String OLDER_THAN = "older_than";
  private static final String DRY_RUN = "dry_run";
  private static final String PARALLELISM = "parallelism";

  @Override
  public String name() {
    return "remove_orphan_blobs";
  }

  @Override
  String description() {
    return "Deletes packs and sidecars that no retained snapshot needs";
  }

  @Override
  ProcedureParameter[] parameters() {
    return new ProcedureParameter[] {
      ProcedureParameter.in(TABLE, DataTypes.StringType)
          .comment("name of the table, or 'db.*' for all tables of a namespace")
          .build(),
      optional(
          OLDER_THAN,
          DataTypes.TimestampType,
          "NULL",
          "only objects modified before it are deleted, by default a day before the run"),
      optional(DRY_RUN, DataTypes.BooleanType, "false", "only count"),
      optional(
          PARALLELISM,
          DataTypes.IntegerType,
          "NULL",
          "number of tasks, by default spark.sql.shuffle.partitions")
    };
  }

  @Override
  StructType resultType() {
    return new StructType()
        .add("table", DataTypes.StringType, false)
        .add("status", DataTypes.StringType, false)
        .add("reason", DataTypes.StringType)
        .add("deleted_blobs_count", DataTypes.LongType, false)
        .add("deleted_blobs_bytes", DataTypes.LongType, false)
        .add("deleted_blob_refs_count", DataTypes.LongType, false)
        .add("deleted_blob_refs_bytes", DataTypes.LongType, false)
        .add("candidates_count", DataTypes.LongType, false)
        .add("snapshots_count", DataTypes.LongType, false);
  }

  @Override
  List<Object[]> run(BlobCatalog catalog, InternalRow arguments) {
    List<Object[]> rows = new ArrayList<>();
    for (ProcedureCall call : ProcedureCall.each(catalog, name(), parameters(), arguments)) {
      if (call.namesOneTable()) {
        rows.add(row(call, report(call, call.wholeTable().table())));
      } else {
        OrphanBlobReport report = reportAnyway(call);
        if (report.status() != RemovalStatus.NO_BLOBS) {
          rows.add(row(call, report));
        }
      }
    }
    return rows;
  }

  private static OrphanBlobReport report(ProcedureCall call, Table table) {
    OrphanBlobRemoval removal = new OrphanBlobRemoval(call.spark(), table);
    if (call.positive(PARALLELISM) != null) {
      removal.parallelism(call.positive(PARALLELISM));
    }
    return removal.olderThan(call.timestamp(OLDER_THAN)).dryRun(call.flag(DRY_RUN)).run();
  }

  /** One table of a namespace that cannot be loaded does not keep the others. */
  private static OrphanBlobReport reportAnyway(ProcedureCall call) {
    Table table;
    try {
      table = call.wholeTable().table();
    } catch (RuntimeException e) {
      return OrphanBlobReport.unreadable(e);
    }
    return report(call, table);
  }

  private static Object[] row(ProcedureCall call, OrphanBlobReport report) {
    return new Object[] {
      call.fullName(),
      report.status().toString(),
      report.reason(),
      report.deleted().blobs(),
      report.deleted().blobBytes(),
      report.deleted().references(),
      report.deleted().referenceBytes(),
      report.candidates(),
      report.snapshots()
    };
  }
}
