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

import io.icepack.spark.io.FileIoBlobStore;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.metrics.InMemoryMetricsReporter;
import org.apache.iceberg.spark.CommitMetadata;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.iceberg.spark.SparkWriteUtil;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.MergeSummary;
import org.apache.spark.sql.connector.write.WriteSummary;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one Iceberg commit of a job, and what follows if there is none: the objects of its tasks are
 * deleted, unless the catalog may have committed after all.
 */
public final class JobCommit {

  private static final Logger LOG = LoggerFactory.getLogger(JobCommit.class);
  private static final String MERGE_PREFIX = "spark.merge-into.num-target-rows-";

  private final Table table;
  private final String branch;
  private final SparkWriteConf conf;
  private final String applicationId;
  private final InMemoryMetricsReporter metrics = new InMemoryMetricsReporter();
  private boolean outcomeUnknown;

  /**
   * Prepares a commit.
   *
   * @param branch branch to commit to, null for the main one
   */
  public JobCommit(Table table, String branch, SparkWriteConf conf, String applicationId) {
    this.table = table;
    this.branch = branch;
    this.conf = conf;
    this.applicationId = applicationId;
    if (table instanceof BaseTable base) {
      base.combineMetricsReporter(metrics);
    }
  }

  /**
   * Commits an operation.
   *
   * @param summary counts of a MERGE, null otherwise
   */
  public void commit(SnapshotUpdate<?> operation, WriteSummary summary) {
    operation.set("spark.app.id", applicationId);
    conf.extraSnapshotMetadata().forEach(operation::set);
    CommitMetadata.commitProperties().forEach(operation::set);
    if (summary instanceof MergeSummary merge) {
      describe(operation, merge);
    }
    if (conf.wapEnabled() && conf.wapId() != null) {
      operation.set(SnapshotSummary.STAGED_WAP_ID_PROP, conf.wapId());
      operation.stageOnly();
    }
    if (branch != null) {
      operation.toBranch(branch);
    }
    try {
      operation.commit();
    } catch (RuntimeException e) {
      outcomeUnknown = !(e instanceof CleanableFailure);
      throw e;
    }
  }

  private static void describe(SnapshotUpdate<?> operation, MergeSummary merge) {
    set(operation, "copied", merge.numTargetRowsCopied());
    set(operation, "deleted", merge.numTargetRowsDeleted());
    set(operation, "updated", merge.numTargetRowsUpdated());
    set(operation, "inserted", merge.numTargetRowsInserted());
    set(operation, "matched-updated", merge.numTargetRowsMatchedUpdated());
    set(operation, "matched-deleted", merge.numTargetRowsMatchedDeleted());
    set(operation, "not-matched-by-source-updated", merge.numTargetRowsNotMatchedBySourceUpdated());
    set(operation, "not-matched-by-source-deleted", merge.numTargetRowsNotMatchedBySourceDeleted());
  }

  private static void set(SnapshotUpdate<?> operation, String count, long value) {
    if (value >= 0) {
      operation.set(MERGE_PREFIX + count, String.format(Locale.ROOT, "%d", value));
    }
  }

  /** Deletes what the tasks of a failed job wrote, as far as that is safe. */
  public void abort(WriterCommitMessage[] messages) {
    if (outcomeUnknown) {
      LOG.warn(
          "Keeping the files of a write to table {}: it is not known whether it was committed",
          table.name());
      return;
    }
    List<String> created =
        commits(messages).stream().flatMap(commit -> commit.created().stream()).toList();
    TaskFiles.deleteAll(FileIoBlobStore.of(table.io()), created);
  }

  /** The messages of the tasks that finished. */
  public static List<TaskCommit> commits(WriterCommitMessage[] messages) {
    return Arrays.stream(messages).filter(Objects::nonNull).map(TaskCommit.class::cast).toList();
  }

  /** Iceberg's metrics of the commit. */
  public CustomTaskMetric[] driverMetrics() {
    return SparkWriteUtil.customTaskMetrics(metrics);
  }
}
