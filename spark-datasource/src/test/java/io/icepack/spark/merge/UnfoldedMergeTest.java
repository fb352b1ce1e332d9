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

import static io.icepack.spark.merge.KeyedTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.merge.KeyedTable.Written;
import io.icepack.spark.table.MergeEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class UnfoldedMergeTest {

  private static final String COLUMNS = "v INT, s INT";

  @Test
  void deduplicateKeepsTheNewestRowOrDeletion() throws IOException {
    KeyedTable table = KeyedTable.of(MergeEngine.DEDUPLICATE, COLUMNS);
    assertThat(keep(table, row("+I", 1, 0), row("+I", 2, 0))).containsExactly("+I 2 0");
    assertThat(keep(table, row("+I", 1, 0), row("-D", 1, 0))).containsExactly("-D 1 0");
    assertThat(keep(table, row("+I", 1, 0), row("-D"))).containsExactly("-D");
    assertThat(keep(table, row("-D"), row("+I", 1, 0))).containsExactly("+I 1 0");
  }

  @Test
  void deduplicateWithASequenceKeepsTheRowThatWins() throws IOException {
    KeyedTable table = KeyedTable.of(MergeEngine.DEDUPLICATE, COLUMNS, "sequence.field", "s");
    assertThat(keep(table, row("+I", 1, 2), row("+I", 2, 1), row("+I", 3, 2)))
        .containsExactly("+I 3 2");
    assertThat(keep(table, row("+I", 1, 2), row("-D", 1, 3), row("+I", 2, 1)))
        .containsExactly("-D 1 3");
    assertThat(keep(table, row("+I", 1, 9), row("=U", 2, 3), row("+I", 3, 2)))
        .containsExactly("=U 2 3");
    assertThat(keep(table, row("=U", 2, 3), row("+I", 3, 4), row("-D", 3, 5)))
        .containsExactly("=U 2 3", "-D 3 5");
    assertThat(keep(table, row("+I", 1, 9), row("-D"), row("+I", 2, 1), row("+I", 3, 0)))
        .containsExactly("-D", "+I 2 1");
    assertThat(keep(table, row("+I", 1, 9), row("=D", null, null), row("+I", 2, 1)))
        .containsExactly("=D null null", "+I 2 1");
    assertThat(keep(table, row("=D", null, null), row("+I", 2, 1), row("-D", 2, 0)))
        .containsExactly("=D null null", "+I 2 1");
    KeyedTable ignoring =
        KeyedTable.of(
            MergeEngine.DEDUPLICATE, COLUMNS, "sequence.field", "s", "ignore-delete", "true");
    assertThat(keep(ignoring, row("+I", 1, 2), row("-D", 1, 3))).containsExactly("+I 1 2");
    assertThat(keep(ignoring, row("-D", 1, 3))).isEmpty();
    assertThat(keep(ignoring, row("+I", 1, 2), row("=D", null, null)))
        .containsExactly("=D null null");
  }

  @Test
  void firstRowKeepsTheEarliestRow() throws IOException {
    KeyedTable table = KeyedTable.of(MergeEngine.FIRST_ROW, COLUMNS);
    assertThat(keep(table, row("-D", 1, 1), row("+I", 2, 0), row("+I", 3, 0)))
        .containsExactly("+I 2 0");
    assertThat(keep(table, row("+I", 2, 0), row("=U", 3, 0), row("+I", 4, 0)))
        .containsExactly("=U 3 0");
    assertThat(keep(table, row("-D", 1, 1))).isEmpty();
  }

  @Test
  void partialUpdateKeepsWhatTheRowIsMadeOf() throws IOException {
    KeyedTable groups = KeyedTable.partialUpdate(COLUMNS, "fields.s.sequence-group", "v");
    assertThat(keep(groups, row("+I", 1, 1), row("-D", 1, 2), row("-U", 1, 1), row("+U", 2, 1)))
        .containsExactly("+I 1 1", "-D 1 2", "-U 1 1", "+U 2 1");
    assertThat(keep(groups, row("+I", 1, 1), row("=U", 5, 5), row("+I", 2, 2)))
        .containsExactly("=U 5 5", "+I 2 2");
    KeyedTable ignoring = KeyedTable.partialUpdate(COLUMNS, "ignore-delete", "true");
    assertThat(keep(ignoring, row("+I", 1, 1), row("-D", 1, 1), row("-U", 1, 1)))
        .containsExactly("+I 1 1");
    KeyedTable removing =
        KeyedTable.partialUpdate(COLUMNS, MergeOptions.REMOVE_RECORD_ON_DELETE, "true");
    assertThat(keep(removing, row("+I", 1, 1), row("-D", 1, 1), row("-U", 1, 1), row("+I", 2, 2)))
        .containsExactly("-D 1 1", "+I 2 2");
    for (KeyedTable table : List.of(groups, ignoring, removing)) {
      assertThat(keep(table, row("+I", 1, 1), row("=D", null, null), row("+I", 2, 2)))
          .containsExactly("=D null null", "+I 2 2");
    }
  }

  @Test
  void goesOnAfterKeysOfWhichNothingStays() throws IOException {
    KeyedTable table = KeyedTable.of(MergeEngine.FIRST_ROW, COLUMNS);
    ListCursor run =
        new ListCursor(
            true,
            List.of(
                new ListCursor.Entry(RowKind.DELETE, 1, 0, 0),
                new ListCursor.Entry(RowKind.DELETE, 2, 0, 0),
                new ListCursor.Entry(RowKind.INSERT, 3, 4, 5),
                new ListCursor.Entry(RowKind.DELETE, 6, 0, 0)));
    try (UnfoldedMerge merge = new UnfoldedMerge(List.of(run), table.rowType(), table.options())) {
      assertThat(merge.next()).isTrue();
      assertThat(Rows.values(merge.row(), table.rowType())).containsExactly(3, 4, 5);
      assertThat(merge.next()).isFalse();
      assertThat(merge.next()).isFalse();
    }
    assertThat(run.closed()).isEqualTo(1);
  }

  /** The rows that stay of one key, each written by a run of its own. */
  private static List<String> keep(KeyedTable table, Written... rows) throws IOException {
    StructType type = table.rowType();
    List<RunCursor> runs = new ArrayList<>();
    for (Written row : rows) {
      runs.add(new ListCursor(true, List.of(table.stored(1, row))));
    }
    List<String> kept = new ArrayList<>();
    try (UnfoldedMerge merge = new UnfoldedMerge(runs, type, table.options())) {
      while (merge.next()) {
        List<Object> values = Rows.values(merge.row(), type);
        List<String> shown = new ArrayList<>(List.of(merge.kind().symbol()));
        values.subList(1, Math.min(values.size(), 3)).forEach(v -> shown.add(String.valueOf(v)));
        kept.add(String.join(" ", shown));
      }
    }
    return kept;
  }
}
