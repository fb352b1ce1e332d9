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
import io.icepack.spark.write.WriteMetrics;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DeltaBatchWrite;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** A planned UPDATE, DELETE or MERGE, whatever it makes of its rows. */
abstract class RowLevelWrite
    implements DeltaWrite, DeltaBatchWrite, RequiresDistributionAndOrdering {

  final JavaSparkContext sparkContext;
  final BlobTable table;
  final Command command;
  final ScannedRows scanned;
  final JobCommit jobCommit;

  /**
   * @param branch the branch to commit to, null for the main one
   * @param scanned the rows that the statement read, null if it read none
   */
  RowLevelWrite(
      SparkSession spark,
      BlobTable table,
      String branch,
      Command command,
      SparkWriteConf conf,
      ScannedRows scanned) {
    this.sparkContext = JavaSparkContext.fromSparkContext(spark.sparkContext());
    this.table = table;
    this.command = command;
    this.scanned = scanned;
    this.jobCommit =
        new JobCommit(table.table(), branch, conf, spark.sparkContext().applicationId());
  }

  @Override
  public final CustomMetric[] supportedCustomMetrics() {
    return WriteMetrics.supported();
  }

  @Override
  public final CustomTaskMetric[] reportDriverMetrics() {
    return jobCommit.driverMetrics();
  }

  @Override
  public final DeltaBatchWrite toBatch() {
    return this;
  }

  @Override
  public final void commit(WriterCommitMessage[] messages) {
    commit(messages, null);
  }

  @Override
  public final void abort(WriterCommitMessage[] messages) {
    jobCommit.abort(messages);
  }

  @Override
  public final String description() {
    return "Icepack" + command + "(table=" + table.name() + ")";
  }

  @Override
  public final String toString() {
    return description();
  }
}
