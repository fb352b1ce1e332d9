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
import io.icepack.spark.maintenance.TableClone;
import io.icepack.spark.maintenance.TableCloneReport;
import java.util.List;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code CALL <catalog>.sys.clone(source, target, mode)}. */
public final class CloneProcedure extends SysProcedure {

  private static final String SOURCE = "source";
  private static final String TARGET = "target";
  private static final String MODE = "mode";

  @Override
  public String name() {
    return "clone";
  }

  @Override
  String description() {
    return "Makes a table with the rows of another one, which shares its payloads or copies them";
  }

  @Override
  ProcedureParameter[] parameters() {
    return new ProcedureParameter[] {
      ProcedureParameter.in(SOURCE, DataTypes.StringType).comment("name of a table").build(),
      ProcedureParameter.in(TARGET, DataTypes.StringType).comment("name of the new table").build(),
      optional(
          MODE,
          DataTypes.StringType,
          "'deep'",
          "deep, or shallow to share data files and payloads with the source")
    };
  }

  @Override
  StructType resultType() {
    return new StructType()
        .add("mode", DataTypes.StringType, false)
        .add("snapshot_id", DataTypes.LongType)
        .add("tag", DataTypes.StringType)
        .add("data_files_count", DataTypes.LongType, false)
        .add("copied_objects_count", DataTypes.LongType, false)
        .add("copied_bytes", DataTypes.LongType, false)
        .add("reused_objects_count", DataTypes.LongType, false);
  }

  @Override
  List<Object[]> run(BlobCatalog catalog, InternalRow arguments) {
    ProcedureCall call = ProcedureCall.of(catalog, name(), SOURCE, parameters(), arguments);
    Identifier target = call.newTable(TARGET);
    String name = call.string(MODE);
    TableClone.Mode mode =
        TableClone.Mode.of(name == null ? "deep" : name)
            .orElseThrow(
                () ->
                    new ValidationException(
                        "Cannot run clone: mode is '%s'; use 'shallow' or 'deep'", name));
    TableCloneReport report =
        new TableClone(
                call.spark(),
                catalog.icebergCatalog(),
                call.wholeTable().table(),
                Spark3Util.identifierToTableIdentifier(target))
            .run(mode);
    return List.<Object[]>of(
        new Object[] {
          mode.toString(),
          report.snapshot(),
          report.tag(),
          report.dataFiles(),
          report.copied().blobs(),
          report.copied().blobBytes(),
          report.reused()
        });
  }
}
