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
package io.icepack.spark.rowlevel;

import io.icepack.spark.table.BlobTable;
import io.icepack.spark.write.JobCommit;
import io.icepack.spark.write.RunDistribution;
import io.icepack.spark.write.TaskCommit;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import org.apache.spark.sql.connector.write.WriteSummary;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * A planned UPDATE, DELETE or MERGE on a primary-key table: one more run with the rows as they
 * shall be and the keys that shall be gone.
 */
final class KeyedDeltaWrite extends RowLevelWrite {

  private final KeyedDeltaContext context;
  private final RunDistribution runs;

  KeyedDeltaWrite(
      SparkSession spark,
      BlobTable table,
      String branch,
      Command command,
      SparkWriteConf conf,
      KeyedDeltaContext context,
      ScannedRows scanned) {
    super(spark, table, branch, command, conf, scanned);
    this.context = context;
    this.runs =
        RunDistribution.of(
            table.table().specs().get(context.rows().specId()), context.rows().runs().key());
  }

  @Override
  public Distribution requiredDistribution() {
    return runs.distribution();
  }

  @Override
  public int requiredNumPartitions() {
    return runs.tasks();
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return new SortOrder[0];
  }

  @Override
  public DeltaWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return new KeyedDeltaTaskWriterFactory(
        sparkContext.broadcast(SerializableTableWithSize.copyOf(table.table())), context);
  }

  @Override
  public void commit(WriterCommitMessage[] messages, WriteSummary summary) {
    RowDelta delta = table.table().newRowDelta();
    for (TaskCommit message : JobCommit.commits(messages)) {
      message.dataFiles().forEach(delta::addRows);
      message.deleteFiles().forEach(delta::addDeletes);
    }
    if (scanned != null) {
      detectConflicts(delta);
    }
    jobCommit.commit(delta, summary);
  }

  // A row that was read and is written again must not hide a newer one.
  private void detectConflicts(RowDelta delta) {
    if (command == Command.DELETE && !IsolationLevels.isSerializable(table.table(), command)) {
      return;
    }
    delta.conflictDetectionFilter(scanned.filter());
    if (scanned.snapshotId() != null) {
      delta.validateFromSnapshot(scanned.snapshotId());
    }
    delta.validateNoConflictingDataFiles();
    delta.validateNoConflictingDeleteFiles();
  }
}
