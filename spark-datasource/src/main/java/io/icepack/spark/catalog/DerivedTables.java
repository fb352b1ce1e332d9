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
package io.icepack.spark.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.apache.iceberg.Table;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.V1Scan;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.TableScan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The derived tables on the class path, found once, as Spark reads them. */
final class DerivedTables {

  private static final List<DerivedTable> ALL =
      ServiceLoader.load(DerivedTable.class, DerivedTables.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .toList();

  private DerivedTables() {}

  /** The derived table that the last part of a name means, empty if it means none. */
  static Optional<DerivedTable> find(Identifier ident) {
    return ident.namespace().length == 0
        ? Optional.empty()
        : ALL.stream().filter(table -> table.name().equalsIgnoreCase(ident.name())).findFirst();
  }

  /** The name of the table that a derived table is computed from. */
  static Identifier origin(Identifier ident) {
    String[] levels = ident.namespace();
    int last = levels.length - 1;
    return Identifier.of(Arrays.copyOf(levels, last), levels[last]);
  }

  /** A derived table of one table. */
  static SupportsRead of(DerivedTable derived, Table table) {
    return new View(derived, table);
  }

  private record View(DerivedTable derived, Table table) implements SupportsRead {
    @Override
    public String name() {
      return table.name() + "." + derived.name();
    }

    @Override
    public Column[] columns() {
      return CatalogV2Util.structTypeToV2Columns(derived.schema());
    }

    @Override
    public Set<TableCapability> capabilities() {
      return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
      return () -> new Scan(derived, table);
    }
  }

  private record Scan(DerivedTable derived, Table table) implements V1Scan {
    @Override
    public StructType readSchema() {
      return derived.schema();
    }

    @Override
    @SuppressWarnings("unchecked") // Spark asks for any relation that is a table scan
    public <T extends BaseRelation & TableScan> T toV1TableScan(SQLContext context) {
      return (T) new Relation(context, derived, table);
    }
  }

  private static final class Relation extends BaseRelation implements TableScan {
    private final SQLContext context;
    private final DerivedTable derived;
    private final Table table;

    Relation(SQLContext context, DerivedTable derived, Table table) {
      this.context = context;
      this.derived = derived;
      this.table = table;
    }

    @Override
    public SQLContext sqlContext() {
      return context;
    }

    @Override
    public StructType schema() {
      return derived.schema();
    }

    @Override
    public RDD<Row> buildScan() {
      return derived.rows(context.sparkSession(), table).rdd();
    }
  }
}
