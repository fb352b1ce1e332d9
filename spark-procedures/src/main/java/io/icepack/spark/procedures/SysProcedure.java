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
import io.icepack.spark.catalog.CatalogProcedure;
import io.icepack.spark.maintenance.SparkJobs;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A procedure in the namespace {@code sys} that answers with rows. */
abstract class SysProcedure implements CatalogProcedure {

  private static final Logger LOG = LoggerFactory.getLogger(SysProcedure.class);
  private static final int MAX_LOGGED = 10;

  /** The parameter that all of them have. */
  static final String TABLE = "table";

  static final DataType STRING_MAP =
      DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType);

  abstract String description();

  abstract ProcedureParameter[] parameters();

  abstract StructType resultType();

  /** Does the work and returns the rows of the result. */
  abstract List<Object[]> run(BlobCatalog catalog, InternalRow arguments);

  static ProcedureParameter table() {
    return ProcedureParameter.in(TABLE, DataTypes.StringType)
        .comment("name of the table, with its namespace")
        .build();
  }

  static ProcedureParameter optional(
      String name, DataType type, String defaultValue, String comment) {
    return ProcedureParameter.in(name, type).defaultValue(defaultValue).comment(comment).build();
  }

  @Override
  public final UnboundProcedure load(BlobCatalog catalog, UnboundProcedure iceberg) {
    return new Loaded(this, catalog);
  }

  private record Loaded(SysProcedure procedure, BlobCatalog catalog)
      implements UnboundProcedure, BoundProcedure {

    @Override
    public String name() {
      return procedure.name();
    }

    @Override
    public String description() {
      return procedure.description();
    }

    @Override
    public BoundProcedure bind(StructType inputType) {
      return this;
    }

    @Override
    public ProcedureParameter[] parameters() {
      return procedure.parameters();
    }

    @Override
    public boolean isDeterministic() {
      return false;
    }

    @Override
    public Iterator<Scan> call(InternalRow arguments) {
      InternalRow[] rows =
          procedure.describe(() -> procedure.run(catalog, arguments)).stream()
              .map(SysProcedure::internal)
              .toArray(InternalRow[]::new);
      return Collections.<Scan>singleton(new Figures(procedure.resultType(), rows)).iterator();
    }
  }

  /** Does the work with a description of its jobs, and says in the log what came out. */
  private List<Object[]> describe(Supplier<List<Object[]>> work) {
    long start = System.nanoTime();
    List<Object[]> rows = SparkJobs.run(SparkSession.active(), "Procedure sys." + name(), work);
    String[] columns = resultType().fieldNames();
    LOG.info(
        "Procedure sys.{} took {} s and has {} rows: {}",
        name(),
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
        rows.size(),
        rows.stream()
            .limit(MAX_LOGGED)
            .map(
                row ->
                    IntStream.range(0, row.length)
                        .mapToObj(i -> columns[i] + "=" + row[i])
                        .collect(Collectors.joining(", ", "{", "}")))
            .collect(Collectors.joining(", ")));
    return rows;
  }

  private static InternalRow internal(Object... figures) {
    Object[] values = figures.clone();
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof String text) {
        values[i] = UTF8String.fromString(text);
      }
    }
    return new GenericInternalRow(values);
  }

  private record Figures(StructType readSchema, InternalRow... rows) implements LocalScan {}
}
