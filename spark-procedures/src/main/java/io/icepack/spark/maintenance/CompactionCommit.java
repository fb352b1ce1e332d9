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

import io.icepack.spark.write.TaskCommit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.ValidationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the tasks of a rewrite have written, and its one commit. If there is none, their objects are
 * deleted, unless the catalog may have committed after all.
 */
final class CompactionCommit {

  private static final Logger LOG = LoggerFactory.getLogger(CompactionCommit.class);

  private final Table table;
  private final String branch;
  private final Rewriting rewriting;
  private final WrittenTasks tasks;

  CompactionCommit(Table table, String branch, Rewriting rewriting) {
    this.table = table;
    this.branch = branch;
    this.rewriting = rewriting;
    this.tasks = new WrittenTasks(table);
  }

  /** Takes the result of a task. One that comes after an abort is taken back as well. */
  void add(TaskCommit task) {
    tasks.add(task);
  }

  /** Replaces the files of a plan by those that the tasks have written. */
  CompactionResult commit(CompactionPlan plan) {
    RewriteFiles rewrite =
        table.newRewrite().validateFromSnapshot(plan.snapshot().snapshotId()).toBranch(branch);
    if (plan.options().startingSequenceNumber()) {
      rewrite.dataSequenceNumber(plan.snapshot().sequenceNumber());
    }
    CompactionResult result = CompactionResult.payloads(tasks.payloadBytes());
    for (CompactionGroup group : plan.groups()) {
      for (DataFile file : group.files()) {
        rewrite.deleteFile(file);
        result = result.plus(CompactionResult.removed(file));
      }
      group.deletionVectors().forEach(rewrite::deleteFile);
      result = result.plus(CompactionResult.deleteFiles(group.deletionVectors().size(), 0));
    }
    for (DataFile file : tasks.dataFiles()) {
      rewrite.addFile(file);
      result = result.plus(CompactionResult.added(file));
    }
    publish(
        () -> {
          rewrite.commit();
          return null;
        },
        () -> true);
    return result;
  }

  /**
   * Does what commits. If that fails, what the tasks have written is deleted.
   *
   * @param mayHaveCommitted whether a failure that Iceberg does not call a certain one may have
   *     come after the commit; nothing is deleted then
   */
  <R> R publish(Supplier<R> commit, BooleanSupplier mayHaveCommitted) {
    try {
      return commit.get();
    } catch (ValidationException e) {
      abort();
      throw new ValidationException(
          e,
          "Cannot commit %s of table %s: another commit changed the data files that it rewrites; "
              + "the table is as that commit left it, %s again (%s)",
          rewriting.noun(),
          table.name(),
          rewriting.verb(),
          e.getMessage());
    } catch (RuntimeException e) {
      if (e instanceof CleanableFailure || !mayHaveCommitted.getAsBoolean()) {
        abort();
      } else {
        LOG.warn(
            "Keeping the files of a {} of table {}: it is not known whether it was committed",
            rewriting.noun(),
            table.name());
      }
      throw e;
    }
  }

  /** Deletes what the tasks have written. */
  void abort() {
    tasks.abort();
  }
}
