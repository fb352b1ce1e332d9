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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
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

  private static final List<String> NAMES = RandomTable.NAMES;

  @ParameterizedTest
  @ValueSource(strings = {"deduplicate", "first-row", "partial-update"})
  void mergingInStepsChangesNothing(String engine) throws IOException {
    for (int seed = 0; seed < 100; seed++) {
      new Case(engine, new Random(seed)).check("seed " + seed);
    }
  }

  /** One table and the ways to merge its runs. */
  private static final class Case {

    private final Random random;
    private final RandomTable written;
    private final Model.Settings settings;
    private final KeyedTable table;
    private final MergeOptions options;
    private final StructType rowType;
    private final List<TreeMap<Integer, List<Model.Row>>> runs;

    Case(String engine, Random random) {
      this.random = random;
      this.written = new RandomTable(engine, random);
      this.settings = written.settings();
      this.table = written.table();
      this.options = table.options();
      this.rowType = table.rowType();
      this.runs = written.runs();
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
      for (int key = 0; key < RandomTable.KEYS; key++) {
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
          new HashSet<>(written.shuffled(NAMES).subList(0, random.nextInt(NAMES.size())));
      Set<String> needed = options.columnsFor(projected);
      List<String> read = written.shuffled(NAMES.stream().filter(needed::contains).toList());
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
