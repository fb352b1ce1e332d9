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

import java.io.Serializable;
import java.util.List;
import java.util.OptionalLong;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.spark.SparkReadConf;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.iceberg.util.BinPacking;
import org.apache.iceberg.util.TableScanUtil;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A scan of the physical rows of a primary-key table, merged: either of some plain columns, as a
 * query asks for them, or of {@code _file}, the data file that descriptors are relative to, and the
 * columns of {@link MergeRead}.
 */
final class MergeScan implements Scan, Batch, SupportsReportStatistics {

  private final Table table;
  private final Long snapshotId;
  private final Expression filter;
  private final MergeRead read;
  private final List<Section> sections;
  private final SparkReadConf conf;
  private final StructType columns;

  /**
   * Plans a scan.
   *
   * @param snapshotId the snapshot to read
   * @param filter the condition on keys that {@code plan} was made for
   * @param columns the plain columns that a query asks for, null for physical rows
   */
  MergeScan(
      Table table,
      Long snapshotId,
      Expression filter,
      MergeRead read,
      MergePlan plan,
      SparkReadConf conf,
      StructType columns) {
    this.table = table;
    this.snapshotId = snapshotId;
    this.filter = filter;
    this.read = read;
    this.sections = plan.sections();
    this.conf = conf;
    this.columns = columns;
  }

  @Override
  public StructType readSchema() {
    if (columns != null) {
      return columns;
    }
    StructType type =
        new StructType().add(MetadataColumns.FILE_PATH.name(), DataTypes.StringType, false);
    for (StructField field : read.type().fields()) {
      type = type.add(field);
    }
    return type;
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  /** Sections that one task reads one after the other. */
  record MergeInput(List<Section> sections) implements InputPartition, Serializable {}

  @Override
  public InputPartition[] planInputPartitions() {
    long bytes = sections.stream().mapToLong(Section::bytes).sum();
    long target = TableScanUtil.adjustSplitSize(bytes, conf.parallelism(), conf.splitSize());
    long openCost = Math.min(conf.splitOpenFileCost(), target);
    return new BinPacking.ListPacker<Section>(target, conf.splitLookback(), false)
            .pack(sections, section -> Math.max(section.bytes(), openCost * section.runs().size()))
            .stream()
            .map(List::copyOf)
            .map(MergeInput::new)
            .toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(SparkSession.active().sparkContext());
    return new MergeReaderFactory(
        context.broadcast(SerializableTableWithSize.copyOf(table)), read, columns);
  }

  @Override
  public Statistics estimateStatistics() {
    long rows = sections.stream().mapToLong(Section::records).sum();
    return new Statistics() {
      @Override
      public OptionalLong numRows() {
        return OptionalLong.of(rows);
      }

      @Override
      public OptionalLong sizeInBytes() {
        return OptionalLong.of(SparkSchemaUtil.estimateSize(readSchema(), rows));
      }
    };
  }

  @Override
  public String description() {
    return String.format(
        "merge(table=%s, engine=%s, sections=%d)",
        table.name(), read.key().engine().option(), sections.size());
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof MergeScan that
            && table.name().equals(that.table.name())
            && snapshotId.equals(that.snapshotId)
            && filter.toString().equals(that.filter.toString())
            && readSchema().equals(that.readSchema()));
  }

  @Override
  public int hashCode() {
    return table.name().hashCode() + snapshotId.hashCode();
  }
}
