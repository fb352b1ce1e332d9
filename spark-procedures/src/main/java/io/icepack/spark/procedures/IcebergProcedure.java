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
import java.util.Iterator;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;

/** A procedure of Iceberg's on one table, with something done before or after it. */
abstract class IcebergProcedure implements CatalogProcedure {

  /**
   * Runs the procedure.
   *
   * @param iceberg does what Iceberg does
   */
  abstract Iterator<Scan> run(ProcedureCall call, Supplier<Iterator<Scan>> iceberg);

  @Override
  public final String namespace() {
    return "system";
  }

  @Override
  public final UnboundProcedure load(BlobCatalog catalog, UnboundProcedure iceberg) {
    return new Unbound(this, catalog, iceberg);
  }

  private record Unbound(IcebergProcedure procedure, BlobCatalog catalog, UnboundProcedure iceberg)
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
      return new Bound(procedure, catalog, iceberg.bind(inputType));
    }
  }

  private record Bound(IcebergProcedure procedure, BlobCatalog catalog, BoundProcedure iceberg)
      implements BoundProcedure {
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
      return procedure.run(
          ProcedureCall.of(catalog, name(), parameters(), arguments),
          () -> iceberg.call(arguments));
    }
  }
}
