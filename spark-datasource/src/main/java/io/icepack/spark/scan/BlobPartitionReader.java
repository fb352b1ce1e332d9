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

import io.icepack.spark.column.ColumnReader;
import io.icepack.spark.column.OutputColumn;
import io.icepack.spark.column.ReadSession;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.spark.rdd.InputFileBlockHolder;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Reads one partition. Where payloads are wanted, rows are gathered until these fill a batch, which
 * is then fetched at once; the first batch is one row, and each is larger than the one before, so
 * that a query that wants one row fetches one payload.
 */
final class BlobPartitionReader implements PartitionReader<InternalRow> {

  private static final int GROWTH = 4;

  private final PartitionReader<InternalRow> iceberg;
  private final ReadSession session;
  private final ScanPlan plan;
  private final Predicate<InternalRow> filter;
  private final List<ColumnReader> columns;
  private final int[] buildOrder;
  private final boolean fetch;
  private final UnsafeProjection copy;
  private final Queue<PhysicalRow> ahead = new ArrayDeque<>();
  private final Queue<PhysicalRow> batch = new ArrayDeque<>();
  private int batchRows = 1;
  private UTF8String latestFileBytes;
  private String latestFile;
  private String currentFile;
  private InternalRow current;

  private record PhysicalRow(InternalRow row, String dataFile, long bytes) {}

  BlobPartitionReader(PartitionReader<InternalRow> iceberg, ReadSession session, ScanPlan plan) {
    this.iceberg = iceberg;
    this.session = session;
    this.plan = plan;
    this.filter = plan.filter().open();
    this.columns = plan.output().stream().map(column -> column.open(session)).toList();
    this.buildOrder = buildOrder(plan.output());
    this.fetch = plan.fetchesPayloads();
    this.copy = fetch ? UnsafeProjection.create(plan.physical()) : null;
  }

  // Origins describe columns built before them.
  private static int[] buildOrder(List<OutputColumn> output) {
    return IntStream.concat(
            IntStream.range(0, output.size())
                .filter(i -> !(output.get(i) instanceof OutputColumn.Origins)),
            IntStream.range(0, output.size())
                .filter(i -> output.get(i) instanceof OutputColumn.Origins))
        .toArray();
  }

  @Override
  public boolean next() throws IOException {
    return fetch ? nextOfBatch() : nextOfFile();
  }

  private boolean nextOfFile() throws IOException {
    while (iceberg.next()) {
      InternalRow row = iceberg.get();
      if (filter.test(row)) {
        String dataFile = dataFile(row);
        locate(dataFile, false);
        current = build(row, dataFile);
        return true;
      }
    }
    return false;
  }

  private boolean nextOfBatch() throws IOException {
    boolean gathered = batch.isEmpty();
    if (gathered) {
      gather();
    }
    PhysicalRow next = batch.poll();
    if (next == null) {
      return false;
    }
    locate(next.dataFile(), gathered);
    current = build(next.row(), next.dataFile());
    return true;
  }

  private void gather() throws IOException {
    lookAhead();
    long bytes = 0;
    while (!ahead.isEmpty() && bytes < plan.settings().batchBytes()) {
      PhysicalRow row = ahead.poll();
      for (ColumnReader column : columns) {
        bytes += column.ask(row.row(), row.dataFile());
      }
      batch.add(row);
    }
    for (ColumnReader column : columns) {
      column.fetch();
    }
    batchRows = (int) Math.min((long) batchRows * GROWTH, plan.settings().batchRows());
  }

  // How many rows fill a batch is not known before their payloads are measured.
  private void lookAhead() throws IOException {
    long bytes = ahead.stream().mapToLong(PhysicalRow::bytes).sum();
    while (ahead.size() < batchRows && bytes < plan.settings().batchBytes() && iceberg.next()) {
      InternalRow row = iceberg.get();
      if (filter.test(row)) {
        PhysicalRow next = keep(row);
        for (ColumnReader column : columns) {
          column.expect(next.row(), next.dataFile());
        }
        ahead.add(next);
        bytes += next.bytes();
      }
    }
    for (ColumnReader column : columns) {
      column.measure();
    }
  }

  // Iceberg reads the next row into the arrays and structs of this one, also those in its copy().
  private PhysicalRow keep(InternalRow row) {
    UnsafeRow kept = copy.apply(row).copy();
    return new PhysicalRow(kept, dataFile(row), kept.getSizeInBytes());
  }

  private String dataFile(InternalRow row) {
    UTF8String bytes = row.getUTF8String(plan.fileOrdinal());
    if (!bytes.equals(latestFileBytes)) {
      latestFileBytes = bytes.clone();
      latestFile = bytes.toString();
    }
    return latestFile;
  }

  // Iceberg's reader may have gone ahead, and input_file_name() means the row at hand.
  private void locate(String dataFile, boolean gathered) {
    if (gathered || !dataFile.equals(currentFile)) {
      currentFile = dataFile;
      InputFileBlockHolder.set(currentFile, 0, 0);
    }
  }

  private InternalRow build(InternalRow physical, String dataFile) {
    InternalRow built = new GenericInternalRow(columns.size());
    for (int i : buildOrder) {
      built.update(i, columns.get(i).build(physical, dataFile, built));
    }
    return built;
  }

  @Override
  public InternalRow get() {
    return current;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return ReadMetrics.add(iceberg.currentMetricsValues(), session.stats());
  }

  @Override
  public void close() throws IOException {
    try {
      session.close();
    } finally {
      iceberg.close();
    }
  }
}
