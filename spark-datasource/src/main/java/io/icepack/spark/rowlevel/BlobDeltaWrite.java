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
import io.icepack.spark.write.TaskCommit;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.iceberg.spark.SparkWriteRequirements;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.iceberg.util.CharSequenceSet;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import org.apache.spark.sql.connector.write.WriteSummary;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** A planned UPDATE, DELETE or MERGE: tasks that write deletion vectors and rows, one commit. */
final class BlobDeltaWrite extends RowLevelWrite {

  private final SparkWriteRequirements requirements;
  private final DeltaContext context;

  BlobDeltaWrite(
      SparkSession spark,
      BlobTable table,
      String branch,
      Command command,
      SparkWriteConf conf,
      DeltaContext context,
      ScannedRows scanned) {
    super(spark, table, branch, command, conf, scanned);
    this.requirements = conf.positionDeltaRequirements(command);
    this.context = context;
  }

  @Override
  public Distribution requiredDistribution() {
    return requirements.distribution();
  }

  @Override
  public boolean distributionStrictlyRequired() {
    return false;
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return requirements.ordering();
  }

  @Override
  public long advisoryPartitionSizeInBytes() {
    return requirements.advisoryPartitionSize();
  }

  @Override
  public DeltaWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return new DeltaTaskWriterFactory(
        sparkContext.broadcast(SerializableTableWithSize.copyOf(table.table())),
        sparkContext.broadcast(PreviousDeletes.of(table.table(), scanned)),
        context);
  }

  @Override
  public void commit(WriterCommitMessage[] messages, WriteSummary summary) {
    RowDelta delta = table.table().newRowDelta();
    CharSequenceSet referenced = CharSequenceSet.empty();
    for (TaskCommit message : JobCommit.commits(messages)) {
      message.dataFiles().forEach(delta::addRows);
      message.deleteFiles().forEach(delta::addDeletes);
      message.rewrittenDeleteFiles().forEach(delta::removeDeletes);
      referenced.addAll(message.referencedDataFiles());
    }
    if (scanned != null) {
      detectConflicts(delta, referenced);
    }
    jobCommit.commit(delta, summary);
  }

  private void detectConflicts(RowDelta delta, CharSequenceSet referenced) {
    delta.conflictDetectionFilter(scanned.filter()).validateDataFilesExist(referenced);
    if (scanned.snapshotId() != null) {
      delta.validateFromSnapshot(scanned.snapshotId());
    }
    if (command != Command.DELETE) {
      delta.validateDeletedFiles().validateNoConflictingDeleteFiles();
    }
    if (IsolationLevels.isSerializable(table.table(), command)) {
      delta.validateNoConflictingDataFiles();
    }
  }
}
