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
package io.icepack.spark.merge;

import io.icepack.spark.table.PrimaryKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow;
import org.apache.spark.sql.types.StructType;

/** Finds the columns of a row type that each part of partial-update is about. */
final class PartialUpdatePlanner {

  private final String table;
  private final StructType rowType;
  private final List<String> names;
  private final List<SequenceGroup> groups;
  private final Map<String, Aggregation> aggregations;
  private final Set<String> ignoreRetract;
  private final SpecificInternalRow computed;

  PartialUpdatePlanner(
      String table,
      StructType rowType,
      List<SequenceGroup> groups,
      Map<String, Aggregation> aggregations,
      Set<String> ignoreRetract) {
    this.table = table;
    this.rowType = rowType;
    this.names = List.of(rowType.fieldNames());
    this.groups = groups.stream().filter(group -> group.meets(Set.copyOf(names))).toList();
    this.aggregations = aggregations;
    this.ignoreRetract = ignoreRetract;
    this.computed = new SpecificInternalRow(rowType);
  }

  PartialUpdate plan(int keyColumns, OnRetract onRetract) {
    List<String> grouped =
        groups.stream()
            .flatMap(group -> Stream.concat(group.order().stream(), group.fields().stream()))
            .toList();
    int[] free =
        IntStream.range(keyColumns, names.size())
            .filter(ordinal -> !grouped.contains(names.get(ordinal)))
            .filter(ordinal -> !names.get(ordinal).equals(PrimaryKey.ROW_KIND))
            .toArray();
    return new PartialUpdate(
        rowType,
        IntStream.range(0, keyColumns).toArray(),
        free,
        groups.stream().map(this::plan).toArray(GroupFold[]::new),
        grouped.stream().anyMatch(this::counts),
        onRetract);
  }

  private boolean counts(String name) {
    return names.contains(name)
        && aggregations.containsKey(name)
        && aggregations.get(name).function() == AggregateFunction.COUNT;
  }

  private GroupFold plan(SequenceGroup group) {
    int[] order = group.order().stream().mapToInt(this::ordinal).toArray();
    List<Accumulator> aggregated = new ArrayList<>();
    List<Accumulator> retracted = new ArrayList<>();
    for (String name : group.fields()) {
      if (names.contains(name) && aggregations.containsKey(name)) {
        Accumulator accumulator = accumulator(name);
        aggregated.add(accumulator);
        if (!ignoreRetract.contains(name)) {
          retracted.add(accumulator);
        }
      }
    }
    Predicate<String> plain = name -> !aggregations.containsKey(name);
    return new GroupFold(
        order,
        KeyOrder.on(rowType, order),
        ordinals(group, plain),
        ordinals(group, plain.and(name -> !ignoreRetract.contains(name))),
        aggregated.toArray(Accumulator[]::new),
        retracted.toArray(Accumulator[]::new));
  }

  private Accumulator accumulator(String name) {
    int ordinal = ordinal(name);
    ColumnSlot column = new ColumnSlot(table, name, ordinal, rowType.fields()[ordinal].dataType());
    return Accumulator.of(aggregations.get(name), column, computed);
  }

  private int[] ordinals(SequenceGroup group, Predicate<String> wanted) {
    return group.fields().stream()
        .filter(names::contains)
        .filter(wanted)
        .mapToInt(this::ordinal)
        .toArray();
  }

  private int ordinal(String name) {
    return MergeOptions.ordinal(table, rowType, name);
  }
}
