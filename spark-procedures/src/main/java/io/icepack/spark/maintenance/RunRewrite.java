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

import io.icepack.spark.table.BlobTable;
import io.icepack.spark.write.RunContext;
import io.icepack.spark.write.WriteContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.iceberg.spark.SparkWriteOptions;
import org.apache.iceberg.spark.SparkWriteRequirements;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.iceberg.util.SerializationUtil;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replaces runs of a primary-key table by new ones, in one job and one transaction. */
final class RunRewrite {

  private static final Logger LOG = LoggerFactory.getLogger(RunRewrite.class);

  private final SparkSession spark;
  private final BlobTable keyed;
  private final Table table;
  private final String branch;
  private final Rewriting rewriting;

  /**
   * Prepares a rewrite.
   *
   * @param branch the branch to commit to
   * @param rewriting what the rewrite is called in errors and in Spark's UI
   */
  RunRewrite(SparkSession spark, BlobTable keyed, String branch, Rewriting rewriting) {
    this.spark = spark;
    this.keyed = keyed;
    this.table = keyed.table();
    this.branch = branch;
    this.rewriting = rewriting;
  }

  /**
   * Rewrites the groups of a plan.
   *
   * @param packs by data file, identities of the packs whose payloads are copied to new ones
   * @param tag a tag to move to the new snapshot if that has nothing but what was planned, null for
   *     none
   * @throws LostDeletesException if deletions of others would get lost
   */
  CompactionResult run(KeyedPlan plan, Map<String, Set<String>> packs, String tag) {
    KeyedCommit commit = new KeyedCommit(table, branch, plan, rewriting);
    List<byte[]> work = new ArrayList<>();
    for (int i = 0; i < plan.groups().size(); i++) {
      RunGroup group = plan.groups().get(i);
      if (!group.isEmpty()) {
        work.add(SerializationUtil.serializeToBytes(input(i, group, packs)));
      }
    }
    if (!work.isEmpty()) {
      write(plan, work, commit);
    }
    return commit.commit(tag);
  }

  private static RunGroupTask.Input input(
      int number, RunGroup group, Map<String, Set<String>> packsByDataFile) {
    Set<String> packs = new HashSet<>();
    for (DataFile file : group.dataFiles()) {
      packs.addAll(packsByDataFile.getOrDefault(file.location(), Set.of()));
    }
    return new RunGroupTask.Input(number, group, packs);
  }

  private void write(KeyedPlan plan, List<byte[]> work, KeyedCommit commit) {
    LOG.info(
        "Rewriting {} data files in {} tasks to {} table {}",
        plan.groups().stream().mapToInt(group -> group.dataFiles().size()).sum(),
        work.size(),
        rewriting.verb(),
        table.name());
    boolean written = false;
    try {
      TaskJob.run(
          spark,
          "Write data files to %s %s".formatted(rewriting.verb(), table.name()),
          JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(work, work.size()),
          new RunGroupTask(SerializableTableWithSize.copyOf(table), context(plan), plan.read()),
          commit::add);
      written = true;
    } finally {
      if (!written) {
        commit.abort();
      }
    }
  }

  private WriteContext context(KeyedPlan plan) {
    Map<String, String> options =
        Map.of(
            SparkWriteOptions.TARGET_FILE_SIZE_BYTES,
            Long.toString(plan.options().targetFileSize()));
    return WriteContext.of(
            keyed,
            plan.read().schema(),
            null,
            new SparkWriteConf(spark, table, new CaseInsensitiveStringMap(options)),
            SparkWriteRequirements.EMPTY,
            UUID.randomUUID().toString())
        .withRuns(new RunContext(keyed.primaryKey().orElseThrow(), true));
  }
}
