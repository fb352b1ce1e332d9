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

import io.icepack.spark.function.BlobFunctions;
import io.icepack.spark.table.Capability;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.spark.PathIdentifier;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.iceberg.spark.SparkCatalog;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalogCapability;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;

/**
 * Iceberg's Spark catalog with blob columns: statements are checked and translated to the physical
 * schema on their way in, tables with blob columns are wrapped on their way out. A table without
 * blob columns is handed through as Iceberg's own.
 */
public abstract class BlobCatalog extends SparkCatalog {

  private static final List<TablePurge> PURGES =
      ServiceLoader.load(TablePurge.class, BlobCatalog.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .toList();

  @Override
  public Set<TableCatalogCapability> capabilities() {
    Set<TableCatalogCapability> capabilities = new HashSet<>(super.capabilities());
    capabilities.add(TableCatalogCapability.SUPPORT_TABLE_CONSTRAINT);
    return capabilities;
  }

  @Override
  public Table loadTable(Identifier ident)
      throws org.apache.spark.sql.catalyst.analysis.NoSuchTableException {
    Optional<ChangeSelector> changes = ChangeSelector.parse(ident);
    if (changes.isPresent() && ident instanceof PathIdentifier) {
      return changes(changes.get());
    }
    try {
      return wrap(super.loadTable(ident));
    } catch (org.apache.spark.sql.catalyst.analysis.NoSuchTableException e) {
      return changes.isPresent() ? changes(changes.get()) : derived(ident).orElseThrow(() -> e);
    }
  }

  private Table changes(ChangeSelector selector)
      throws org.apache.spark.sql.catalyst.analysis.NoSuchTableException {
    return ChangeTable.of(
        name(), (SparkTable) super.loadTable(selector.table()), selector.column());
  }

  private Optional<Table> derived(Identifier ident) {
    return DerivedTables.find(ident)
        .flatMap(
            derived ->
                withPayloads(DerivedTables.origin(ident))
                    .map(origin -> DerivedTables.of(derived, origin)));
  }

  /** The table of a name if it has or had payloads of its own. */
  private Optional<org.apache.iceberg.Table> withPayloads(Identifier ident) {
    try {
      org.apache.iceberg.Table table = iceberg(ident);
      return Capability.storesPayloads(table.name(), table.properties())
          ? Optional.of(table)
          : Optional.empty();
    } catch (org.apache.spark.sql.catalyst.analysis.NoSuchTableException e) {
      return Optional.empty();
    }
  }

  @Override
  public Table loadTable(Identifier ident, String version)
      throws org.apache.spark.sql.catalyst.analysis.NoSuchTableException {
    return wrap(super.loadTable(ident, version));
  }

  @Override
  public Table loadTable(Identifier ident, long timestampMicros)
      throws org.apache.spark.sql.catalyst.analysis.NoSuchTableException {
    return wrap(super.loadTable(ident, timestampMicros));
  }

  @Override
  public Table createTable(Identifier ident, TableInfo info) throws TableAlreadyExistsException {
    TableDeclaration declaration = TableDeclaration.of(fullName(ident), info);
    if (declaration.isOrdinary()) {
      return super.createTable(ident, declaration.physical());
    }
    SparkTable staged = (SparkTable) super.stageCreate(ident, declaration.physical());
    declaration.complete(staged.table());
    try {
      ((StagedTable) staged).commitStagedChanges();
      return loadTable(ident);
    } catch (AlreadyExistsException e) {
      throw new TableAlreadyExistsException(ident);
    } catch (org.apache.spark.sql.catalyst.analysis.NoSuchTableException e) {
      throw new NoSuchTableException(e, "Cannot load table %s just created", fullName(ident));
    }
  }

  @Override
  public StagedTable stageCreate(Identifier ident, TableInfo info)
      throws TableAlreadyExistsException {
    TableDeclaration declaration = TableDeclaration.of(fullName(ident), info);
    return wrapStaged(super.stageCreate(ident, declaration.physical()), declaration);
  }

  @Override
  public StagedTable stageReplace(Identifier ident, TableInfo info)
      throws org.apache.spark.sql.catalyst.analysis.NoSuchTableException {
    TableDeclaration declaration = replacement(ident, info);
    return wrapStaged(super.stageReplace(ident, declaration.physical()), declaration);
  }

  @Override
  public StagedTable stageCreateOrReplace(Identifier ident, TableInfo info) {
    TableDeclaration declaration = replacement(ident, info);
    return wrapStaged(super.stageCreateOrReplace(ident, declaration.physical()), declaration);
  }

  private TableDeclaration replacement(Identifier ident, TableInfo info) {
    TableDeclaration declaration = TableDeclaration.of(fullName(ident), info);
    if (!declaration.setsBases()) {
      return declaration;
    }
    try {
      return declaration.replacing(iceberg(ident));
    } catch (org.apache.spark.sql.catalyst.analysis.NoSuchTableException e) {
      return declaration;
    }
  }

  @Override
  public Table alterTable(Identifier ident, TableChange... changes)
      throws org.apache.spark.sql.catalyst.analysis.NoSuchTableException {
    if (ident instanceof PathIdentifier) {
      return super.alterTable(ident, changes);
    }
    TableAlteration alteration = TableAlteration.of(iceberg(ident), changes);
    if (alteration.isOrdinary()) {
      return wrap(super.alterTable(ident, alteration.changes()));
    }
    alteration.commit();
    return loadTable(ident);
  }

  @Override
  public boolean purgeTable(Identifier ident) {
    List<Runnable> rest = ident instanceof PathIdentifier ? List.of() : preparePurge(ident);
    boolean purged = super.purgeTable(ident);
    if (purged) {
      rest.forEach(Runnable::run);
    }
    return purged;
  }

  private List<Runnable> preparePurge(Identifier ident) {
    return withPayloads(ident).stream()
        .flatMap(table -> PURGES.stream().map(purge -> purge.prepare(SparkSession.active(), table)))
        .toList();
  }

  private org.apache.iceberg.Table iceberg(Identifier ident)
      throws org.apache.spark.sql.catalyst.analysis.NoSuchTableException {
    try {
      return icebergCatalog().loadTable(buildIdentifier(ident));
    } catch (NoSuchTableException e) {
      throw new org.apache.spark.sql.catalyst.analysis.NoSuchTableException(ident);
    }
  }

  @Override
  public UnboundProcedure loadProcedure(Identifier ident) {
    CatalogProcedure procedure = Procedures.find(ident);
    if (procedure == null) {
      return super.loadProcedure(ident);
    }
    boolean replaces = procedure.namespace().equals(Procedures.ICEBERG_NAMESPACE);
    return procedure.load(this, replaces ? super.loadProcedure(ident) : null);
  }

  @Override
  public Identifier[] listProcedures(String[] namespace) {
    return Stream.concat(Procedures.list(namespace), Arrays.stream(super.listProcedures(namespace)))
        .distinct()
        .toArray(Identifier[]::new);
  }

  @Override
  public UnboundFunction loadFunction(Identifier ident) throws NoSuchFunctionException {
    Optional<UnboundFunction> function = BlobFunctions.find(name(), ident);
    return function.isPresent() ? function.get() : super.loadFunction(ident);
  }

  @Override
  public Identifier[] listFunctions(String[] namespace) throws NoSuchNamespaceException {
    return BlobFunctions.isNamespace(namespace)
        ? BlobFunctions.names().stream()
            .map(function -> Identifier.of(namespace, function))
            .toArray(Identifier[]::new)
        : super.listFunctions(namespace);
  }

  private Table wrap(Table table) {
    return table instanceof SparkTable loaded ? IcepackTable.wrap(name(), loaded) : table;
  }

  private StagedTable wrapStaged(StagedTable staged, TableDeclaration declaration) {
    SparkTable table = (SparkTable) staged;
    declaration.complete(table.table());
    return declaration.isOrdinary() ? staged : new StagedIcepackTable(name(), staged, table);
  }

  private String fullName(Identifier ident) {
    return Spark3Util.quotedFullIdentifier(name(), ident);
  }
}
