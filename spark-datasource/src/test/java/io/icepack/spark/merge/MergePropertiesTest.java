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

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.table.MergeEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares engines with {@link Model} on random tables and rows, and checks that it makes no
 * difference how rows are spread over runs and which of them are merged before.
 */
class MergePropertiesTest {

  private static final String COLUMNS =
      "i1 INT, t1 INT, s1 STRING, b1 BOOLEAN, i2 INT, t2 INT, a1 ARRAY<INT>, m1 MAP<INT, INT>, "
          + "i3 INT, t3 INT, s2 STRING, i4 INT";
  private static final List<String> NAMES = List.of(StructType.fromDDL(COLUMNS).fieldNames());
  private static final List<String> ORDER = List.of("t1", "t2", "t3");
  private static final int KEYS = 4;

  @ParameterizedTest
  @ValueSource(strings = {"deduplicate", "first-row", "partial-update"})
  void mergingInStepsChangesNothing(String engine) throws IOException {
    for (int seed = 0; seed < 150; seed++) {
      Case random = new Case(engine, new Random(seed));
      random.check("seed " + seed);
    }
  }

  /** A table with the rows that are written to it. */
  private static final class Case {

    private final Random random;
    private final Model.Settings settings;
    private final KeyedTable table;
    private final MergeOptions options;
    private final StructType rowType;

    /** The runs, oldest first: for each key its rows. */
    private final List<TreeMap<Integer, List<Model.Row>>> runs = new ArrayList<>();

    Case(String engine, Random random) {
      this.random = random;
      this.settings = settings(engine);
      this.table =
          new KeyedTable(
              MergeEngine.of(engine).orElseThrow(),
              StructType.fromDDL(COLUMNS),
              Set.of(),
              properties());
      this.options = table.options();
      this.rowType = table.rowType();
      for (int run = 1 + random.nextInt(7); run > 0; run--) {
        runs.add(run());
      }
    }

    private Model.Settings settings(String engine) {
      boolean ignoreDelete = random.nextInt(4) == 0;
      if (engine.equals("deduplicate")) {
        List<String> sequence = shuffled(ORDER).subList(0, random.nextInt(3));
        return settings(engine, sequence, List.of(), Map.of(), ignoreDelete, false);
      } else if (engine.equals("first-row")) {
        return settings(engine, List.of(), List.of(), Map.of(), true, false);
      } else if (random.nextInt(4) == 0) {
        return settings(engine, List.of(), List.of(), Map.of(), ignoreDelete, !ignoreDelete);
      }
      List<Model.Group> groups = groups();
      Map<String, String> functions = new HashMap<>();
      for (Model.Group group : groups) {
        for (String field : group.fields()) {
          if (random.nextInt(3) > 0) {
            functions.put(field, function(field));
          }
        }
      }
      return settings(engine, List.of(), groups, functions, ignoreDelete, false);
    }

    private Model.Settings settings(
        String engine,
        List<String> sequence,
        List<Model.Group> groups,
        Map<String, String> functions,
        boolean ignoreDelete,
        boolean removeOnDelete) {
      Set<String> distinct = new HashSet<>();
      Set<String> ignoreRetract = new HashSet<>();
      for (Model.Group group : groups) {
        for (String field : group.fields()) {
          String function = functions.get(field);
          if ("collect".equals(function) && random.nextBoolean()) {
            distinct.add(field);
          }
          boolean needed =
              function != null
                  && (function.equals("product")
                      || !AggregateFunction.of(function).orElseThrow().retracts());
          if (needed || random.nextInt(5) == 0) {
            ignoreRetract.add(field);
          }
        }
      }
      return new Model.Settings(
          engine,
          sequence,
          groups,
          functions,
          distinct,
          ignoreRetract,
          ignoreDelete,
          removeOnDelete);
    }

    private List<Model.Group> groups() {
      List<String> order = shuffled(ORDER);
      List<String> fields = shuffled(NAMES.stream().filter(n -> !ORDER.contains(n)).toList());
      int two = 1 + random.nextInt(fields.size() - 2);
      int free = two + 1 + random.nextInt(fields.size() - two - 1);
      return List.of(
          new Model.Group(order.subList(0, 2), fields.subList(0, two)),
          new Model.Group(order.subList(2, 3), fields.subList(two, free)));
    }

    private String function(String field) {
      List<String> any =
          List.of("last_value", "last_non_null_value", "first_value", "first_non_null_value");
      List<String> fitting =
          switch (field.charAt(0)) {
            case 'i' -> List.of("sum", "product", "count", "max", "min");
            case 's' -> List.of("listagg");
            case 'b' -> List.of("bool_and", "bool_or");
            case 'a' -> List.of("collect");
            default -> List.of("merge_map");
          };
      return pick(random.nextInt(3) == 0 ? any : fitting);
    }

    private Map<String, String> properties() {
      Map<String, String> properties = new LinkedHashMap<>();
      if (!settings.sequence().isEmpty()) {
        properties.put("sequence.field", String.join(",", settings.sequence()));
      }
      for (Model.Group group : settings.groups()) {
        properties.put(
            "fields." + String.join(",", group.order()) + ".sequence-group",
            String.join(", ", group.fields()));
      }
      settings
          .functions()
          .forEach((f, v) -> properties.put("fields." + f + ".aggregate-function", v));
      settings.distinct().forEach(f -> properties.put("fields." + f + ".distinct", "true"));
      settings
          .ignoreRetract()
          .forEach(f -> properties.put("fields." + f + ".ignore-retract", "true"));
      if (settings.ignoreDelete()) {
        properties.put("ignore-delete", "true");
      }
      if (settings.removeOnDelete()) {
        properties.put("partial-update.remove-record-on-delete", "true");
      }
      return properties;
    }

    private TreeMap<Integer, List<Model.Row>> run() {
      TreeMap<Integer, List<Model.Row>> run = new TreeMap<>();
      for (int key = 0; key < KEYS; key++) {
        int rows = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(2);
        for (int i = 0; i < rows; i++) {
          run.computeIfAbsent(key, k -> new ArrayList<>()).add(row());
        }
      }
      return run;
    }

    private Model.Row row() {
      String symbol = pick(List.of("+I", "+I", "+I", "+U", "+U", "-D", "-D", "-U", "+I", "=U"));
      Map<String, Object> values = new HashMap<>();
      for (String name : NAMES) {
        values.put(name, random.nextInt(4) == 0 ? null : value(name));
      }
      return new Model.Row(symbol, values);
    }

    private Object value(String name) {
      return switch (name.charAt(0)) {
        case 'i', 't' -> random.nextInt(5) - 1;
        case 's' -> pick(List.of("", "x", "y", "zz"));
        case 'b' -> random.nextBoolean();
        case 'a' -> numbers();
        default -> {
          Map<Object, Object> map = new LinkedHashMap<>();
          numbers().stream().filter(n -> n != null).forEach(n -> map.put(n, random.nextInt(3)));
          yield map;
        }
      };
    }

    private List<Integer> numbers() {
      List<Integer> numbers = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        numbers.add(random.nextInt(6) == 0 ? null : (Integer) random.nextInt(3));
      }
      return numbers;
    }

    private <T> T pick(List<T> list) {
      return list.get(random.nextInt(list.size()));
    }

    private List<String> shuffled(List<String> list) {
      List<String> shuffled = new ArrayList<>(list);
      Collections.shuffle(shuffled, random);
      return shuffled;
    }

    void check(String description) throws IOException {
      String text = description + ": " + settings;
      Map<Integer, Map<String, Object>> expected = expected(0);
      assertThat(merge(stored(runs))).as(text).isEqualTo(expected);
      assertThat(merge(mergeNeighbours(stored(runs)))).as(text).isEqualTo(expected);

      int folded = 1 + random.nextInt(runs.size());
      List<List<ListCursor.Entry>> oldest = stored(runs.subList(0, folded));
      List<List<ListCursor.Entry>> newest = stored(runs.subList(folded, runs.size()));
      List<List<ListCursor.Entry>> replaced = new ArrayList<>();
      replaced.add(fold(random.nextBoolean() ? oldest : mergeNeighbours(oldest)));
      replaced.addAll(mergeNeighbours(newest));
      assertThat(merge(replaced)).as(text).isEqualTo(expected(folded));
      checkProjection(text, expected);
    }

    /** The rows by key, when what the first runs say of keys without a row is forgotten. */
    private Map<Integer, Map<String, Object>> expected(int folded) {
      Map<Integer, Map<String, Object>> rows = new TreeMap<>();
      for (int key = 0; key < KEYS; key++) {
        Model model = new Model(settings);
        for (int run = 0; run < runs.size(); run++) {
          if (run == folded) {
            model.forgetDeletions();
          }
          runs.get(run).getOrDefault(key, List.of()).forEach(model::apply);
        }
        Map<String, Object> row = model.row();
        if (row != null) {
          NAMES.forEach(name -> row.putIfAbsent(name, null));
          rows.put(key, row);
        }
      }
      return rows;
    }

    private List<List<ListCursor.Entry>> stored(List<TreeMap<Integer, List<Model.Row>>> some) {
      List<List<ListCursor.Entry>> stored = new ArrayList<>();
      for (TreeMap<Integer, List<Model.Row>> run : some) {
        List<ListCursor.Entry> entries = new ArrayList<>();
        run.forEach((key, rows) -> rows.forEach(row -> entries.add(stored(key, row))));
        stored.add(entries);
      }
      return stored;
    }

    private ListCursor.Entry stored(int key, Model.Row row) {
      boolean keyAlone = row.symbol().equals("-D") && table.key().isUpsert();
      Object[] values = NAMES.stream().map(row.values()::get).toArray();
      return physical(
          table.stored(key, KeyedTable.row(row.symbol(), keyAlone ? new Object[0] : values)));
    }

    private ListCursor.Entry physical(ListCursor.Entry entry) {
      Object[] values = entry.values();
      return new ListCursor.Entry(entry.kind(), Rows.catalyst(rowType, Arrays.asList(values)));
    }

    private List<RunCursor> open(List<List<ListCursor.Entry>> stored) {
      List<RunCursor> cursors = new ArrayList<>();
      for (List<ListCursor.Entry> entries : stored) {
        long keys = entries.stream().map(entry -> entry.values()[0]).distinct().count();
        cursors.add(new ListCursor(keys == entries.size() && random.nextBoolean(), entries));
      }
      return cursors;
    }

    private Map<Integer, Map<String, Object>> merge(List<List<ListCursor.Entry>> stored)
        throws IOException {
      Map<Integer, Map<String, Object>> rows = new TreeMap<>();
      for (ListCursor.Entry entry : fold(stored)) {
        List<Object> values = Rows.values(Rows.of(entry.values()), rowType);
        Map<String, Object> row = new HashMap<>();
        NAMES.forEach(name -> row.put(name, values.get(1 + NAMES.indexOf(name))));
        rows.put((Integer) values.get(0), row);
      }
      return rows;
    }

    /** The run that a compaction of all these runs writes. */
    private List<ListCursor.Entry> fold(List<List<ListCursor.Entry>> stored) throws IOException {
      List<ListCursor.Entry> entries = new ArrayList<>();
      MergeFunction function = options.function(rowType);
      try (KeyMerge merge = new KeyMerge(open(stored), rowType, 1, function)) {
        while (merge.next()) {
          assertThat(merge.kind()).isIn(RowKind.INSERT, RowKind.REPLACE);
          List<Object> values = Rows.values(merge.row(), rowType);
          if (table.key().storesRowKind()) {
            assertThat(values).endsWith((Object) null);
          }
          entries.add(physical(new ListCursor.Entry(merge.kind(), values.toArray())));
        }
      }
      return entries;
    }

    /** Makes some neighbouring runs one, as a partial compaction does. */
    private List<List<ListCursor.Entry>> mergeNeighbours(List<List<ListCursor.Entry>> stored)
        throws IOException {
      List<List<ListCursor.Entry>> merged = new ArrayList<>(stored);
      for (int times = random.nextInt(3); times > 0 && merged.size() > 1; times--) {
        int from = random.nextInt(merged.size() - 1);
        int to = from + 2 + random.nextInt(merged.size() - from - 1);
        List<List<ListCursor.Entry>> neighbours = merged.subList(from, to);
        List<ListCursor.Entry> one = unfold(neighbours);
        neighbours.clear();
        merged.add(from, one);
      }
      return merged;
    }

    private List<ListCursor.Entry> unfold(List<List<ListCursor.Entry>> stored) throws IOException {
      List<ListCursor.Entry> entries = new ArrayList<>();
      try (UnfoldedMerge merge = new UnfoldedMerge(open(stored), rowType, options)) {
        while (merge.next()) {
          Object[] values = Rows.values(merge.row(), rowType).toArray();
          entries.add(physical(new ListCursor.Entry(merge.kind(), values)));
        }
      }
      return entries;
    }

    private void checkProjection(String text, Map<Integer, Map<String, Object>> expected)
        throws IOException {
      Set<String> projected =
          new HashSet<>(shuffled(NAMES).subList(0, random.nextInt(NAMES.size())));
      Set<String> needed = options.columnsFor(projected);
      List<String> read = shuffled(NAMES.stream().filter(needed::contains).toList());
      StructType type = table.rowType(read);
      assertThat(Stream.of(type.fieldNames())).containsExactlyInAnyOrderElementsOf(needed);
      List<RunCursor> cursors = new ArrayList<>();
      for (List<ListCursor.Entry> entries : stored(runs)) {
        cursors.add(
            new ListCursor(false, entries.stream().map(entry -> project(entry, read)).toList()));
      }
      Map<Integer, Map<String, Object>> rows = new TreeMap<>();
      try (KeyMerge merge = new KeyMerge(cursors, type, 1, options.function(type))) {
        while (merge.next()) {
          List<Object> values = Rows.values(merge.row(), type);
          Map<String, Object> row = new HashMap<>();
          projected.forEach(name -> row.put(name, values.get(1 + read.indexOf(name))));
          rows.put((Integer) values.get(0), row);
        }
      }
      expected.values().forEach(row -> row.keySet().retainAll(projected));
      assertThat(rows).as(text + " " + projected).isEqualTo(expected);
    }

    private ListCursor.Entry project(ListCursor.Entry entry, List<String> read) {
      if (entry.values().length == 1) {
        return entry;
      }
      List<Object> values = new ArrayList<>(List.of(entry.values()[0]));
      read.forEach(name -> values.add(entry.values()[1 + NAMES.indexOf(name)]));
      if (table.key().storesRowKind()) {
        values.add(entry.values()[1 + NAMES.size()]);
      }
      return new ListCursor.Entry(entry.kind(), values.toArray());
    }
  }
}
