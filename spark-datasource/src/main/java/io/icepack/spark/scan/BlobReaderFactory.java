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

import io.icepack.spark.column.ReadSession;
import io.icepack.spark.io.ExternalStorage;
import org.apache.iceberg.Table;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;

/**
 * Opens Iceberg's reader of a partition and the reader of its payloads.
 *
 * @param external how to read payloads that the table does not own, null if none are fetched
 */
record BlobReaderFactory(
    PartitionReaderFactory iceberg,
    Broadcast<Table> table,
    Broadcast<ExternalStorage> external,
    ScanPlan plan)
    implements PartitionReaderFactory {

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    ReadSession session = ReadSession.open(plan.table(), table.value(), () -> external.value());
    return new BlobPartitionReader(physicalRows(partition), session, plan);
  }

  // Iceberg reads plain columns in batches, which a scan has if only nulls are made of blobs.
  private PartitionReader<InternalRow> physicalRows(InputPartition partition) {
    return iceberg.supportColumnarReads(partition)
        ? new ColumnarRows(iceberg.createColumnarReader(partition))
        : iceberg.createReader(partition);
  }
}
