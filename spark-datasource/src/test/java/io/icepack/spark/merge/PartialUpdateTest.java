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

import static io.icepack.spark.merge.KeyedTable.blob;
import static io.icepack.spark.merge.KeyedTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartialUpdateTest {

  private static final String REMOVE = MergeOptions.REMOVE_RECORD_ON_DELETE;

  @Test
  void valuesThatAreNotNullOverwrite() {
    KeyedTable table = KeyedTable.partialUpdate("a INT, b STRING");
    assertThat(table.fold(row("+I", 1, "x"))).containsExactly(1, "x");
    assertThat(table.fold(row("+I", 1, null), row("+I", null, "x"))).containsExactly(1, "x");
    assertThat(table.fold(row("+I", 1, "x"), row("+U", 2, null), row("+I", null, "y")))
        .containsExactly(2, "y");
    assertThat(table.fold(row("+I", null, null))).containsExactly(null, null);
    assertThat(table.fold(row("+U", 1, null))).containsExactly(1, null);
  }

  @Test
  void blobsAreValuesLikeOthers() {
    KeyedTable table =
        KeyedTable.partialUpdate("pic BINARY, imgs ARRAY<BINARY>, m MAP<STRING, BINARY>")
            .withBlobs("pic");
    assertThat(table.fold(row("+I", blob("v1"), null, null), row("+I", blob("v2"), null, null)))
        .containsExactly(blob("v2"), null, null);
    assertThat(table.fold(row("+I", blob("v1"), null, null), row("+I", null, null, null)))
        .containsExactly(blob("v1"), null, null);
    List<Object> someNull = Arrays.asList((Object) null);
    assertThat(
            table.fold(
                row("+I", null, List.of(new byte[] {1}), Map.of("a", new byte[] {1})),
                row("+I", null, someNull, Map.of())))
        .containsExactly(null, someNull, Map.of());
  }

  @Test
  void aSequenceDecidesForItsGroup() {
    KeyedTable table =
        KeyedTable.partialUpdate(
                "name STRING, pic BINARY, ts INT", "fields.ts.sequence-group", "name,pic")
            .withBlobs("pic");
    assertThat(
            table.fold(
                row("+I", "a", blob("v1"), 2),
                row("+I", "b", blob("v2"), 1),
                row("+I", "c", null, 2)))
        .containsExactly("c", null, 2);
    assertThat(table.fold(row("+I", "a", blob("v1"), 2), row("+I", "b", blob("v2"), 1)))
        .containsExactly("a", blob("v1"), 2);
    assertThat(table.fold(row("+I", "a", blob("v1"), 2), row("+I", null, null, 3)))
        .containsExactly(null, null, 3);
  }

  @Test
  void aNullSequenceSkipsTheGroup() {
    KeyedTable table =
        KeyedTable.partialUpdate("a STRING, ts INT, free INT", "fields.ts.sequence-group", "a");
    assertThat(table.fold(row("+I", "x", 1, 1), row("+I", "y", null, 2)))
        .containsExactly("x", 1, 2);
    assertThat(table.fold(row("+I", "y", null, 2))).containsExactly(null, null, 2);
    assertThat(table.fold(row("+I", "y", null, 2), row("+I", "z", -7, null)))
        .containsExactly("z", -7, 2);
  }

  @Test
  void groupsFollowTheirOwnSequences() {
    KeyedTable table =
        KeyedTable.partialUpdate(
            "a INT, b INT, g1 INT, c INT, d INT, g2 INT",
            "fields.g1.sequence-group",
            "a,b",
            "fields.g2.sequence-group",
            "c,d");
    assertThat(
            table.fold(
                row("+I", 1, 1, 1, 1, 1, 1),
                row("+I", 2, 2, 2, 2, 2, null),
                row("+I", 3, 3, 1, 3, 3, 3)))
        .containsExactly(2, 2, 2, 3, 3, 3);
  }

  @Test
  void severalOrderingColumnsCompareAsATuple() {
    KeyedTable table =
        KeyedTable.partialUpdate("a INT, g INT, h INT", "fields.g,h.sequence-group", "a");
    assertThat(table.fold(row("+I", 1, 1, 5), row("+I", 2, 2, 1))).containsExactly(2, 2, 1);
    assertThat(table.fold(row("+I", 1, 1, 5), row("+I", 2, 1, 4))).containsExactly(1, 1, 5);
    assertThat(table.fold(row("+I", 1, 1, 5), row("+I", 2, 1, 5))).containsExactly(2, 1, 5);
    assertThat(table.fold(row("+I", 1, 1, 5), row("+I", 2, 1, null))).containsExactly(1, 1, 5);
    assertThat(table.fold(row("+I", 1, null, 5), row("+I", 2, 1, null)))
        .containsExactly(2, 1, null);
    assertThat(table.fold(row("+I", 1, 1, 5), row("+I", 2, null, null))).containsExactly(1, 1, 5);
  }

  @Test
  void aRetractionClearsItsGroups() {
    KeyedTable table =
        KeyedTable.partialUpdate(
            "a INT, g1 INT, c INT, g2 INT, free INT",
            "fields.g1.sequence-group",
            "a",
            "fields.g2.sequence-group",
            "c");
    assertThat(table.fold(row("+I", 1, 1, 1, 1, 1), row("-D", 1, 2, 1, null, 1)))
        .containsExactly(null, 2, 1, 1, 1);
    assertThat(table.fold(row("+I", 1, 1, 1, 1, 1), row("-U", 1, 1, 1, 1, 1)))
        .containsExactly(null, 1, null, 1, 1);
    assertThat(table.fold(row("+I", 1, 2, 1, 2, 1), row("-D", 1, 1, 1, 1, 1)))
        .containsExactly(1, 2, 1, 2, 1);
    assertThat(
            table.fold(
                row("+I", 1, 1, 1, 1, 1),
                row("-D", 1, 3, 1, null, 1),
                row("+I", 2, 2, 2, 2, 2),
                row("+I", null, null, null, null, 7)))
        .containsExactly(null, 3, 2, 2, 7);
  }

  @Test
  void aKeyThatWasOnlyRetractedHasNoRow() {
    KeyedTable table = KeyedTable.partialUpdate("a INT, g INT", "fields.g.sequence-group", "a");
    assertThat(table.fold(row("-D", 1, 5))).isNull();
    assertThat(table.fold(row("-D", 1, 5), row("+I", 2, 4))).containsExactly(null, 5);
    assertThat(table.fold(row("-D", 1, 5), row("+I", 2, 5))).containsExactly(2, 5);
  }

  @Test
  void aColumnCanBeKeptFromRetractions() {
    KeyedTable table =
        KeyedTable.partialUpdate(
            "a INT, b INT, g INT",
            "fields.g.sequence-group",
            "a,b",
            "fields.a.ignore-retract",
            "true");
    assertThat(table.fold(row("+I", 1, 1, 1), row("-D", 1, 1, 2))).containsExactly(1, null, 2);
  }

  @Test
  void deletionsCanBeIgnored() {
    KeyedTable table =
        KeyedTable.partialUpdate(
            "a INT, g INT", "fields.g.sequence-group", "a", MergeOptions.IGNORE_DELETE, "true");
    assertThat(table.fold(row("+I", 1, 1), row("-D", 1, 2), row("-U", 1, 3))).containsExactly(1, 1);
    assertThat(table.fold(row("-D", 1, 2))).isNull();
  }

  @Test
  void aDeletionCanRemoveTheRow() {
    KeyedTable table = KeyedTable.partialUpdate("a INT, b INT", REMOVE, "true");
    assertThat(table.fold(row("+I", 1, 1), row("-D", 1, 1))).isNull();
    assertThat(table.fold(row("+I", 1, 1), row("-D", 1, 1), row("+I", null, 2)))
        .containsExactly(null, 2);
    assertThat(table.fold(row("+I", 1, 1), row("+I", 2, 1), row("-D", 1, 1), row("+I", 3, null)))
        .containsExactly(3, null);
    assertThat(table.fold(row("+I", 1, 1), row("-U", 1, 1))).containsExactly(1, 1);
    assertThat(table.fold(row("-U", 1, 1))).isNull();
  }

  @Test
  void aStatementRemovesTheRowWhateverTheOptions() {
    for (String[] options :
        new String[][] {
          {},
          {REMOVE, "true"},
          {MergeOptions.IGNORE_DELETE, "true"},
          {"fields.b.sequence-group", "a"}
        }) {
      KeyedTable table = KeyedTable.partialUpdate("a INT, b INT", options);
      assertThat(table.fold(row("+I", 1, 9), row("=D", null, null))).isNull();
      assertThat(table.fold(row("+I", 1, 9), row("=D", null, null), row("+I", 2, 1)))
          .containsExactly(2, 1);
      assertThat(table.fold(row("+I", 1, 9), row("=D", null, null), row("+I", null, 1)))
          .containsExactly(null, 1);
    }
  }

  @Test
  void aReplacementIsTheRowAsGiven() {
    KeyedTable table =
        KeyedTable.partialUpdate("a STRING, ts INT, free INT", "fields.ts.sequence-group", "a");
    assertThat(table.fold(row("+I", "x", 9, 1), row("=U", null, 3, null)))
        .containsExactly(null, 3, null);
    assertThat(table.fold(row("+I", "x", 9, 1), row("=U", "y", 3, 2), row("+I", "z", 2, null)))
        .containsExactly("y", 3, 2);
    assertThat(table.fold(row("+I", "x", 9, 1), row("=U", "y", 3, 2), row("+I", "z", 3, null)))
        .containsExactly("z", 3, 2);
    assertThat(table.fold(row("+I", "x", 9, 1), row("=U", "y", null, 2)))
        .containsExactly("y", null, 2);
    assertThat(table.fold(row("=U", "y", null, 2), row("+I", "z", 1, null)))
        .containsExactly("z", 1, 2);
    KeyedTable free = KeyedTable.partialUpdate("a INT, b INT");
    assertThat(free.fold(row("+I", 1, 1), row("=U", null, 2), row("+I", 3, null)))
        .containsExactly(3, 2);
  }

  @Test
  void aResultSaysAsWhatItMustBeStored() {
    KeyedTable table =
        KeyedTable.partialUpdate(
            "a INT, n INT, ts INT",
            "fields.ts.sequence-group",
            "a,n",
            "fields.n.aggregate-function",
            "sum");
    assertThat(table.foldedKind(row("+I", 1, 1, 1), row("-D", 1, 1, 1))).isEqualTo(RowKind.INSERT);
    assertThat(table.foldedKind(row("+I", 1, 1, 1), row("=U", 5, 5, null), row("+I", 1, 1, 1)))
        .isEqualTo(RowKind.REPLACE);
    assertThat(KeyedTable.partialUpdate("a INT").foldedKind(row("+I", 1), row("=U", 2)))
        .isEqualTo(RowKind.INSERT);
  }

  @Test
  void aColumnThatCountsMustBeStoredAsItIs() {
    KeyedTable table =
        KeyedTable.partialUpdate(
            "n INT, ts INT",
            "fields.ts.sequence-group",
            "n",
            "fields.n.aggregate-function",
            "count");
    assertThat(table.foldedKind(row("+I", 1, 1))).isEqualTo(RowKind.REPLACE);
    assertThat(table.fold(row("=U", 5, 1), row("+I", 77, 2))).containsExactly(6, 2);
  }
}
