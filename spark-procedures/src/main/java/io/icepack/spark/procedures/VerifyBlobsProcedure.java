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
import io.icepack.spark.maintenance.BlobProblem;
import io.icepack.spark.maintenance.BlobVerification;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code CALL <catalog>.sys.verify_blobs(table, snapshot_id, deep)}. */
public final class VerifyBlobsProcedure extends SysProcedure {

  private static final String SNAPSHOT_ID = "snapshot_id";
  private static final String DEEP = "deep";

  @Override
  public String name() {
    return "verify_blobs";
  }

  @Override
  String description() {
    return "Checks that every payload is there; the result has a row for each problem";
  }

  @Override
  ProcedureParameter[] parameters() {
    return new ProcedureParameter[] {
      table(),
      optional(SNAPSHOT_ID, DataTypes.LongType, "NULL", "snapshot, by default all retained ones"),
      optional(DEEP, DataTypes.BooleanType, "false", "also read every byte")
    };
  }

  @Override
  StructType resultType() {
    return new StructType()
        .add("problem", DataTypes.StringType, false)
        .add("object", DataTypes.StringType)
        .add("values_count", DataTypes.LongType, false)
        .add("column", DataTypes.StringType, false)
        .add("data_file", DataTypes.StringType, false)
        .add("message", DataTypes.StringType);
  }

  @Override
  List<Object[]> run(BlobCatalog catalog, InternalRow arguments) {
    ProcedureCall call = ProcedureCall.of(catalog, name(), parameters(), arguments);
    return new BlobVerification(call.spark(), catalog.name(), call.wholeTable().table())
        .snapshot(call.number(SNAPSHOT_ID)).deep(call.flag(DEEP)).run().stream()
            .map(VerifyBlobsProcedure::row)
            .toList();
  }

  private static Object[] row(BlobProblem problem) {
    return new Object[] {
      problem.kind().name().toLowerCase(Locale.ROOT),
      problem.object(),
      problem.values(),
      problem.column(),
      problem.dataFile(),
      problem.message()
    };
  }
}
