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
package io.icepack.spark.maintenance;

import io.icepack.spark.column.BlobSource;
import io.icepack.spark.table.BlobColumn;
import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.BlobStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.apache.iceberg.CombinedScanTask;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.SerializationUtil;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The descriptors in the data files of a table, as rows of {@link DescriptorReader#SCHEMA}. Values
 * in the row itself and empty ranges need no object and are left out.
 */
final class StoredDescriptors {

  private StoredDescriptors() {}

  /**
   * Those of all rows in the data files of all retained snapshots, also of rows that have been
   * deleted since and of columns that have been dropped: some snapshot may show them.
   */
  static Dataset<Row> retained(SparkSession spark, Table table) {
    BlobHistory history = BlobHistory.of(table);
    DescriptorReader reader =
        new DescriptorReader(
            SerializableTableWithSize.copyOf(table), history.schema(), history.sources());
    JavaRDD<Row> rows =
        DataFileRows.retained(spark, table).toJavaRDD().mapPartitions(new AllRows(reader));
    return spark.createDataFrame(rows, DescriptorReader.SCHEMA);
  }

  /** Those of the rows that a snapshot shows, in the columns of a schema. */
  static Dataset<Row> shown(SparkSession spark, Table table, long snapshot, Schema schema) {
    List<byte[]> tasks = plan(table, snapshot);
    DescriptorReader reader = reader(table, schema);
    JavaRDD<Row> rows =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(tasks, Math.max(1, tasks.size()))
            .flatMap(new LiveRows(reader));
    return spark.createDataFrame(rows, DescriptorReader.SCHEMA);
  }

  private static DescriptorReader reader(Table table, Schema schema) {
    List<Types.NestedField> fields = new ArrayList<>();
    List<BlobSource> sources = new ArrayList<>();
    for (BlobColumn column : BlobColumns.of(schema, table.properties()).all(BlobStorage.MANAGED)) {
      sources.add(new BlobSource(fields.size(), column.name(), column.shape()));
      fields.add(column.field());
    }
    return new DescriptorReader(
        SerializableTableWithSize.copyOf(table), new Schema(fields), sources);
  }

  /** Divides a scan of a snapshot into tasks, each a serialised list of file scan tasks. */
  static List<byte[]> plan(Table table, long snapshot) {
    List<byte[]> tasks = new ArrayList<>();
    try (CloseableIterable<CombinedScanTask> groups =
        table.newScan().useSnapshot(snapshot).planTasks()) {
      for (CombinedScanTask group : groups) {
        tasks.add(SerializationUtil.serializeToBytes(new ArrayList<>(group.files())));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot plan a scan of table " + table.name(), e);
    }
    return tasks;
  }

  private record AllRows(DescriptorReader reader) implements FlatMapFunction<Iterator<Row>, Row> {
    @Override
    public Iterator<Row> call(Iterator<Row> files) {
      return reader.open(
          StreamSupport.stream(Spliterators.spliteratorUnknownSize(files, 0), false)
              .map(DataFileRows::dataFile)
              .map(file -> reader.all(file))
              .iterator());
    }
  }

  private record LiveRows(DescriptorReader reader) implements FlatMapFunction<byte[], Row> {
    @Override
    public Iterator<Row> call(byte[] task) {
      TaskContext.get().killTaskIfInterrupted();
      List<FileScanTask> parts = SerializationUtil.deserializeFromBytes(task);
      return reader.open(parts.stream().map(part -> reader.live(part)).iterator());
    }
  }
}
