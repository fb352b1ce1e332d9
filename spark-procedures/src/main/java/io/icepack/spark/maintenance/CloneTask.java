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

import io.icepack.blob.base.DescriptorResolver;
import io.icepack.spark.column.RowMover;
import io.icepack.spark.column.StagedPlacement;
import io.icepack.spark.scan.PhysicalRows;
import io.icepack.spark.table.TableBases;
import io.icepack.spark.write.TaskCommit;
import io.icepack.spark.write.WriteContext;
import java.util.Iterator;
import java.util.List;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.util.SerializationUtil;
import org.apache.iceberg.util.SortOrderUtil;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Writes the rows of some data files of one table into another, with descriptors of the copies of
 * their objects, or with payloads beside their new data files.
 *
 * @param source the table that is read, as executors see it
 * @param schema the physical schema to read
 * @param target the table that is written
 * @param context the rows as they are written, in the order of {@code schema}
 */
record CloneTask(Table source, Schema schema, Table target, WriteContext context)
    implements TaskJob.Work<byte[], TaskCommit> {

  @Override
  public TaskCommit run(Iterator<byte[]> input, TaskContext task) throws Exception {
    SparkJobs.closeAfterTask(source, task);
    SparkJobs.closeAfterTask(target, task);
    List<FileScanTask> parts = SerializationUtil.deserializeFromBytes(input.next());
    PartitionSpec spec = target.specs().get(context.specId());
    return new TaskRewrite(target, context, task, source.io())
        .run(
            write -> open(parts),
            SortOrderUtil.buildSortOrder(target.schema(), spec, target.sortOrder()));
  }

  private CloseableIterable<InternalRow> open(List<FileScanTask> parts) {
    PhysicalRows physical = new PhysicalRows(source, schema);
    DescriptorResolver resolver = TableBases.resolver(source);
    RowMover.Rule rule =
        context.options().managed()
            ? ObjectCopy.mover(resolver)
            : (blob, handle) -> StagedPlacement.stage(resolver, handle);
    RowMover mover = TaskRewrite.mover(target, context, rule);
    return CloseableIterable.concat(
        () ->
            parts.stream()
                .map(
                    part ->
                        CloseableIterable.transform(
                            physical.live(part), row -> mover.move(row, part.file().location())))
                .iterator());
  }
}
