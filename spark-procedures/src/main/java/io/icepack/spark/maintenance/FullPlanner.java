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
import io.icepack.spark.scan.Section;
import io.icepack.spark.table.RunFile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;

/**
 * Chooses what a full compaction folds: of each bucket everything but those parts of its key range
 * that are one clean file, or several, of good size.
 */
final class FullPlanner {

  private final Table table;
  private final KeyedCompactionOptions options;
  private final BucketDeletes deletes;

  FullPlanner(Table table, KeyedCompactionOptions options, BucketDeletes deletes) {
    this.table = table;
    this.options = options;
    this.deletes = deletes;
  }

  /**
   * The runs to fold. A group without any is one of delete files to be removed.
   *
   * @param all the buckets of the table
   * @param chosen those of them that may be folded
   */
  List<RunGroup> groups(List<Bucket> all, List<Bucket> chosen) {
    List<RunGroup> groups = new ArrayList<>();
    if (chosen.stream().allMatch(this::isOfCurrentSpec)) {
      chosen.forEach(bucket -> groups.addAll(fold(bucket)));
      List<DeleteFile> elsewhere = chosen.size() == all.size() ? deletes.outside(all) : List.of();
      if (!elsewhere.isEmpty()) {
        groups.add(group(List.of(), null, elsewhere));
      }
    } else {
      List<Section> sections = all.stream().flatMap(b -> b.sections().stream()).toList();
      groups.add(group(sections, null, deletes.all()));
    }
    // One number for all, so that one commit can take it. In each bucket the new files stand in for
    // all older files with keys of theirs, so that it does not matter how old they are beyond that;
    // and a write that lands meanwhile has a number above that of the snapshot that is read, to
    // which the newest of its files is the limit.
    long newest = groups.stream().mapToLong(RunGroup::sequenceNumber).max().orElse(0);
    groups.replaceAll(group -> group.withSequenceNumber(newest));
    return groups;
  }

  private boolean isOfCurrentSpec(Bucket bucket) {
    return bucket.partition() != null && bucket.specId() == table.spec().specId();
  }

  private List<RunGroup> fold(Bucket bucket) {
    List<RunGroup> groups = new ArrayList<>();
    List<DeleteFile> unneeded = deletes.of(bucket.specId(), bucket.partition());
    for (List<Section> stretch : stretches(bucket)) {
      groups.add(group(stretch, bucket.partition(), groups.isEmpty() ? unneeded : List.of()));
    }
    if (groups.isEmpty() && !unneeded.isEmpty()) {
      // They apply to nothing. Some readers refuse a table for the mere sight of them.
      groups.add(group(List.of(), bucket.partition(), unneeded));
    }
    return groups;
  }

  private static RunGroup group(
      List<Section> sections, StructLike partition, List<DeleteFile> unneeded) {
    long newest =
        Stream.concat(
                RunGroup.sequenceNumbers(sections),
                unneeded.stream().map(DeleteFile::dataSequenceNumber))
            .mapToLong(Long::longValue)
            .max()
            .orElseThrow();
    List<DeleteFile> removed =
        Stream.concat(RunGroup.ownDeletes(sections), unneeded.stream()).toList();
    return new RunGroup(Output.FOLDED, sections, partition, removed, newest);
  }

  /** The parts of the key range of a bucket to be folded, each with all files that touch it. */
  private List<List<Section>> stretches(Bucket bucket) {
    if (options.rewriteAll()) {
      return List.of(bucket.sections());
    }
    List<List<Section>> stretches = new ArrayList<>();
    List<Section> stretch = new ArrayList<>();
    for (Section section : bucket.sections()) {
      if (isReady(section) && section.bytes() >= options.minFileSize()) {
        stretches.add(stretch);
        stretch = new ArrayList<>();
      } else {
        stretch.add(section);
      }
    }
    stretches.add(stretch);
    stretches.removeIf(this::isDone);
    return stretches;
  }

  private static boolean isReady(Section section) {
    return section.isClean() && !section.hasDeletes();
  }

  // A writer that estimates sizes may roll files too early. What it wrote as one run stays so.
  private boolean isDone(List<Section> stretch) {
    return stretch.stream().allMatch(FullPlanner::isReady)
        && stretch.stream().map(FullPlanner::run).distinct().count() < 2;
  }

  private static List<Object> run(Section section) {
    DataFile file = section.dataFiles().get(0);
    return List.of(file.dataSequenceNumber(), RunFile.attempt(file.location()).orElseThrow());
  }
}
