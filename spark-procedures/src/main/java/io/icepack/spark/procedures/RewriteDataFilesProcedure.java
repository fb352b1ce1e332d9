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
import io.icepack.spark.maintenance.BlobRefsRebuild;
import io.icepack.spark.maintenance.ForeignRewrite;
import java.util.Iterator;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;

/**
 * {@code CALL <catalog>.system.rewrite_data_files(…)}: Iceberg's procedure, and after it the
 * sidecars of the data files that it wrote.
 */
public final class RewriteDataFilesProcedure implements CatalogProcedure {

  @Override
  public String namespace() {
    return "system";
  }

  @Override
  public String name() {
    return "rewrite_data_files";
  }

  @Override
  public UnboundProcedure load(BlobCatalog catalog, UnboundProcedure iceberg) {
    return new Unbound(catalog, iceberg);
  }

  private record Unbound(BlobCatalog catalog, UnboundProcedure iceberg)
      implements UnboundProcedure {
    @Override
    public String name() {
      return iceberg.name();
    }

    @Override
    public String description() {
      return iceberg.description();
    }

    @Override
    public BoundProcedure bind(StructType inputType) {
      return new Bound(catalog, iceberg.bind(inputType));
    }
  }

  private record Bound(BlobCatalog catalog, BoundProcedure iceberg) implements BoundProcedure {
    @Override
    public String name() {
      return iceberg.name();
    }

    @Override
    public String description() {
      return iceberg.description();
    }

    @Override
    public ProcedureParameter[] parameters() {
      return iceberg.parameters();
    }

    @Override
    public boolean isDeterministic() {
      return iceberg.isDeterministic();
    }

    @Override
    public Iterator<Scan> call(InternalRow arguments) {
      ProcedureCall call = ProcedureCall.of(catalog, name(), parameters(), arguments);
      SparkTable sparkTable = call.table();
      Table table = sparkTable.table();
      table.refresh();
      ForeignRewrite.check(table, call.branch(sparkTable));
      return new BlobRefsRebuild(call.spark(), table).after(() -> iceberg.call(arguments));
    }
  }
}
