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

import io.icepack.spark.scan.MergeScan.MergeInput;
import java.util.List;
import org.apache.iceberg.Table;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.types.StructType;

/**
 * Opens the readers of tasks that merge runs.
 *
 * @param columns the columns of the rows; null for all that are read, and {@code _file}
 */
record MergeReaderFactory(Broadcast<Table> table, MergeRead read, StructType columns)
    implements PartitionReaderFactory {

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    RunRows runs = new RunRows(table.value(), read);
    List<Section> sections = ((MergeInput) partition).sections();
    return columns == null
        ? MergePartitionReader.withFile(runs, read, sections)
        : MergePartitionReader.of(runs, read, sections, columns);
  }
}
