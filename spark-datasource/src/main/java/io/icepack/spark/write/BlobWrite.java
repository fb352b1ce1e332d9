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

import io.icepack.spark.table.BlobTable;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.iceberg.spark.SparkWriteRequirements;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** A planned INSERT: the distribution that Iceberg wants, tasks that write, and one commit. */
final class BlobWrite implements Write, RequiresDistributionAndOrdering, BatchWrite {

  private final JavaSparkContext sparkContext;
  private final BlobTable table;
  private final SparkWriteConf conf;
  private final SparkWriteRequirements requirements;
  private final WriteContext context;
  private final RunDistribution runs;
  private final RowCommit rowCommit;
  private final StagedObjects staged;
  private final JobCommit jobCommit;

  BlobWrite(
      SparkSession spark,
      BlobTable table,
      String branch,
      SparkWriteConf conf,
      WriteContext context,
      RowCommit rowCommit,
      StagedObjects staged) {
    this.sparkContext = JavaSparkContext.fromSparkContext(spark.sparkContext());
    this.table = table;
    this.conf = conf;
    this.requirements = conf.writeRequirements();
    this.context = context;
    this.runs =
        context.runs() == null
            ? null
            : RunDistribution.of(table.table().specs().get(context.specId()), context.runs().key());
    this.rowCommit = rowCommit;
    this.staged = staged;
    this.jobCommit =
        new JobCommit(table.table(), branch, conf, spark.sparkContext().applicationId());
  }

  @Override
  public Distribution requiredDistribution() {
    return runs == null ? requirements.distribution() : runs.distribution();
  }

  @Override
  public boolean distributionStrictlyRequired() {
    return runs != null;
  }

  @Override
  public int requiredNumPartitions() {
    return runs == null ? 0 : runs.tasks();
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return runs == null ? requirements.ordering() : new SortOrder[0];
  }

  @Override
  public long advisoryPartitionSizeInBytes() {
    return runs == null ? requirements.advisoryPartitionSize() : 0;
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return WriteMetrics.supported();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return jobCommit.driverMetrics();
  }

  @Override
  public BatchWrite toBatch() {
    return this;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return new RowWriterFactory(
        sparkContext.broadcast(SerializableTableWithSize.copyOf(table.table())), context);
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    SnapshotUpdate<?> operation =
        rowCommit.operation(table.table(), conf, JobCommit.commits(messages));
    if (operation != null) {
      jobCommit.commit(operation, null);
    }
    staged.add(messages);
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    jobCommit.abort(messages);
  }

  @Override
  public String description() {
    return "IcepackWrite(table=" + table.name() + ")";
  }

  @Override
  public String toString() {
    return description();
  }
}
