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
import java.util.function.Function;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;
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
    group(tasks, FileScanTask::file)
        .forEach(
            (id, files) -> runs.add(new Run(id.sequenceNumber(), id.file(), files, List.of())));
    group(deletedKeys(tasks), delete -> delete)
        .forEach(
            (id, files) -> runs.add(new Run(id.sequenceNumber(), id.file(), List.of(), files)));
    runs.sort(AGE);
    return new Section(runs);
  }

  private record RunId(
      long sequenceNumber, RunFile file, String attempt, int specId, StructLikeWrapper partition) {}

  // What one task wrote is sorted as a whole; a file of another client stands for itself.
  private <T> Map<RunId, List<T>> group(List<T> items, Function<T, ContentFile<?>> file) {
    List<T> sorted = new ArrayList<>(items);
    sorted.sort(Comparator.comparing(item -> Run.name(file.apply(item))));
    Map<RunId, List<T>> groups = new LinkedHashMap<>();
    for (T item : sorted) {
      String location = file.apply(item).location();
      RunId id =
          new RunId(
              file.apply(item).dataSequenceNumber(),
              RunFile.of(location).orElse(null),
              RunFile.attempt(location).orElse(location),
              file.apply(item).specId(),
              partition(file.apply(item)));
      groups.computeIfAbsent(id, i -> new ArrayList<>()).add(item);
    }
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
    DeleteFileSet deletes = DeleteFileSet.create();
    tasks.forEach(task -> deletes.addAll(task.deletes()));
    deletes.removeIf(delete -> !key.isOf(delete) || !filter.eval(delete));
    Map<String, Long> deleted = new HashMap<>();
    deletes.forEach(delete -> count(deleted, delete, RunFile.UPSERTED_KEYS));
    Map<String, Long> written = new HashMap<>();
    tasks.stream()
        .filter(task -> task.deletes().stream().allMatch(key::isOf))
        .forEach(task -> count(written, task.file(), RunFile.UNIQUE));
    return deletes.stream().filter(delete -> !isShadowed(delete, deleted, written)).toList();
  }

  /** Adds the records of a file to those of its task attempt, if it is of one kind. */
  private static void count(Map<String, Long> records, ContentFile<?> file, RunFile kind) {
    if (RunFile.of(file.location()).orElse(null) == kind) {
      String attempt = RunFile.attempt(file.location()).orElseThrow();
      records.merge(attempt, file.recordCount(), Long::sum);
    }
  }

  // Rows that the same task wrote for the same keys hide whatever these deletes do, if all of the
  // rows are still there: deletes by key are part of the merge, others may have taken some.
  private static boolean isShadowed(
      DeleteFile delete, Map<String, Long> deleted, Map<String, Long> written) {
    if (RunFile.of(delete.location()).orElse(null) != RunFile.UPSERTED_KEYS) {
      return false;
    }
    String attempt = RunFile.attempt(delete.location()).orElseThrow();
    return deleted.get(attempt).equals(written.get(attempt));
  }
}
