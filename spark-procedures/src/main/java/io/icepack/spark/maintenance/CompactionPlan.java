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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.actions.BinPackRewriteFilePlanner;
import org.apache.iceberg.actions.RewriteFileGroup;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.io.CloseableIterable;

/**
 * What a compaction will do, as Iceberg's bin-packing planner has it.
 *
 * @param snapshot the snapshot that is read
 * @param options how to commit
 * @param specId partition spec of new data files
 * @param maxFileSize bytes; new data files roll at it
 * @param groups files to replace, none of them empty
 */
record CompactionPlan(
    Snapshot snapshot,
    CompactionOptions options,
    int specId,
    long maxFileSize,
    List<CompactionGroup> groups) {

  /** Plans the compaction of the files that may hold rows a filter selects. */
  static CompactionPlan of(
      Table table,
      Snapshot snapshot,
      Expression filter,
      boolean caseSensitive,
      Map<String, String> userOptions) {
    BinPackRewriteFilePlanner planner =
        new BinPackRewriteFilePlanner(table, filter, snapshot.snapshotId(), caseSensitive);
    CompactionOptions options =
        CompactionOptions.of(table.name(), userOptions, planner.validOptions());
    init(planner, table, options);
    int specId = table.spec().specId();
    long maxFileSize = 0;
    List<CompactionGroup> groups = new ArrayList<>();
    try (CloseableIterable<RewriteFileGroup> planned = planner.plan().groups()) {
      for (RewriteFileGroup group : planned) {
        specId = group.outputSpecId();
        maxFileSize = group.maxOutputFileSize();
        groups.add(CompactionGroup.of(group, options.rewriteAll()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot plan the compaction of table " + table.name(), e);
    }
    groups.removeIf(group -> group.bins().isEmpty());
    return new CompactionPlan(snapshot, options, specId, maxFileSize, groups);
  }

  private static void init(
      BinPackRewriteFilePlanner planner, Table table, CompactionOptions options) {
    try {
      planner.init(options.planner());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Cannot compact table %s with options %s: %s"
              .formatted(table.name(), options.planner(), e.getMessage()),
          e);
    }
  }

  /** The groups, divided into as many plans as there may be commits. */
  List<CompactionPlan> commits() {
    int perCommit = -Math.floorDiv(-groups.size(), options.maxCommits());
    List<CompactionPlan> commits = new ArrayList<>();
    for (int from = 0; from < groups.size(); from += perCommit) {
      int to = Math.min(groups.size(), from + perCommit);
      commits.add(
          new CompactionPlan(snapshot, options, specId, maxFileSize, groups.subList(from, to)));
    }
    return commits;
  }
}
