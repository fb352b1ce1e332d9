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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.ManageSnapshots;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.Transactions;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.util.DeleteFileSet;
import org.apache.iceberg.util.PartitionSet;
import org.apache.iceberg.util.PropertyUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the tasks of a rewrite of a primary-key table have written, and its one transaction. That
 * has a rewrite for each data sequence number that new files get, and may move a tag.
 */
final class KeyedCommit {

  private static final Logger LOG = LoggerFactory.getLogger(KeyedCommit.class);
  private static final int TAGGED_ATTEMPTS = 4;

  private final Table table;
  private final String branch;
  private final KeyedPlan plan;
  private final Rewriting rewriting;
  private final CompactionCommit files;
  private final Map<Integer, TaskCommit> tasks = new TreeMap<>();
  private CommitGuard guard;
  private Transaction transaction;

  KeyedCommit(Table table, String branch, KeyedPlan plan, Rewriting rewriting) {
    this.table = table;
    this.branch = branch;
    this.plan = plan;
    this.rewriting = rewriting;
    this.files = new CompactionCommit(table, branch, rewriting);
  }

  /** Takes the result of a task. */
  synchronized void add(RunGroupTask.Result result) {
    tasks.put(result.number(), result.commit());
    files.add(result.commit());
  }

  /** Deletes what the tasks have written. */
  void abort() {
    files.abort();
  }

  /**
   * Replaces the files of the plan by those that the tasks have written.
   *
   * @param tag a tag to move to the new snapshot if that has nothing but what was planned, null for
   *     none
   * @throws LostDeletesException if deletions of others would get lost
   */
  synchronized CompactionResult commit(String tag) {
    Long tagged = files.publish(() -> publish(tag), () -> guard.mayHaveCommitted());
    CompactionResult result = CompactionResult.NOTHING.withCompactedSnapshot(tagged);
    for (RunGroup group : plan.groups()) {
      for (DataFile file : group.dataFiles()) {
        result = result.plus(CompactionResult.removed(file));
      }
      result = result.plus(CompactionResult.deleteFiles(group.deleteFiles().size(), 0));
    }
    for (TaskCommit task : tasks.values()) {
      for (DataFile file : task.dataFiles()) {
        result = result.plus(CompactionResult.added(file));
      }
      result = result.plus(CompactionResult.deleteFiles(0, task.deleteFiles().size()));
    }
    return result;
  }

  /** Commits and returns the snapshot that the tag was moved to, null if it was not. */
  private Long publish(String tag) {
    for (int attempt = 0; tag != null && attempt < TAGGED_ATTEMPTS; attempt++) {
      begin();
      if (head() != plan.snapshot().snapshotId()) {
        break;
      }
      try {
        rewrite();
        long tagged = head();
        setTag(tag, tagged);
        transaction.commitTransaction();
        return tagged;
      } catch (CommitFailedException e) {
        // Iceberg never moves a tag in a transaction that it would have to repeat.
        LOG.debug(
            "Another commit came before the {} of table {}", rewriting.noun(), table.name(), e);
      }
    }
    if (!plan.groups().isEmpty()) {
      begin();
      rewrite();
      transaction.commitTransaction();
    }
    return null;
  }

  private void begin() {
    guard = new CommitGuard(((HasTableOperations) table).operations(), this::check);
    transaction = Transactions.newTransaction(table.name(), guard);
  }

  private long head() {
    SnapshotRef ref = transaction.table().refs().get(branch);
    return ref == null ? -1 : ref.snapshotId();
  }

  private void setTag(String tag, long snapshotId) {
    ManageSnapshots snapshots = transaction.manageSnapshots();
    if (transaction.table().refs().containsKey(tag)) {
      snapshots.replaceTag(tag, snapshotId);
    } else {
      snapshots.createTag(tag, snapshotId);
    }
    snapshots.commit();
  }

  private void rewrite() {
    Map<Long, List<Integer>> bySequenceNumber = new TreeMap<>();
    for (int i = 0; i < plan.groups().size(); i++) {
      bySequenceNumber
          .computeIfAbsent(plan.groups().get(i).sequenceNumber(), number -> new ArrayList<>())
          .add(i);
    }
    bySequenceNumber.forEach(this::rewrite);
  }

  private void rewrite(long sequenceNumber, List<Integer> groups) {
    RewriteFiles rewrite =
        transaction
            .newRewrite()
            .validateFromSnapshot(plan.snapshot().snapshotId())
            .dataSequenceNumber(sequenceNumber)
            .toBranch(branch);
    for (int i : groups) {
      plan.groups().get(i).dataFiles().forEach(rewrite::deleteFile);
      plan.groups().get(i).deleteFiles().forEach(rewrite::deleteFile);
      if (tasks.containsKey(i)) {
        tasks.get(i).dataFiles().forEach(rewrite::addFile);
        tasks.get(i).deleteFiles().forEach(file -> rewrite.addFile(file, sequenceNumber));
      }
    }
    rewrite.commit();
  }

  /**
   * Keeps Iceberg from forgetting deletions of others. It removes delete files that are older than
   * all data files, and does not look at the age of those that are being added.
   */
  private void check(TableMetadata base, TableMetadata metadata) {
    Set<Long> before = new HashSet<>();
    base.snapshots().forEach(snapshot -> before.add(snapshot.snapshotId()));
    List<Snapshot> added =
        metadata.snapshots().stream()
            .filter(snapshot -> !before.contains(snapshot.snapshotId()))
            .toList();
    long removed =
        added.stream()
            .mapToLong(
                snapshot ->
                    PropertyUtil.propertyAsLong(
                        snapshot.summary(), SnapshotSummary.REMOVED_EQ_DELETE_FILES_PROP, 0))
            .sum();
    // All that were planned are removed, so if there are no more, none has to be looked for.
    if (removed != plannedEqualityDeletes()) {
      for (Snapshot snapshot : added) {
        check(
            SnapshotChanges.builderFor(transaction.table())
                .snapshot(snapshot)
                .build()
                .removedDeleteFiles());
      }
    }
  }

  private long plannedEqualityDeletes() {
    return plan.groups().stream()
        .flatMap(group -> group.deleteFiles().stream())
        .filter(file -> file.content() == FileContent.EQUALITY_DELETES)
        .count();
  }

  private void check(Iterable<DeleteFile> removed) {
    DeleteFileSet intended = DeleteFileSet.create();
    PartitionSet written = PartitionSet.create(table.specs());
    boolean everywhere = false;
    for (RunGroup group : plan.groups()) {
      intended.addAll(group.deleteFiles());
      if (!group.isEmpty() && group.partition() == null) {
        everywhere = true;
      } else if (!group.isEmpty()) {
        written.add(table.spec().specId(), group.partition());
      }
    }
    for (DeleteFile file : removed) {
      if (file.content() == FileContent.EQUALITY_DELETES
          && file.dataSequenceNumber() > plan.snapshot().sequenceNumber()
          && !intended.contains(file)
          && (everywhere
              || table.specs().get(file.specId()).isUnpartitioned()
              || written.contains(file.specId(), file.partition()))) {
        throw new LostDeletesException(
            "Cannot commit %s of table %s: deletions of %s would get lost"
                .formatted(rewriting.noun(), table.name(), file.location()));
      }
    }
  }
}
