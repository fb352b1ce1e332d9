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

import io.icepack.blob.store.HadoopBlobStore;
import io.icepack.blob.store.RetryPolicy;
import io.icepack.blob.store.RetryingBlobStore;
import io.icepack.spark.write.TaskCommit;
import io.icepack.spark.write.WriteContext;
import java.io.Serializable;
import java.util.Iterator;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Writes the rows of one partition of an adoption.
 *
 * @param table the table as executors see it
 * @param context the rows as they are written
 */
record LanceAdoptionTask(Table table, WriteContext context, LanceAdoption.Settings settings)
    implements TaskJob.Work<InternalRow, LanceAdoptionTask.Result> {

  /** What a task tells the driver. */
  record Result(TaskCommit commit, LanceAdoptionReport report) implements Serializable {}

  @Override
  public Result run(Iterator<InternalRow> input, TaskContext task) throws Exception {
    SparkJobs.closeAfterTask(table, task);
    try (HadoopBlobStore store = settings.storage().open()) {
      ObjectLengths lengths =
          new ObjectLengths(
              settings.verify() ? new RetryingBlobStore(store, RetryPolicy.DEFAULT) : null);
      LanceRows rows = new LanceRows(settings, lengths);
      TaskCommit commit =
          new TaskRewrite(table, context, task)
              .run(
                  write ->
                      CloseableIterable.transform(
                          CloseableIterable.withNoopClose(() -> input), rows::convert),
                  SortOrder.unsorted());
      return new Result(
          commit, new LanceAdoptionReport(0, rows.rows(), rows.blobs(), rows.bytes()));
    }
  }
}
