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

import io.icepack.spark.maintenance.RunGroup.Output;
import io.icepack.spark.scan.Bucket;
import io.icepack.spark.scan.Run;
import io.icepack.spark.scan.Section;
import io.icepack.spark.table.MergeEngine;
import io.icepack.spark.table.PrimaryKey;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;

/** Chooses runs that follow each other and together stay below the target size of a file. */
final class MinorPlanner {

  private final Table table;
  private final PrimaryKey key;
  private final KeyedCompactionOptions options;
  private final BucketDeletes deletes;

  MinorPlanner(Table table, PrimaryKey key, KeyedCompactionOptions options, BucketDeletes deletes) {
    this.table = table;
    this.key = key;
    this.options = options;
    this.deletes = deletes;
  }

  /**
   * The runs to merge.
   *
   * @param buckets buckets, each with its runs in one section
   */
  List<RunGroup> groups(List<Bucket> buckets) {
    List<RunGroup> groups = new ArrayList<>();
    for (Bucket bucket : buckets) {
      // Where rows of one key may lie in several partitions, only a full compaction helps.
      if (bucket.partition() != null && bucket.specId() == table.spec().specId()) {
        addGroups(bucket, groups);
      }
    }
    return groups;
  }

  private void addGroups(Bucket bucket, List<RunGroup> groups) {
    List<Run> runs = bucket.sections().get(0).runs();
    long oldest = runs.get(0).sequenceNumber();
    List<Run> open = new ArrayList<>();
    for (List<Run> step : steps(runs)) {
      if (!open.isEmpty() && bytes(open) + bytes(step) > options.targetFileSize()) {
        addGroup(bucket, oldest, open, groups);
        open = new ArrayList<>();
      }
      open.addAll(step);
    }
    addGroup(bucket, oldest, open, groups);
  }

  /**
   * Runs that must not be parted: those of one commit, whose order is not that of numbers, and
   * commits of deletions alone that follow. If the latter stayed behind, all rows left could be
   * newer than they, and Iceberg forgets delete files for which that is so, without regard to rows
   * that are just rewritten.
   */
  private static List<List<Run>> steps(List<Run> runs) {
    List<List<Run>> steps = new ArrayList<>();
    List<Run> commit = new ArrayList<>();
    for (Run run : runs) {
      if (!commit.isEmpty() && commit.get(0).sequenceNumber() != run.sequenceNumber()) {
        addStep(commit, steps);
        commit = new ArrayList<>();
      }
      commit.add(run);
    }
    addStep(commit, steps);
    return steps;
  }

  private static void addStep(List<Run> commit, List<List<Run>> steps) {
    if (steps.isEmpty() || commit.stream().anyMatch(run -> !run.rows().isEmpty())) {
      steps.add(commit);
    } else {
      steps.get(steps.size() - 1).addAll(commit);
    }
  }

  private static long bytes(List<Run> runs) {
    return runs.stream()
        .flatMap(
            run ->
                Stream.concat(
                    run.rows().stream().map(FileScanTask::file), run.deletedKeys().stream()))
        .mapToLong(ContentFile::fileSizeInBytes)
        .sum();
  }

  private void addGroup(Bucket bucket, long oldest, List<Run> runs, List<RunGroup> groups) {
    long commits = runs.stream().map(Run::sequenceNumber).distinct().count();
    if (commits < options.minInputFiles() || bytes(runs) > options.targetFileSize()) {
      return;
    }
    long first = runs.get(0).sequenceNumber();
    long last = runs.get(runs.size() - 1).sequenceNumber();
    List<DeleteFile> unneeded =
        deletes.of(bucket.specId(), bucket.partition()).stream()
            .filter(delete -> first == oldest || (key.isUpsert() && key.isOf(delete)))
            .filter(delete -> delete.dataSequenceNumber() <= last)
            .filter(delete -> delete.dataSequenceNumber() >= (first == oldest ? first + 1 : first))
            .toList();
    List<Section> sections = List.of(new Section(runs));
    groups.add(
        new RunGroup(
            output(first == oldest, unneeded),
            sections,
            bucket.partition(),
            Stream.concat(RunGroup.ownDeletes(sections), unneeded.stream()).toList(),
            last));
  }

  private Output output(boolean oldest, List<DeleteFile> unneeded) {
    if (key.engine() == MergeEngine.FIRST_ROW) {
      return Output.FOLDED;
    } else if (key.isUpsert()) {
      // Deletions are there for older runs. Runs of other clients may have none at all.
      return oldest || unneeded.isEmpty() ? Output.FOLDED : Output.UPSERTS;
    }
    return Output.UNFOLDED;
  }
}
