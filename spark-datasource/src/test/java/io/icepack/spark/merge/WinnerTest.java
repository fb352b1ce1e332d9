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
import io.icepack.spark.table.PrimaryKey;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** The engines of which one row wins: deduplicate and first-row. */
class WinnerTest {

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "v", Types.IntegerType.get()),
          Types.NestedField.optional(3, "s", Types.IntegerType.get()),
          Types.NestedField.optional(4, "t", Types.IntegerType.get()));

  private static final StructType TYPE =
      new StructType()
          .add("id", DataTypes.IntegerType)
          .add("v", DataTypes.IntegerType)
          .add("s", DataTypes.IntegerType)
          .add("t", DataTypes.IntegerType)
          .add(PrimaryKey.ROW_KIND, DataTypes.IntegerType);

  @Test
  void deduplicateKeepsTheNewest() {
    MergeFunction function = function(MergeEngine.DEDUPLICATE, List.of(), false);
    assertThat(fold(function, row("+I", 1, 0, 0), row("+I", 2, 0, 0))).isEqualTo("2 0 0");
    assertThat(fold(function, row("+I", 1, 0, 0), row("-D", 1, 0, 0))).isNull();
    assertThat(fold(function, row("-D", 1, 0, 0), row("+I", 3, 0, 0))).isEqualTo("3 0 0");
    assertThat(fold(function, row("-U", 1, 0, 0))).isNull();
    assertThat(fold(function, row("-U", 1, 0, 0), row("+U", 4, 0, 0))).isEqualTo("4 0 0");
    assertThat(fold(function, row("+I", 1, 0, 0), row("=U", 5, 0, 0))).isEqualTo("5 0 0");
  }

  @Test
  void deduplicateTakesDeletionsOfKeyColumnsAlone() {
    InternalRow key = new GenericInternalRow(new Object[] {1});
    for (boolean ignoreDelete : List.of(false, true)) {
      for (List<String> sequence : List.of(List.<String>of(), List.of("s"))) {
        MergeFunction function = function(MergeEngine.DEDUPLICATE, sequence, ignoreDelete);
        function.reset();
        row("+I", 1, 9, 0).accept(function);
        function.add(RowKind.DELETE, key);
        assertThat(function.result()).isNull();
        row("+I", 2, 1, 0).accept(function);
        assertThat(show(function.result())).isEqualTo("2 1 0");
      }
    }
  }

  @Test
  void sequenceDecidesWhichRowIsTheNewest() {
    MergeFunction function = function(MergeEngine.DEDUPLICATE, List.of("s"), false);
    assertThat(fold(function, row("+I", 1, 2, 0), row("+I", 2, 1, 0))).isEqualTo("1 2 0");
    assertThat(fold(function, row("+I", 1, 2, 0), row("+I", 2, 2, 0))).isEqualTo("2 2 0");
    assertThat(fold(function, row("+I", 1, 2, 0), row("+I", 2, null, 0))).isEqualTo("1 2 0");
    assertThat(fold(function, row("+I", 1, null, 0), row("+I", 2, null, 0))).isEqualTo("2 null 0");
    assertThat(fold(function, row("+I", 1, null, 0), row("+I", 2, -5, 0))).isEqualTo("2 -5 0");
  }

  @Test
  void sequencesOfSeveralColumnsCompareAsTuples() {
    MergeFunction function = function(MergeEngine.DEDUPLICATE, List.of("t", "s"), false);
    assertThat(fold(function, row("+I", 1, 9, 1), row("+I", 2, 1, 2))).isEqualTo("2 1 2");
    assertThat(fold(function, row("+I", 1, 9, 1), row("+I", 2, 8, 1))).isEqualTo("1 9 1");
    assertThat(fold(function, row("+I", 1, null, 1), row("+I", 2, 8, null))).isEqualTo("1 null 1");
  }

  @Test
  void aDeletionWinsByItsSequenceToo() {
    MergeFunction function = function(MergeEngine.DEDUPLICATE, List.of("s"), false);
    assertThat(fold(function, row("+I", 1, 2, 0), row("-D", 1, 1, 0))).isEqualTo("1 2 0");
    assertThat(fold(function, row("+I", 1, 2, 0), row("-D", 1, 2, 0))).isNull();
    assertThat(fold(function, row("-D", 1, 3, 0), row("+I", 2, 2, 0))).isNull();
    assertThat(fold(function, row("-D", 1, 3, 0), row("+I", 2, 3, 0))).isEqualTo("2 3 0");
    MergeFunction ignoring = function(MergeEngine.DEDUPLICATE, List.of("s"), true);
    assertThat(fold(ignoring, row("+I", 1, 2, 0), row("-D", 1, 2, 0))).isEqualTo("1 2 0");
    assertThat(fold(ignoring, row("-D", 1, 2, 0))).isNull();
  }

  @Test
  void aReplacementWinsWhateverItsSequence() {
    MergeFunction function = function(MergeEngine.DEDUPLICATE, List.of("s"), false);
    assertThat(fold(function, row("+I", 1, 9, 0), row("=U", 2, 3, 0))).isEqualTo("2 3 0");
    assertThat(fold(function, row("+I", 1, 9, 0), row("=U", 2, 3, 0), row("+I", 3, 4, 0)))
        .isEqualTo("3 4 0");
    assertThat(fold(function, row("-D", 1, 9, 0), row("=U", 2, 3, 0), row("+I", 3, 2, 0)))
        .isEqualTo("2 3 0");
  }

  @Test
  void aRemovalWinsWithoutASequence() {
    for (boolean ignoreDelete : List.of(false, true)) {
      MergeFunction function = function(MergeEngine.DEDUPLICATE, List.of("s"), ignoreDelete);
      assertThat(fold(function, row("+I", 1, 9, 0), row("=D", null, null, null))).isNull();
      assertThat(fold(function, row("+I", 1, 9, 0), row("=D", 0, null, 0), row("+I", 2, 1, 0)))
          .isEqualTo("2 1 0");
    }
  }

  @Test
  void firstRowKeepsTheEarliestInsertion() {
    MergeFunction function = function(MergeEngine.FIRST_ROW, List.of(), true);
    assertThat(fold(function, row("+I", 1, 0, 0), row("+I", 2, 0, 0))).isEqualTo("1 0 0");
    assertThat(fold(function, row("-D", 1, 0, 0), row("+U", 2, 0, 0), row("-U", 2, 0, 0)))
        .isEqualTo("2 0 0");
    assertThat(fold(function, row("-D", 1, 0, 0))).isNull();
    assertThat(fold(function, row("+I", 1, 0, 0), row("=U", 2, 0, 0), row("+I", 3, 0, 0)))
        .isEqualTo("2 0 0");
  }

  @Test
  void copiesOfResultsStay() {
    MergeFunction function = function(MergeEngine.DEDUPLICATE, List.of("s"), false);
    fold(function, row("+U", 1, 2, 0));
    InternalRow copy = function.result().copy();
    fold(function, row("+U", 5, 6, 7));
    assertThat(show(copy)).isEqualTo("1 2 0");
  }

  /** A row that can be given to a function. */
  private interface Step {
    void accept(MergeFunction function);
  }

  private static Step row(String symbol, Integer v, Integer s, Integer t) {
    RowKind kind = KeyedTable.kind(symbol);
    InternalRow row =
        new GenericInternalRow(
            new Object[] {1, v, s, t, kind == RowKind.INSERT ? null : kind.code()});
    return function -> function.add(kind, row);
  }

  private static String fold(MergeFunction function, Step... rows) {
    function.reset();
    for (Step row : rows) {
      row.accept(function);
    }
    return function.result() == null ? null : show(function.result());
  }

  private static String show(InternalRow row) {
    assertThat(row.getInt(0)).isEqualTo(1);
    assertThat(row.isNullAt(4)).isTrue();
    return row.getInt(1)
        + " "
        + (row.isNullAt(2) ? null : row.getInt(2))
        + " "
        + (row.isNullAt(3) ? null : row.getInt(3));
  }

  private static MergeFunction function(
      MergeEngine engine, List<String> sequence, boolean ignoreDelete) {
    PrimaryKey key = new PrimaryKey(List.of(SCHEMA.findField("id")), engine, sequence);
    return MergeOptions.of(
            "db.t",
            SCHEMA,
            Map.of(),
            key,
            ignoreDelete ? Map.of(MergeOptions.IGNORE_DELETE, "true") : Map.of())
        .function(TYPE);
  }
}
