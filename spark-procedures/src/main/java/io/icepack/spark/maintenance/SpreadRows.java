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

import io.icepack.spark.merge.RowKind;
import io.icepack.spark.table.InternalRowStruct;
import io.icepack.spark.table.RunFile;
import io.icepack.spark.write.RunFiles;
import io.icepack.spark.write.RunSorter;
import io.icepack.spark.write.WriteContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.ProjectingInternalRow;

/**
 * Merged rows of other partitionings, sorted by their partition in a new one and by their key
 * there.
 */
final class SpreadRows implements AutoCloseable {

  private final PartitionKey partition;
  private final InternalRowStruct struct;
  private final Map<PartitionKey, Integer> numbers = new HashMap<>();
  private final List<PartitionKey> partitions = new ArrayList<>();
  private final RunSorter sorter;

  /**
   * Begins with no rows.
   *
   * @param spec the new partitioning
   * @param context the rows as they are added and written
   * @param keyColumns number of columns of the key, which come first
   */
  SpreadRows(PartitionSpec spec, WriteContext context, int keyColumns) throws IOException {
    this.partition = new PartitionKey(spec, context.schema());
    this.struct = new InternalRowStruct(context.schema().asStruct());
    this.sorter = new RunSorter(context.sparkSchema(), IntStream.range(0, keyColumns).toArray());
  }

  /** Adds a row, which is copied. No two have the same key. */
  void add(InternalRow row) throws IOException {
    partition.partition(struct.wrap(row));
    Integer number = numbers.get(partition);
    if (number == null) {
      number = partitions.size();
      PartitionKey key = partition.copy();
      numbers.put(key, number);
      partitions.add(key);
    }
    sorter.insert(number, RowKind.INSERT.code(), row);
  }

  /** Writes all rows, as one run for each partition. */
  void write(RunFiles files, TaskContext task) throws IOException {
    ProjectingInternalRow row = sorter.rowView();
    for (Iterator<InternalRow> rows = sorter.sort(); rows.hasNext(); ) {
      task.killTaskIfInterrupted();
      InternalRow sorted = rows.next();
      row.project(sorted);
      files.write(RunFile.UNIQUE, row, partitions.get(sorter.run(sorted)));
    }
  }

  @Override
  public void close() {
    sorter.close();
  }
}
