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

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.iceberg.actions.BinPackRewriteFilePlanner;
import org.apache.iceberg.actions.RewriteDataFiles;
import org.apache.iceberg.util.PropertyUtil;

/**
 * The options of a compaction, which are those of Iceberg's {@code rewrite_data_files} and mean the
 * same, except that a single delete file makes a data file worth rewriting by default: its rows
 * hold descriptors only.
 *
 * @param planner options that choose files and size groups
 * @param rewriteAll whether every file is rewritten, also one that would become a copy of itself
 * @param startingSequenceNumber whether new files are as old as the snapshot that was read
 * @param maxCommits into how many commits the work may be divided
 */
record CompactionOptions(
    Map<String, String> planner,
    boolean rewriteAll,
    boolean startingSequenceNumber,
    int maxCommits) {

  private static final Set<String> OWN =
      Set.of(
          RewriteDataFiles.OUTPUT_SPEC_ID,
          RewriteDataFiles.USE_STARTING_SEQUENCE_NUMBER,
          RewriteDataFiles.PARTIAL_PROGRESS_ENABLED,
          RewriteDataFiles.PARTIAL_PROGRESS_MAX_COMMITS);

  /**
   * Checks options.
   *
   * @param known the options of the planner
   * @throws IllegalArgumentException naming the table, the option and the remedy
   */
  static CompactionOptions of(String table, Map<String, String> options, Set<String> known) {
    for (String option : options.keySet()) {
      if (!known.contains(option) && !OWN.contains(option)) {
        Set<String> all = new TreeSet<>(known);
        all.addAll(OWN);
        throw new IllegalArgumentException(
            "Cannot compact table %s with option '%s': no such option, use some of %s"
                .formatted(table, option, all));
      }
    }
    Map<String, String> planner = new TreeMap<>(options);
    planner.putIfAbsent(BinPackRewriteFilePlanner.DELETE_FILE_THRESHOLD, "1");
    return new CompactionOptions(
        planner,
        PropertyUtil.propertyAsBoolean(options, BinPackRewriteFilePlanner.REWRITE_ALL, false),
        PropertyUtil.propertyAsBoolean(
            options, RewriteDataFiles.USE_STARTING_SEQUENCE_NUMBER, true),
        maxCommits(table, options));
  }

  private static int maxCommits(String table, Map<String, String> options) {
    if (!PropertyUtil.propertyAsBoolean(
        options, RewriteDataFiles.PARTIAL_PROGRESS_ENABLED, false)) {
      return 1;
    }
    int maxCommits =
        PropertyUtil.propertyAsInt(
            options,
            RewriteDataFiles.PARTIAL_PROGRESS_MAX_COMMITS,
            RewriteDataFiles.PARTIAL_PROGRESS_MAX_COMMITS_DEFAULT);
    if (maxCommits < 1) {
      throw new IllegalArgumentException(
          "Cannot compact table %s with option '%s' = '%d': use a number above 0"
              .formatted(table, RewriteDataFiles.PARTIAL_PROGRESS_MAX_COMMITS, maxCommits));
    }
    return maxCommits;
  }
}
