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
package io.icepack.spark.scan;

import io.icepack.spark.column.BlobsColumn;
import io.icepack.spark.column.OriginsColumn;
import io.icepack.spark.column.OutputColumn;
import io.icepack.spark.io.ExternalStorage;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.PrimaryKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.spark.SparkReadConf;
import org.apache.iceberg.spark.SparkV2Filters;
import org.apache.iceberg.spark.source.SparkScanBuilder;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Plans a scan: Iceberg's builder gets everything that does not concern blobs, and its scan is
 * returned as it is if no blob is asked for.
 */
public final class BlobScanBuilder
    implements SupportsPushDownV2Filters,
        SupportsPushDownRequiredColumns,
        SupportsPushDownLimit,
        SupportsPushDownAggregates {

  private final BlobTable table;
  private final SparkScanBuilder iceberg;
  private final Long snapshotId;
  private final String catalog;
  private final CaseInsensitiveStringMap options;
  private final BlobMode mode;
  private final ReadSettings settings;
  private final SparkReadConf conf;
  private final Map<List<String>, Boolean> nullTests = new LinkedHashMap<>();
  private final List<Predicate> ownPredicates = new ArrayList<>();
  private Expression plainFilter = Expressions.alwaysTrue();
  private Expression descriptorFilter = Expressions.alwaysTrue();
  private StructType requested;
  private Expression keyFilter = Expressions.alwaysTrue();
  private MergePlan mergePlan;
  private boolean aggregated;
  private boolean built;

  private BlobScanBuilder(
      BlobTable table,
      String catalog,
      ScanBuilder iceberg,
      Long snapshotId,
      CaseInsensitiveStringMap options,
      ReadSettings settings,
      BlobMode mode) {
    this.table = table;
    this.catalog = catalog;
    this.iceberg = (SparkScanBuilder) iceberg;
    this.snapshotId = snapshotId;
    this.options = options;
    this.settings = settings;
    this.mode = mode;
    this.conf = new SparkReadConf(SparkSession.active(), table.table(), options);
    this.requested = table.sparkSchema();
  }

  /**
   * A scan for a query.
   *
   * @param catalog name of the catalog, for session settings
   * @param iceberg Iceberg's builder for the physical table
   * @param snapshotId the snapshot that it reads, null if the table has none
   */
  public static BlobScanBuilder forQuery(
      BlobTable table,
      String catalog,
      ScanBuilder iceberg,
      Long snapshotId,
      CaseInsensitiveStringMap options) {
    ReadSettings settings = ReadSettings.of(SparkSession.active(), catalog, table, options);
    BlobMode mode = settings.asDescriptor() ? new BlobMode.Descriptors() : new BlobMode.Payloads();
    return new BlobScanBuilder(table, catalog, iceberg, snapshotId, options, settings, mode);
  }

  /** A scan for UPDATE, DELETE or MERGE, which sees blobs in one form whatever the session says. */
  public static BlobScanBuilder forRowLevel(
      BlobTable table,
      String catalog,
      ScanBuilder iceberg,
      Long snapshotId,
      CaseInsensitiveStringMap options,
      BlobMode mode) {
    ReadSettings settings = ReadSettings.of(SparkSession.active(), catalog, table, options);
    return new BlobScanBuilder(table, catalog, iceberg, snapshotId, options, settings, mode);
  }

  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    List<Predicate> plain = new ArrayList<>();
    List<Predicate> afterScan = new ArrayList<>();
    for (Predicate predicate : predicates) {
      if (Arrays.stream(predicate.references()).noneMatch(this::touchesBlob)) {
        plain.add(predicate);
      } else if (!acceptNullTest(predicate)) {
        afterScan.add(predicate);
      }
    }
    Predicate[] icebergAfterScan = iceberg.pushPredicates(plain.toArray(new Predicate[0]));
    plainFilter = SparkV2Filters.convert(iceberg.pushedPredicates());
    keyFilter = keyFilter(iceberg.pushedPredicates());
    descriptorFilter =
        DescriptorPredicates.onPhysicalRows(afterScan.toArray(new Predicate[0]), table.columns());
    return Stream.concat(Arrays.stream(icebergAfterScan), afterScan.stream())
        .toArray(Predicate[]::new);
  }

  private Expression keyFilter(Predicate[] pushed) {
    List<String> keys = table.primaryKey().map(PrimaryKey::names).orElse(List.of());
    return SparkV2Filters.convert(
        Arrays.stream(pushed)
            .filter(
                predicate ->
                    Arrays.stream(predicate.references())
                        .allMatch(reference -> keys.contains(reference.fieldNames()[0])))
            .toArray(Predicate[]::new));
  }

  /** Whether rows are stored as they are to be returned. */
  private boolean isClean() {
    if (table.primaryKey().isEmpty()) {
      return true;
    }
    if (mergePlan == null) {
      mergePlan =
          MergePlan.of(
              table.table(), table.primaryKey().get(), snapshotId, keyFilter, conf.caseSensitive());
    }
    return mergePlan.isClean();
  }

  private boolean touchesBlob(NamedReference reference) {
    String name = reference.fieldNames()[0];
    return name.equals(BlobsColumn.NAME)
        || name.equals(OriginsColumn.NAME)
        || table.columns().isBlob(reference.fieldNames());
  }

  private boolean acceptNullTest(Predicate predicate) {
    boolean isNull = predicate.name().equals("IS_NULL");
    if (!isNull && !predicate.name().equals("IS_NOT_NULL")
        || !(predicate.children()[0] instanceof NamedReference reference)) {
      return false;
    }
    List<String> path = List.of(reference.fieldNames());
    if (path.size() > 1 && path.get(0).equals(BlobsColumn.NAME)) {
      path = path.subList(1, path.size());
    }
    if (!table.columns().reaches(path.toArray(String[]::new))) {
      return false;
    }
    Boolean before = nullTests.putIfAbsent(path, isNull);
    if (before != null && before != isNull) {
      return false;
    }
    ownPredicates.add(predicate);
    return true;
  }

  @Override
  public Predicate[] pushedPredicates() {
    return Stream.concat(Arrays.stream(iceberg.pushedPredicates()), ownPredicates.stream())
        .toArray(Predicate[]::new);
  }

  @Override
  public boolean pushAggregation(Aggregation aggregation) {
    boolean onBlobs =
        Stream.concat(
                Arrays.stream(aggregation.aggregateExpressions()),
                Arrays.stream(aggregation.groupByExpressions()))
            .flatMap(expression -> Arrays.stream(expression.references()))
            .anyMatch(this::touchesBlob);
    aggregated =
        !onBlobs && ownPredicates.isEmpty() && isClean() && iceberg.pushAggregation(aggregation);
    return aggregated;
  }

  @Override
  public boolean pushLimit(int limit) {
    return ownPredicates.isEmpty() && isClean() && iceberg.pushLimit(limit);
  }

  @Override
  public boolean isPartiallyPushed() {
    return iceberg.isPartiallyPushed();
  }

  @Override
  public void pruneColumns(StructType requiredSchema) {
    requested = isClean() ? requiredSchema : wholeColumns(requiredSchema);
  }

  // Merging takes columns as they are, without looking into structs.
  private StructType wholeColumns(StructType schema) {
    StructType columns = table.sparkSchema();
    List<String> names = List.of(columns.fieldNames());
    return new StructType(
        Arrays.stream(schema.fields())
            .map(field -> names.contains(field.name()) ? columns.apply(field.name()) : field)
            .toArray(StructField[]::new));
  }

  /** The rows that a statement saw, for the detection of conflicts. */
  public Expression conflictFilter() {
    // Another version of a row may have other values, but not another key.
    return table.primaryKey().isPresent() ? keyFilter : plainFilter;
  }

  /** Whether a scan was built: Spark builds none for a condition that is never true. */
  public boolean isBuilt() {
    return built;
  }

  @Override
  public Scan build() {
    built = true;
    if (aggregated) {
      return iceberg.build();
    }
    RequestedColumns columns = new RequestedColumns(table, requested);
    Set<String> filtered =
        nullTests.keySet().stream().map(path -> path.get(0)).collect(Collectors.toSet());
    boolean touchBlobs = columns.touchBlobs(filtered);
    if (isClean() && !touchBlobs) {
      iceberg.pruneColumns(requested);
      return iceberg.build();
    }
    if (!isClean() && !touchBlobs && columns.areStored()) {
      return mergeScan(List.of(requested.fieldNames()), requested);
    }
    Scan scan = physicalScan(columns.physical(nullTests.keySet()));
    StructType physical = scan.readSchema();
    List<OutputColumn> output = columns.output(physical, mode);
    List<RowFilter.BlobCondition> conditions = new ArrayList<>();
    nullTests.forEach((path, isNull) -> conditions.add(columns.condition(path, physical, isNull)));
    ScanPlan plan =
        new ScanPlan(
            table.name(),
            physical,
            output,
            physical.fieldIndex(MetadataColumns.FILE_PATH.name()),
            RowFilter.of(Expressions.and(plainFilter, descriptorFilter), physical, conditions),
            settings);
    return new BlobScan(table, scan, requested, plan, this::externalStorage);
  }

  private ExternalStorage externalStorage() {
    return ExternalStorage.of(SparkSession.active(), catalog, table.table().properties(), options);
  }

  private Scan physicalScan(StructType physical) {
    if (isClean()) {
      iceberg.pruneColumns(physical);
      return iceberg.build();
    }
    List<String> names =
        Arrays.stream(physical.fieldNames())
            .filter(name -> !MetadataColumns.isMetadataColumn(name))
            .toList();
    return mergeScan(names, null);
  }

  private Scan mergeScan(List<String> physical, StructType columns) {
    return new MergeScan(
        table.table(),
        snapshotId,
        keyFilter,
        MergeRead.of(table, physical),
        mergePlan,
        conf,
        columns);
  }
}
