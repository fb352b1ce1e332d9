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

import io.icepack.spark.io.ExternalStorage;
import io.icepack.spark.table.BlobTable;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportPartitioning;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.connector.read.partitioning.UnknownPartitioning;
import org.apache.spark.sql.types.StructType;

/** Iceberg's scan of physical rows, from which tasks make the rows that a query asked for. */
final class BlobScan
    implements Scan,
        Batch,
        SupportsReportStatistics,
        SupportsRuntimeV2Filtering,
        SupportsReportPartitioning {

  // Enough to keep Spark from broadcasting payloads whose sizes planning does not look at.
  private static final long ASSUMED_PAYLOAD_BYTES = 1 << 20;

  private final BlobTable table;
  private final Scan iceberg;
  private final StructType readSchema;
  private final ScanPlan plan;
  private final Supplier<ExternalStorage> external;

  BlobScan(
      BlobTable table,
      Scan iceberg,
      StructType readSchema,
      ScanPlan plan,
      Supplier<ExternalStorage> external) {
    this.table = table;
    this.iceberg = iceberg;
    this.readSchema = readSchema;
    this.plan = plan;
    this.external = external;
  }

  @Override
  public StructType readSchema() {
    return readSchema;
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    return iceberg.toBatch().planInputPartitions();
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(SparkSession.active().sparkContext());
    return new BlobReaderFactory(
        iceberg.toBatch().createReaderFactory(),
        context.broadcast(SerializableTableWithSize.copyOf(table.table())),
        plan.fetchesPayloads() ? context.broadcast(external.get()) : null,
        plan);
  }

  @Override
  public Statistics estimateStatistics() {
    if (!(iceberg instanceof SupportsReportStatistics reporting)) {
      return new PayloadStatistics(null, 0);
    }
    long columns = plan.output().stream().filter(column -> column.fetchesPayloads()).count();
    return new PayloadStatistics(reporting.estimateStatistics(), columns * ASSUMED_PAYLOAD_BYTES);
  }

  /** Iceberg's estimate of the rows, with payloads added to their size. */
  private record PayloadStatistics(Statistics rows, long payloadBytesPerRow) implements Statistics {
    @Override
    public OptionalLong numRows() {
      return rows == null ? OptionalLong.empty() : rows.numRows();
    }

    @Override
    public OptionalLong sizeInBytes() {
      if (rows == null || rows.sizeInBytes().isEmpty()) {
        return OptionalLong.empty();
      }
      double payloads = (double) payloadBytesPerRow * rows.numRows().orElse(0);
      return OptionalLong.of((long) (rows.sizeInBytes().getAsLong() + payloads));
    }

    @Override
    public Map<NamedReference, ColumnStatistics> columnStats() {
      return rows == null ? Map.of() : rows.columnStats();
    }
  }

  @Override
  public NamedReference[] filterAttributes() {
    return iceberg instanceof SupportsRuntimeV2Filtering filtering
        ? filtering.filterAttributes()
        : new NamedReference[0];
  }

  @Override
  public void filter(Predicate[] predicates) {
    ((SupportsRuntimeV2Filtering) iceberg).filter(predicates);
  }

  @Override
  public Partitioning outputPartitioning() {
    return iceberg instanceof SupportsReportPartitioning reporting
        ? reporting.outputPartitioning()
        : new UnknownPartitioning(0);
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return Stream.concat(
            Arrays.stream(iceberg.supportedCustomMetrics()), Arrays.stream(ReadMetrics.supported()))
        .toArray(CustomMetric[]::new);
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return iceberg.reportDriverMetrics();
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.UNSUPPORTED;
  }

  @Override
  public String description() {
    return "IcepackScan(" + iceberg.description() + ")";
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof BlobScan that
            && iceberg.equals(that.iceberg)
            && readSchema.equals(that.readSchema)
            && plan.output().equals(that.plan.output())
            && plan.filter().blobs().equals(that.plan.filter().blobs()));
  }

  @Override
  public int hashCode() {
    return Objects.hash(iceberg, readSchema, plan.output());
  }

  @Override
  public String toString() {
    return description();
  }
}
