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

import io.icepack.spark.maintenance.LanceAdoption;
import io.icepack.spark.maintenance.LanceAdoptionReport;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code CALL <catalog>.sys.adopt_lance_blobs(table, dataset, source, …)}. */
public final class AdoptLanceBlobsProcedure extends TableProcedure {

  private static final String DATASET = "dataset";
  private static final String SOURCE = "source";
  private static final String DATA_FILE_COLUMN = "data_file_column";
  private static final String BASES = "bases";
  private static final String VERIFY = "verify";
  private static final String ALLOW_OUTSIDE_BASES = "allow_outside_bases";

  @Override
  public String name() {
    return "adopt_lance_blobs";
  }

  @Override
  String description() {
    return "Appends rows whose blobs stay in a Lance dataset, without copying a byte of them";
  }

  @Override
  ProcedureParameter[] parameters() {
    return new ProcedureParameter[] {
      table(),
      ProcedureParameter.in(DATASET, DataTypes.StringType)
          .comment("location of the Lance dataset")
          .build(),
      ProcedureParameter.in(SOURCE, DataTypes.StringType)
          .comment("view or table with the rows: a scan of descriptors, and the data file of each")
          .build(),
      optional(
          DATA_FILE_COLUMN,
          DataTypes.StringType,
          "'" + LanceAdoption.DATA_FILE + "'",
          "column of the source with the path of the data file that holds the row"),
      optional(
          BASES, STRING_MAP, "NULL", "locations of the dataset's base_paths, by id, if it has any"),
      optional(
          VERIFY,
          DataTypes.BooleanType,
          "true",
          "whether to ask for the length of each object, and refuse what is missing or too short"),
      optional(
          ALLOW_OUTSIDE_BASES,
          DataTypes.BooleanType,
          "false",
          "whether values may lie below no base of the table, as External ones may")
    };
  }

  @Override
  StructType resultType() {
    return new StructType()
        .add("base_id", DataTypes.LongType, false)
        .add("rows_count", DataTypes.LongType, false)
        .add("blobs_count", DataTypes.LongType, false)
        .add("referenced_bytes", DataTypes.LongType, false);
  }

  @Override
  Object[] run(ProcedureCall call) {
    SparkTable table = call.wholeTable();
    LanceAdoptionReport report =
        new LanceAdoption(call.spark(), call.catalog().name(), table.table(), call.string(DATASET))
            .dataFileColumn(call.string(DATA_FILE_COLUMN))
            .datasetBases(bases(call))
            .verify(call.flag(VERIFY))
            .allowOutsideBases(call.flag(ALLOW_OUTSIDE_BASES))
            .run(source(call));
    call.refresh(table);
    return new Object[] {report.baseId(), report.rows(), report.blobs(), report.bytes()};
  }

  private static Dataset<Row> source(ProcedureCall call) {
    String source = call.string(SOURCE);
    try {
      return call.spark().table(source == null ? "" : source);
    } catch (Exception e) {
      if (e instanceof AnalysisException) {
        throw new ValidationException(
            e, "Cannot run %s: there is no view or table %s", call.procedure(), source);
      }
      throw e;
    }
  }

  private static Map<Long, String> bases(ProcedureCall call) {
    Map<Long, String> bases = new LinkedHashMap<>();
    call.map(BASES)
        .forEach(
            (id, location) -> {
              try {
                bases.put(Long.valueOf(id), location);
              } catch (NumberFormatException e) {
                throw new ValidationException(
                    e,
                    "Cannot run %s: bases has the id '%s', which is not a number",
                    call.procedure(),
                    id);
              }
            });
    return bases;
  }
}
