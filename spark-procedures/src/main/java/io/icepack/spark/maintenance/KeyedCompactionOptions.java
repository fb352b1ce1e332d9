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
import java.util.TreeSet;
import org.apache.iceberg.actions.SizeBasedFileRewritePlanner;
import org.apache.iceberg.util.PropertyUtil;

/**
 * The options of a compaction of a primary-key table. They are named as those of Iceberg's {@code
 * rewrite_data_files}.
 *
 * @param targetFileSize bytes; data files roll at it, and a minor compaction merges no more
 * @param minFileSize bytes; a full compaction joins what is smaller
 * @param minInputFiles how many commits at least a minor compaction merges
 * @param rewriteAll whether a full compaction folds clean buckets too
 */
record KeyedCompactionOptions(
    CompactionStrategy strategy,
    long targetFileSize,
    long minFileSize,
    int minInputFiles,
    boolean rewriteAll) {

  private static final String TARGET_FILE_SIZE = SizeBasedFileRewritePlanner.TARGET_FILE_SIZE_BYTES;
  private static final String MIN_FILE_SIZE = SizeBasedFileRewritePlanner.MIN_FILE_SIZE_BYTES;
  private static final String MIN_INPUT_FILES = SizeBasedFileRewritePlanner.MIN_INPUT_FILES;
  private static final String REWRITE_ALL = SizeBasedFileRewritePlanner.REWRITE_ALL;
  private static final double MIN_FILE_SIZE_RATIO =
      SizeBasedFileRewritePlanner.MIN_FILE_SIZE_DEFAULT_RATIO;

  /**
   * Checks options.
   *
   * @param defaultFileSize the target file size of the table
   * @throws IllegalArgumentException naming the table, the option and the remedy
   */
  static KeyedCompactionOptions of(
      String table,
      CompactionStrategy strategy,
      Map<String, String> options,
      long defaultFileSize) {
    Set<String> known =
        switch (strategy) {
          case FULL -> Set.of(TARGET_FILE_SIZE, MIN_FILE_SIZE, REWRITE_ALL);
          case MINOR -> Set.of(TARGET_FILE_SIZE, MIN_INPUT_FILES);
        };
    for (String option : options.keySet()) {
      if (!known.contains(option)) {
        throw new IllegalArgumentException(
            "Cannot compact table %s with option '%s': strategy %s of a primary-key table has no such option, use some of %s"
                .formatted(table, option, strategy.option(), new TreeSet<>(known)));
      }
    }
    long target = number(table, options, TARGET_FILE_SIZE, 1, defaultFileSize);
    return new KeyedCompactionOptions(
        strategy,
        target,
        number(table, options, MIN_FILE_SIZE, 0, (long) (target * MIN_FILE_SIZE_RATIO)),
        Math.toIntExact(number(table, options, MIN_INPUT_FILES, 2, 2)),
        PropertyUtil.propertyAsBoolean(options, REWRITE_ALL, false));
  }

  private static long number(
      String table, Map<String, String> options, String option, long least, long defaultValue) {
    String value = options.get(option);
    if (value == null) {
      return defaultValue;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= least && (least < 2 || number <= Integer.MAX_VALUE)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below, as a number that is too small.
    }
    throw new IllegalArgumentException(
        "Cannot compact table %s with option '%s' = '%s': use a number, at least %d"
            .formatted(table, option, value, least));
  }
}
