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

import io.icepack.spark.column.RowMover;
import io.icepack.spark.scan.PhysicalRows;
import io.icepack.spark.write.TaskCommit;
import io.icepack.spark.write.WriteContext;
import java.io.Serializable;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.util.SerializationUtil;
import org.apache.iceberg.util.SortOrderUtil;
import org.apache.iceberg.util.StructLikeSet;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Writes the rows of one bin into new data files. Rows keep their order unless the table has a sort
 * order or they go to several partitions.
 *
 * @param table the table as executors see it
 * @param context the rows as they are read and written
 */
record CompactionTask(Table table, WriteContext context)
    implements TaskJob.Work<byte[], TaskCommit> {

  /**
   * The work of one task.
   *
   * @param parts parts of data files, in order
   * @param packs identities of packs whose payloads are copied to new ones
   */
  record Bin(List<FileScanTask> parts, Set<String> packs) implements Serializable {
    /** A bin of which some data files have packs whose payloads are copied. */
    static Bin of(List<FileScanTask> parts, Map<String, Set<String>> packsByDataFile) {
      Set<String> packs = new HashSet<>();
      parts.forEach(
          part -> packs.addAll(packsByDataFile.getOrDefault(part.file().location(), Set.of())));
      return new Bin(parts, packs);
    }
  }

  @Override
  public TaskCommit run(Iterator<byte[]> input, TaskContext task) throws Exception {
    try {
      return compact(SerializationUtil.deserializeFromBytes(input.next()), task);
    } finally {
      if (table instanceof AutoCloseable copy) {
        copy.close();
      }
    }
  }

  private TaskCommit compact(Bin bin, TaskContext task) throws Exception {
    return new TaskRewrite(table, context, task)
        .run(write -> open(bin, new PayloadMover(table, write, bin.packs())), order(bin.parts()));
  }

  private CloseableIterable<InternalRow> open(Bin bin, PayloadMover payloads) {
    PhysicalRows physical = new PhysicalRows(table, context.schema());
    RowMover mover = TaskRewrite.mover(table, context, payloads);
    CloseableIterable<InternalRow> rows =
        CloseableIterable.concat(
            () -> bin.parts().stream().map(part -> moved(part, physical, mover)).iterator());
    return CloseableIterable.combine(
        rows,
        () -> {
          try (payloads) {
            rows.close();
          }
        });
  }

  private static CloseableIterable<InternalRow> moved(
      FileScanTask part, PhysicalRows physical, RowMover mover) {
    String dataFile = part.file().location();
    return CloseableIterable.transform(physical.live(part), row -> mover.move(row, dataFile));
  }

  private SortOrder order(List<FileScanTask> bin) {
    PartitionSpec spec = table.specs().get(context.specId());
    return isOnePartition(bin, spec)
        ? table.sortOrder()
        : SortOrderUtil.buildSortOrder(table.schema(), spec, table.sortOrder());
  }

  private static boolean isOnePartition(List<FileScanTask> bin, PartitionSpec spec) {
    StructLikeSet partitions = StructLikeSet.create(spec.partitionType());
    for (FileScanTask part : bin) {
      if (part.file().specId() != spec.specId()) {
        return false;
      }
      partitions.add(part.file().partition());
    }
    return partitions.size() == 1;
  }
}
