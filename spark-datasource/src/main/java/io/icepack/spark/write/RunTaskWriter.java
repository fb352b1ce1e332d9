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

import io.icepack.spark.merge.RowKind;
import java.io.IOException;
import java.util.Optional;
import org.apache.iceberg.Table;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** Writes the rows of an INSERT into a primary-key table. */
final class RunTaskWriter implements DataWriter<InternalRow> {

  private final TaskWrite task;
  private final RunWriter runs;
  private final RowKindColumn kinds;

  RunTaskWriter(Table table, WriteContext context, TaskWrite task) throws IOException {
    this.task = task;
    this.runs = new RunWriter(table, context, task);
    this.kinds = context.runs().rowKinds();
  }

  @Override
  public void write(InternalRow row) throws IOException {
    if (kinds == null) {
      runs.write(RowKind.INSERT, row);
      return;
    }
    Optional<RowKind> kind = kinds.kind(row);
    if (kind.isPresent()) {
      runs.write(kind.get(), row);
    }
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return WriteMetrics.of(task);
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    return runs.commit();
  }

  @Override
  public void abort() {
    runs.abort();
  }

  @Override
  public void close() throws IOException {
    runs.close();
  }
}
