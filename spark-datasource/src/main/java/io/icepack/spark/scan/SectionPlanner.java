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
import io.icepack.spark.table.RunFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.InclusiveMetricsEvaluator;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DeleteFileSet;
import org.apache.iceberg.util.StructLikeWrapper;

/** Divides the files of one bucket into sections by the range of their first key column. */
final class SectionPlanner {

  private static final Comparator<Run> AGE =
      Comparator.comparingLong(Run::sequenceNumber)
          .thenComparing(run -> !run.rows().isEmpty())
          .thenComparing(Run::name);

  private final Table table;
  private final PrimaryKey key;
  private final Types.NestedField column;
  private final Comparator<Object> order;
  private final InclusiveMetricsEvaluator filter;
  private final Map<Integer, StructLikeWrapper> partitions = new HashMap<>();

  SectionPlanner(Table table, PrimaryKey key, Expression filter, boolean caseSensitive) {
    this.table = table;
    this.key = key;
    // Columns of a partition key are the same in all files of a bucket.
    this.column =
        key.fields().stream()
            .filter(field -> !table.spec().identitySourceIds().contains(field.fieldId()))
            .findFirst()
            .orElse(key.fields().get(0));
    this.order = Comparators.forType(column.type().asPrimitiveType());
    this.filter = new InclusiveMetricsEvaluator(table.schema(), filter, caseSensitive);
  }

  /** The sections of the files of one bucket, in the order of their keys. */
  List<Section> sections(List<FileScanTask> tasks) {
    List<FileScanTask> sorted = new ArrayList<>(tasks);
    sorted.sort(
        Comparator.comparing(
            (FileScanTask task) -> lower(task.file()), Comparator.nullsFirst(order)));
    List<Section> sections = new ArrayList<>();
    List<FileScanTask> overlapping = new ArrayList<>();
    Object end = null;
    boolean unbounded = false;
    for (FileScanTask task : sorted) {
      Object lower = lower(task.file());
      boolean apart =
          !overlapping.isEmpty() && !unbounded && lower != null && order.compare(end, lower) < 0;
      if (apart) {
        sections.add(section(overlapping));
        overlapping = new ArrayList<>();
        end = null;
      }
      Object upper = upper(task.file());
      unbounded |= upper == null;
      end = end == null || (upper != null && order.compare(end, upper) < 0) ? upper : end;
      overlapping.add(task);
    }
    if (!overlapping.isEmpty()) {
      sections.add(section(overlapping));
    }
    return sections;
  }

  private Object lower(ContentFile<?> file) {
    return bound(file.lowerBounds());
  }

  private Object upper(ContentFile<?> file) {
    return bound(file.upperBounds());
  }

  private Object bound(Map<Integer, ByteBuffer> bounds) {
    ByteBuffer bound = bounds == null ? null : bounds.get(column.fieldId());
    Type type = column.type();
    return bound == null ? null : Conversions.fromByteBuffer(type, bound);
  }

  /** All of some files of one bucket, whatever their keys, as one section. */
  Section section(List<FileScanTask> tasks) {
    List<Run> runs = new ArrayList<>();
    group(tasks.stream().map(FileScanTask::file).toList())
        .forEach(
            (id, files) ->
                runs.add(
                    new Run(
                        id.sequenceNumber(),
                        id.file(),
                        tasks.stream()
                            .filter(task -> files.contains(task.file()))
                            .sorted(Comparator.comparing(task -> Run.name(task.file())))
                            .toList(),
                        List.of())));
    group(deletedKeys(tasks))
        .forEach(
            (id, files) -> runs.add(new Run(id.sequenceNumber(), id.file(), List.of(), files)));
    runs.sort(AGE);
    return new Section(runs);
  }

  private record RunId(
      long sequenceNumber, RunFile file, String attempt, int specId, StructLikeWrapper partition) {}

  // What one task wrote is sorted as a whole; a file of another client stands for itself.
  private <F extends ContentFile<F>> Map<RunId, List<F>> group(List<F> files) {
    Map<RunId, List<F>> groups = new LinkedHashMap<>();
    files.stream()
        .sorted(Comparator.comparing(Run::name))
        .forEach(
            file -> {
              String location = file.location();
              RunId id =
                  new RunId(
                      file.dataSequenceNumber(),
                      RunFile.of(location).orElse(null),
                      RunFile.attempt(location).orElse(location),
                      file.specId(),
                      partition(file));
              groups.computeIfAbsent(id, i -> new ArrayList<>()).add(file);
            });
    return groups;
  }

  private StructLikeWrapper partition(ContentFile<?> file) {
    return partitions
        .computeIfAbsent(
            file.specId(), id -> StructLikeWrapper.forType(table.specs().get(id).partitionType()))
        .copyFor(file.partition());
  }

  /** The equality deletes by key that matter to some file. */
  private List<DeleteFile> deletedKeys(List<FileScanTask> tasks) {
    if (!key.isUpsert()) {
      return List.of();
    }
    DeleteFileSet found = DeleteFileSet.create();
    for (FileScanTask task : tasks) {
      task.deletes().stream()
          .filter(delete -> key.isOf(delete) && filter.eval(delete))
          .forEach(found::add);
    }
    List<DeleteFile> needed = new ArrayList<>(found);
    needed.removeIf(delete -> isShadowed(delete, found, tasks));
    return needed;
  }

  // Rows that the same task wrote for the same keys hide whatever these deletes do, if all of the
  // rows are still there.
  private static boolean isShadowed(
      DeleteFile delete, Set<DeleteFile> deletes, List<FileScanTask> tasks) {
    if (RunFile.of(delete.location()).orElse(null) != RunFile.UPSERTED_KEYS) {
      return false;
    }
    String attempt = RunFile.attempt(delete.location()).orElseThrow();
    long deleted =
        deletes.stream()
            .filter(other -> isOf(attempt, RunFile.UPSERTED_KEYS, other))
            .mapToLong(DeleteFile::recordCount)
            .sum();
    long written =
        tasks.stream()
            .filter(task -> isOf(attempt, RunFile.UNIQUE, task.file()))
            .filter(
                task ->
                    task.deletes().stream()
                        .noneMatch(other -> other.content() == FileContent.POSITION_DELETES))
            .mapToLong(task -> task.file().recordCount())
            .sum();
    return deleted == written;
  }

  private static boolean isOf(String attempt, RunFile kind, ContentFile<?> file) {
    return RunFile.of(file.location()).orElse(null) == kind
        && RunFile.attempt(file.location()).orElseThrow().equals(attempt);
  }
}
