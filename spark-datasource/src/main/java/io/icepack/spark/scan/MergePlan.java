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
package io.icepack.spark.scan;

import io.icepack.spark.table.PrimaryKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.util.StructLikeMap;

/**
 * What has to be read and merged of a primary-key table.
 *
 * @param buckets the files that may hold keys a filter selects, by partition and bucket
 */
public record MergePlan(List<Bucket> buckets) {

  /**
   * Plans the reading of one snapshot.
   *
   * @param snapshotId the snapshot, null if the table has none
   * @param filter condition on key columns; one on others must wait until rows are merged
   */
  public static MergePlan of(
      Table table, PrimaryKey key, Long snapshotId, Expression filter, boolean caseSensitive) {
    SectionPlanner planner = new SectionPlanner(table, key, filter, caseSensitive);
    return of(table, key, snapshotId, filter, caseSensitive, planner::sections);
  }

  /** Plans the reading of one snapshot run by run: each bucket is one section. */
  public static MergePlan ofWholeRuns(Table table, PrimaryKey key, Long snapshotId) {
    Expression all = Expressions.alwaysTrue();
    SectionPlanner planner = new SectionPlanner(table, key, all, true);
    return of(table, key, snapshotId, all, true, tasks -> List.of(planner.section(tasks)));
  }

  private static MergePlan of(
      Table table,
      PrimaryKey key,
      Long snapshotId,
      Expression filter,
      boolean caseSensitive,
      Function<List<FileScanTask>, List<Section>> sections) {
    if (snapshotId == null) {
      return new MergePlan(List.of());
    }
    TableScan scan =
        table
            .newScan()
            .useSnapshot(snapshotId)
            .caseSensitive(caseSensitive)
            .filter(filter)
            .ignoreResiduals()
            .includeColumnStats(key.names());
    Map<Integer, Map<StructLike, List<FileScanTask>>> specs = new LinkedHashMap<>();
    try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
      for (FileScanTask task : tasks) {
        specs
            .computeIfAbsent(
                task.spec().specId(), id -> StructLikeMap.create(task.spec().partitionType()))
            .computeIfAbsent(task.file().partition(), partition -> new ArrayList<>())
            .add(task);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot plan a scan of table " + table.name(), e);
    }
    List<Bucket> buckets = new ArrayList<>();
    if (specs.size() > 1) {
      // Partitioning changed by another client: rows of one key may lie in several partitions.
      List<FileScanTask> all =
          specs.values().stream().flatMap(s -> s.values().stream()).flatMap(List::stream).toList();
      buckets.add(new Bucket(table.spec().specId(), null, all, sections.apply(all)));
    } else {
      specs.forEach(
          (specId, partitions) ->
              partitions.forEach(
                  (partition, tasks) ->
                      buckets.add(new Bucket(specId, partition, tasks, sections.apply(tasks)))));
    }
    return new MergePlan(buckets);
  }

  /** Whether nothing must be merged, so that Iceberg's own scan returns the right rows. */
  public boolean isClean() {
    return buckets.stream().allMatch(Bucket::isClean);
  }

  /** The sections of all buckets. */
  public List<Section> sections() {
    return buckets.stream().flatMap(bucket -> bucket.sections().stream()).toList();
  }
}
