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
package io.icepack.spark.write;

import io.icepack.spark.table.InternalRowStruct;
import java.io.IOException;
import java.util.List;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.DataWriteResult;
import org.apache.iceberg.io.PartitioningWriter;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** Writes the new rows of one task. */
final class RowTaskWriter implements DataWriter<InternalRow> {

  private final TaskWrite task;
  private final PartitioningWriter<InternalRow, DataWriteResult> rows;
  private final PartitionSpec spec;
  private final PartitionKey partition;
  private final InternalRowStruct struct;

  RowTaskWriter(Table table, WriteContext context, TaskWrite task) {
    this.task = task;
    this.rows = task.openDataFiles();
    this.spec = table.specs().get(context.specId());
    this.partition = new PartitionKey(spec, context.schema());
    this.struct = new InternalRowStruct(context.schema().asStruct());
  }

  @Override
  public void write(InternalRow row) throws IOException {
    task.step(
        () -> {
          InternalRow encoded = task.encode(row);
          partition.partition(struct.wrap(encoded));
          rows.write(encoded, spec, partition);
        });
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return WriteMetrics.of(task);
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    List<String> created = task.complete(rows::close);
    return TaskCommit.rows(rows.result().dataFiles(), created);
  }

  @Override
  public void abort() {
    task.rollBack(rows::close);
  }

  @Override
  public void close() throws IOException {
    task.close(rows::close);
  }
}
