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
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyMergeTest {

  private static final StructType TYPE =
      new StructType().add("id", DataTypes.IntegerType).add("v", DataTypes.IntegerType);

  @Test
  void foldsKeysOfRunsInOrder() throws IOException {
    ListCursor old = run(true, upsert(1, 10), upsert(3, 30), upsert(5, 50));
    ListCursor middle = run(true, delete(1), upsert(2, 20), upsert(5, 51));
    ListCursor newest = run(true, delete(2), upsert(5, 52), delete(6), upsert(7, 70));
    assertThat(merge(List.of(old, middle, newest))).containsExactly("3=30", "5=52", "7=70");
  }

  @Test
  void keepsTheRowsOfARunWithRepeatedKeys() throws IOException {
    ListCursor old = run(false, upsert(1, 10), upsert(1, 11), upsert(1, 12), upsert(2, 20));
    ListCursor young = run(false, upsert(1, 13), upsert(1, 14), upsert(3, 30), upsert(3, 31));
    Recorder recorder = new Recorder();
    try (KeyMerge merge = new KeyMerge(List.of(old, young), TYPE, 1, recorder)) {
      assertThat(merge.next()).isTrue();
      assertThat(recorder.seen()).containsExactly("1=10", "1=11", "1=12", "1=13", "1=14");
      assertThat(merge.next()).isTrue();
      assertThat(recorder.seen()).containsExactly("2=20");
      assertThat(merge.next()).isTrue();
      assertThat(recorder.seen()).containsExactly("3=30", "3=31");
      assertThat(merge.next()).isFalse();
      assertThat(merge.next()).isFalse();
    }
  }

  @Test
  void acceptsNoRunsAndEmptyRuns() throws IOException {
    assertThat(merge(List.of())).isEmpty();
    assertThat(merge(List.of(run(true)))).isEmpty();
    assertThat(merge(List.of(run(true), run(false), run(true)))).isEmpty();
    assertThat(merge(List.of(run(true), run(false, upsert(1, 1)), run(true))))
        .containsExactly("1=1");
    assertThat(merge(List.of(run(true, delete(1), delete(2))))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 13})
  void equalsSortingAllRows(int count) throws IOException {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(100L * count + seed);
      TreeMap<Integer, List<String>> expected = new TreeMap<>();
      List<RunCursor> runs = new ArrayList<>();
      for (int run = 0; run < count; run++) {
        boolean unique = random.nextBoolean();
        int[] keys = random.ints(random.nextInt(20), 0, 12).distinct().sorted().toArray();
        List<ListCursor.Entry> rows = new ArrayList<>();
        for (int key : keys) {
          for (int copy = unique ? 1 : 1 + random.nextInt(3); copy > 0; copy--) {
            int value = random.nextInt();
            rows.add(upsert(key, value));
            expected.computeIfAbsent(key, k -> new ArrayList<>()).add(key + "=" + value);
          }
        }
        runs.add(new ListCursor(unique, rows));
      }
      Recorder recorder = new Recorder();
      List<List<String>> merged = new ArrayList<>();
      try (KeyMerge merge = new KeyMerge(runs, TYPE, 1, recorder)) {
        while (merge.next()) {
          merged.add(recorder.seen());
        }
      }
      assertThat(merged).isEqualTo(List.copyOf(expected.values()));
    }
  }

  @Test
  void comparesOnceForEachLevel() throws IOException {
    Counter counter = new Counter(KeyOrder.of(TYPE, 1));
    List<RunCursor> runs = new ArrayList<>();
    for (int run = 0; run < 8; run++) {
      List<ListCursor.Entry> rows = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        rows.add(upsert(i, run));
      }
      runs.add(new ListCursor(true, rows));
    }
    RunTree tree = new RunTree(runs, KeyPrefix.NONE, counter);
    List<Integer> values = new ArrayList<>();
    while (tree.next((kind, row) -> values.add(row.getInt(1)))) {
      assertThat(values).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
      values.clear();
    }
    assertThat(counter.calls).isEqualTo(100 * 7);
  }

  @Test
  void comparesNothingInTheLastRun() throws IOException {
    Counter counter = new Counter(KeyOrder.of(TYPE, 1));
    List<ListCursor.Entry> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      rows.add(upsert(i, i));
    }
    RunTree tree =
        new RunTree(
            List.of(new ListCursor(true, rows), run(true, upsert(0, 7))), KeyPrefix.NONE, counter);
    int keys = 0;
    while (tree.next((kind, row) -> {})) {
      keys++;
    }
    assertThat(keys).isEqualTo(100);
    assertThat(counter.calls).isEqualTo(1);
  }

  @Test
  void closesAllRunsWhenSomeFail() {
    IOException first = new IOException("first");
    IOException second = new IOException("second");
    ListCursor a = new ListCursor(true, List.of(), first);
    ListCursor b = new ListCursor(true, List.of());
    ListCursor c = new ListCursor(true, List.of(), second);
    KeyMerge merge = new KeyMerge(List.of(a, b, c), TYPE, 1, new Deduplicate(TYPE));
    assertThat(catchThrowable(merge::close)).isSameAs(first).hasSuppressedException(second);
    assertThat(List.of(a.closed(), b.closed(), c.closed())).containsExactly(1, 1, 1);
  }

  private static List<String> merge(List<RunCursor> runs) throws IOException {
    List<String> rows = new ArrayList<>();
    try (KeyMerge merge = new KeyMerge(runs, TYPE, 1, new Deduplicate(TYPE))) {
      while (merge.next()) {
        assertThat(merge.kind()).isEqualTo(RowKind.INSERT);
        rows.add(show(merge.row()));
      }
    }
    return rows;
  }

  private static ListCursor run(boolean unique, ListCursor.Entry... rows) {
    return new ListCursor(unique, Arrays.asList(rows));
  }

  private static ListCursor.Entry upsert(int id, int value) {
    return new ListCursor.Entry(RowKind.INSERT, id, value);
  }

  private static ListCursor.Entry delete(int id) {
    return new ListCursor.Entry(RowKind.DELETE, id, null);
  }

  private static String show(InternalRow row) {
    return row.getInt(0) + "=" + row.getInt(1);
  }

  /** Shows the rows of a key as they are when the key is complete. */
  private static final class Recorder implements MergeFunction {

    private final List<InternalRow> rows = new ArrayList<>();

    List<String> seen() {
      return rows.stream().map(KeyMergeTest::show).toList();
    }

    @Override
    public void reset() {
      rows.clear();
    }

    @Override
    public void add(RowKind kind, InternalRow row) {
      rows.add(row);
    }

    @Override
    public InternalRow result() {
      return rows.get(0);
    }
  }

  private static final class Counter implements Comparator<InternalRow> {

    private final Comparator<InternalRow> order;
    private int calls;

    private Counter(Comparator<InternalRow> order) {
      this.order = order;
    }

    @Override
    public int compare(InternalRow left, InternalRow right) {
      calls++;
      return order.compare(left, right);
    }
  }
}
