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

import io.icepack.spark.column.BlobLength;
import io.icepack.spark.column.BlobsColumn;
import io.icepack.spark.column.OriginsColumn;
import io.icepack.spark.io.ExternalStorage;
import io.icepack.spark.rowlevel.BlobRowLevelOperationBuilder;
import io.icepack.spark.rowlevel.RowDeletions;
import io.icepack.spark.scan.BlobScanBuilder;
import io.icepack.spark.scan.ReadSettings;
import io.icepack.spark.table.BlobColumn;
import io.icepack.spark.table.BlobForm;
import io.icepack.spark.table.BlobStorage;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.Capability;
import io.icepack.spark.table.KeyHistory;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableOptions;
import io.icepack.spark.write.BlobWriteBuilder;
import io.icepack.spark.write.StagedObjects;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.iceberg.util.SnapshotUtil;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import org.apache.spark.sql.connector.write.RowLevelOperationBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A table with blob columns or a primary key as Spark sees it. It stands in front of Iceberg's
 * {@link SparkTable}, which keeps the snapshot, branch or time travel in use and sees descriptors
 * where users see BINARY. It extends {@code SparkTable} because Iceberg's procedures and DDL look
 * for that class.
 */
class IcepackTable extends SparkTable {

  private static final Set<TableCapability> UNSUPPORTED =
      Set.of(
          TableCapability.MICRO_BATCH_READ,
          TableCapability.STREAMING_WRITE,
          TableCapability.ACCEPT_ANY_SCHEMA,
          TableCapability.AUTOMATIC_SCHEMA_EVOLUTION);

  private final String catalog;
  private final SparkTable physical;
  private final BlobTable blobTable;
  private final Map<Integer, BlobForm> forms;

  IcepackTable(String catalog, SparkTable physical, BlobTable blobTable) {
    this(catalog, physical, blobTable, Map.of());
  }

  private IcepackTable(
      String catalog, SparkTable physical, BlobTable blobTable, Map<Integer, BlobForm> forms) {
    super(LayoutGuard.guard(physical.table()));
    this.catalog = catalog;
    this.physical = physical;
    this.blobTable = blobTable.withForms(forms);
    this.forms = forms;
  }

  /** The same table, some blobs of which look different to a statement; by field id. */
  IcepackTable withForms(Map<Integer, BlobForm> newForms) {
    Map<Integer, BlobForm> all = new HashMap<>(forms);
    all.putAll(newForms);
    return new IcepackTable(catalog, physical, blobTable, all);
  }

  final BlobTable blobTable() {
    return blobTable;
  }

  /** Tells how long blobs are, null if a query with these options sees descriptors instead. */
  final BlobLength blobLength(String path, CaseInsensitiveStringMap options) {
    SparkSession spark = SparkSession.active();
    return ReadSettings.of(spark, catalog, blobTable, options).asDescriptor()
        ? null
        : new BlobLength(
            blobTable, path, ExternalStorage.of(spark, catalog, table().properties(), options));
  }

  /** Wraps a table with a primary key or blob columns in the schema in use, no other. */
  static SparkTable wrap(String catalog, SparkTable loaded) {
    Table table = loaded.table();
    if (loaded.snapshotId() != null) {
      Snapshot snapshot = table.snapshot(loaded.snapshotId());
      KeyHistory.check(table.name(), snapshot, table.properties());
    }
    return BlobTable.of(table, schemaInUse(loaded))
        .map(blobTable -> (SparkTable) read(catalog, loaded, blobTable))
        .orElseGet(() -> ordinary(loaded));
  }

  private static IcepackTable read(String catalog, SparkTable loaded, BlobTable blobTable) {
    Map<Integer, BlobForm> forms = SeenForms.ofReader(SparkSession.active(), catalog, blobTable);
    return new IcepackTable(catalog, loaded, blobTable, forms);
  }

  // Nobody may roll a table back to where it had a primary key without it being known.
  private static SparkTable ordinary(SparkTable loaded) {
    Table table = loaded.table();
    return table.properties().containsKey(KeyHistory.SINCE) && new SparkTable(table).equals(loaded)
        ? new SparkTable(LayoutGuard.guard(table))
        : loaded;
  }

  // SparkTable keeps its time travel to itself; its equality tells whether there is any.
  private static Schema schemaInUse(SparkTable loaded) {
    Table table = loaded.table();
    boolean current =
        loaded.snapshotId() == null
            || loaded.branch() != null
            || new SparkTable(table).equals(loaded);
    return current ? table.schema() : SnapshotUtil.schemaFor(table, loaded.snapshotId());
  }

  @Override
  @SuppressWarnings("deprecation") // Iceberg and Spark still read it
  public StructType schema() {
    return blobTable.sparkSchema();
  }

  @Override
  public Column[] columns() {
    return CatalogV2Util.structTypeToV2Columns(blobTable.sparkSchema());
  }

  @Override
  public Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>(physical.properties());
    properties.remove(PrimaryKey.FIELD_IDS);
    properties.remove(KeyHistory.SINCE);
    properties.remove(Capability.SIDECAR_OBJECTS);
    for (BlobStorage storage : BlobStorage.values()) {
      properties.remove(storage.fieldIds());
      List<BlobColumn> columns = blobTable.columns().all(storage);
      if (!columns.isEmpty()) {
        properties.put(
            storage.property(),
            columns.stream()
                .flatMap(column -> column.paths().stream())
                .collect(Collectors.joining(",")));
      }
    }
    blobTable
        .primaryKey()
        .ifPresent(key -> properties.put(TableOptions.PRIMARY_KEY, String.join(",", key.names())));
    properties.put(TableCatalog.PROP_PROVIDER, "icepack");
    return properties;
  }

  @Override
  public Transform[] partitioning() {
    Transform[] partitioning = super.partitioning();
    boolean bucketed = blobTable.primaryKey().isPresent() && blobTable.options().buckets() > 1;
    return bucketed ? Arrays.copyOf(partitioning, partitioning.length - 1) : partitioning;
  }

  @Override
  public Constraint[] constraints() {
    return blobTable
        .primaryKey()
        .map(key -> new Constraint[] {KeyDeclaration.constraint(key.names())})
        .orElseGet(super::constraints);
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    // The row of a key can come from several files, so it has none of Iceberg's.
    Stream<MetadataColumn> icebergs =
        blobTable.primaryKey().isPresent()
            ? Stream.empty()
            : Arrays.stream(physical.metadataColumns());
    Stream<MetadataColumn> blobs =
        blobTable.columns().isEmpty() ? Stream.empty() : Stream.of(BlobsColumn.of(blobTable));
    return Stream.of(icebergs, blobs, Stream.of(OriginsColumn.of()))
        .flatMap(columns -> columns)
        .toArray(MetadataColumn[]::new);
  }

  @Override
  public Set<TableCapability> capabilities() {
    Set<TableCapability> capabilities = new HashSet<>(physical.capabilities());
    capabilities.removeAll(UNSUPPORTED);
    return capabilities;
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    return BlobScanBuilder.forQuery(
        blobTable, catalog, physical.newScanBuilder(options), physical.snapshotId(), options);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return newWriteBuilder(info, new StagedObjects(), null);
  }

  final WriteBuilder newWriteBuilder(
      LogicalWriteInfo info, StagedObjects staged, String kindColumn) {
    physical.newWriteBuilder(info);
    return new BlobWriteBuilder(spark(), blobTable, catalog, branch(), info, staged, kindColumn);
  }

  @Override
  public RowLevelOperationBuilder newRowLevelOperationBuilder(RowLevelOperationInfo info) {
    physical.newRowLevelOperationBuilder(info);
    return new BlobRowLevelOperationBuilder(catalog, blobTable, physical, info);
  }

  @Override
  public boolean canDeleteWhere(Predicate[] predicates) {
    List<NamedReference> columns =
        Arrays.stream(predicates)
            .flatMap(predicate -> Arrays.stream(predicate.references()))
            .toList();
    if (columns.isEmpty()) {
      // Spark knows no other way to delete all rows.
      blobTable.primaryKey().ifPresent(key -> RowDeletions.of(blobTable, Command.DELETE));
      return true;
    }
    return columns.stream().allMatch(column -> selectsFiles(column.fieldNames()[0]))
        && hasEffect()
        && physical.canDeleteWhere(predicates);
  }

  // Files are deleted whole. Rows of one key may lie in several, and agree in key columns alone.
  private boolean selectsFiles(String column) {
    return blobTable
        .primaryKey()
        .map(key -> key.names().contains(column))
        .orElseGet(() -> !isBlob(column));
  }

  private boolean hasEffect() {
    return blobTable.primaryKey().isEmpty()
        || RowDeletions.of(blobTable, Command.DELETE) == RowDeletions.REMOVE;
  }

  private boolean isBlob(String name) {
    return name.equals(BlobsColumn.NAME) || blobTable.columns().find(name).isPresent();
  }

  @Override
  public boolean truncateTable() {
    return physical.truncateTable();
  }

  @Override
  public void deleteWhere(Predicate[] predicates) {
    if (hasEffect()) {
      physical.deleteWhere(predicates);
    }
  }

  @Override
  public SparkTable copyWithBranch(String newBranch) {
    SparkTable copy = wrap(catalog, physical.copyWithBranch(newBranch));
    return copy instanceof IcepackTable table ? table.withForms(forms) : copy;
  }

  @Override
  public Long snapshotId() {
    return physical.snapshotId();
  }

  @Override
  public String branch() {
    return physical.branch();
  }

  @Override
  public String version() {
    return physical.version();
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof IcepackTable that
            && getClass() == that.getClass()
            && catalog.equals(that.catalog)
            && physical.equals(that.physical)
            && forms.equals(that.forms));
  }

  @Override
  public int hashCode() {
    return physical.hashCode();
  }
}
