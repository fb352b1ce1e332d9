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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Aggregate functions of partial-update, on column {@code v} in the sequence group of ts. */
class AggregateTest {

  @ParameterizedTest
  @CsvSource({
    "last_value, INT, ",
    "last_non_null_value, INT, 3",
    "first_value, INT, ",
    "first_non_null_value, INT, 5",
    "sum, INT, 15",
    "product, INT, 105",
    "count, INT, 3",
    "max, INT, 7",
    "min, INT, 3"
  })
  void foldsNewerValues(String function, String type, Integer expected) {
    KeyedTable table = table(type, function);
    KeyedTable.Written[] rows = {
      row("+I", null, 1), row("+I", 5, 2), row("+I", 7, 2), row("+I", 3, 3), row("+I", null, 4)
    };
    assertThat(table.fold(rows)).containsExactly(expected, 4);
  }

  @ParameterizedTest
  @CsvSource({
    "last_value, 5",
    "last_non_null_value, 5",
    "first_value, 7",
    "first_non_null_value, 7",
    "sum, 12",
    "product, 35",
    "count, 2",
    "max, 7",
    "min, 5"
  })
  void foldsOlderValuesAsOlder(String function, int expected) {
    assertThat(table("INT", function).fold(row("+I", 5, 2), row("+I", 7, 1)))
        .containsExactly(expected, 2);
  }

  @ParameterizedTest
  @CsvSource({
    "last_value, ",
    "last_non_null_value, 7",
    "first_value, 7",
    "first_non_null_value, 7",
    "sum, 7",
    "product, 7",
    "count, 1",
    "max, 7",
    "min, 7"
  })
  void foldsOlderValuesOntoNull(String function, Integer expected) {
    assertThat(table("INT", function).fold(row("+I", null, 2), row("+I", 7, 1)))
        .containsExactly(expected, 2);
  }

  @ParameterizedTest
  @CsvSource({
    "last_value",
    "last_non_null_value",
    "first_value",
    "first_non_null_value",
    "sum",
    "product",
    "count",
    "max",
    "min"
  })
  void passesRowsWithoutASequence(String function) {
    KeyedTable table = table("INT", function);
    List<Object> one = table.fold(row("+I", 5, 2));
    assertThat(table.fold(row("+I", 5, 2), row("+I", 7, null), row("-D", 5, null))).isEqualTo(one);
    assertThat(table.fold(row("+I", 7, null))).containsExactly(null, null);
    assertThat(table.fold(row("+I", 7, null), row("+I", 5, 2))).isEqualTo(one);
  }

  @ParameterizedTest
  @CsvSource({
    "sum, 3, 7",
    "product, 5, 2",
    "count, 3, 1",
    "last_value, 3, ",
    "last_non_null_value, 3, ",
    "sum, , 10",
    "product, , 10",
    "count, , 2",
    "last_value, , ",
    "last_non_null_value, , 5"
  })
  void takesValuesBackWhetherNewerOrOlder(String function, Integer retracted, Integer expected) {
    boolean product = function.equals("product");
    KeyedTable table = table("INT", function);
    for (int ts : List.of(1, 5, 9)) {
      KeyedTable.Written[] rows = {
        row("+I", product ? 2 : 5, 4), row("+I", 5, 5), row("-D", retracted, ts)
      };
      assertThat(table.fold(rows)).containsExactly(expected, Math.max(5, ts));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "first_value, INT",
    "first_non_null_value, INT",
    "max, INT",
    "min, INT",
    "listagg, STRING",
    "bool_and, BOOLEAN",
    "bool_or, BOOLEAN"
  })
  void failsWhereNothingCanBeTakenBack(String function, String type) {
    Object value = type.equals("INT") ? (Object) 1 : type.equals("STRING") ? "a" : (Object) true;
    KeyedTable table = table(type, function);
    for (int ts : List.of(0, 1, 2)) {
      assertThatThrownBy(() -> table.fold(row("+I", value, 1), row("-D", value, ts)))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessage(
              "Cannot merge a deletion into table db.t: function "
                  + function
                  + " of column 'v' cannot take a value back; set 'fields.v.ignore-retract' = "
                  + "'true' to keep the value");
    }
    KeyedTable ignoring = table(type, function, "fields.v.ignore-retract", "true");
    assertThat(ignoring.fold(row("+I", value, 1), row("-D", value, 2))).containsExactly(value, 2);
  }

  @Test
  void theFirstValueMayBeNull() {
    KeyedTable table = table("INT", "first_value");
    assertThat(table.fold(row("+I", null, 1), row("+I", 5, 2))).containsExactly(null, 2);
    assertThat(table.fold(row("+I", 4, null), row("+I", 5, 2))).containsExactly(5, 2);
    assertThat(table.fold(row("=U", null, null), row("+I", 5, 2))).containsExactly(5, 2);
    assertThat(table.fold(row("=U", 4, null), row("+I", 5, 2))).containsExactly(4, 2);
    assertThat(table.fold(row("=U", null, 1), row("+I", 5, 2))).containsExactly(null, 2);
    KeyedTable ignoring = table("INT", "first_value", "fields.v.ignore-retract", "true");
    assertThat(ignoring.fold(row("-D", 1, 1), row("+I", 5, 2))).containsExactly(5, 2);
  }

  @Test
  void aReplacementIsTheAggregateFromThenOn() {
    assertThat(table("INT", "sum").fold(row("+I", 9, 9), row("=U", 5, 1), row("+I", 2, 0)))
        .containsExactly(7, 1);
    assertThat(table("INT", "max").fold(row("+I", 9, 9), row("=U", 5, 1), row("+I", 2, 2)))
        .containsExactly(5, 2);
    assertThat(table("INT", "sum").fold(row("+I", 9, 9), row("=U", null, 1), row("+I", 2, 2)))
        .containsExactly(2, 2);
    assertThat(table("STRING", "listagg").fold(row("+I", "a", 9), row("=U", "b,c", 1)))
        .containsExactly("b,c", 1);
    List<Integer> twice = List.of(1, 1);
    KeyedTable distinct = table("ARRAY<INT>", "collect", "fields.v.distinct", "true");
    assertThat(distinct.fold(row("+I", List.of(3), 9), row("=U", twice, 1)))
        .containsExactly(twice, 1);
    assertThat(distinct.fold(row("=U", twice, 1), row("+I", List.of(2), 2)))
        .containsExactly(List.of(1, 2), 2);
  }

  @Test
  void findsGreatestAndLeast() {
    assertThat(table("STRING", "max").fold(row("+I", "b", 1), row("+I", "a", 2)))
        .containsExactly("b", 2);
    assertThat(table("DATE", "min").fold(row("+I", 20, 1), row("+I", 10, 2)))
        .containsExactly(10, 2);
    assertThat(table("DECIMAL(5,2)", "max").fold(row("+I", dec("9"), 1), row("+I", dec("10"), 2)))
        .containsExactly(dec("10.00"), 2);
  }

  @ParameterizedTest
  @CsvSource({
    "bool_and, true, true, true", "bool_and, true, false, false", "bool_and, , true, true",
    "bool_and, false, , false", "bool_and, , , ", "bool_or, false, false, false",
    "bool_or, false, true, true", "bool_or, , false, false", "bool_or, true, , true",
  })
  void combinesBooleans(String function, Boolean left, Boolean right, Boolean expected) {
    KeyedTable table = table("BOOLEAN", function);
    assertThat(table.fold(row("+I", left, 1), row("+I", right, 2))).containsExactly(expected, 2);
    assertThat(table.fold(row("+I", left, 2), row("+I", right, 1))).containsExactly(expected, 2);
  }

  @Test
  void joinsStrings() {
    KeyedTable table = table("STRING", "listagg");
    assertThat(table.fold(row("+I", "a", 1), row("+I", "b", 2), row("+I", null, 3)))
        .containsExactly("a,b", 3);
    assertThat(table.fold(row("+I", "b", 2), row("+I", "a", 1), row("+I", "c", 3)))
        .containsExactly("a,b,c", 3);
    assertThat(table.fold(row("+I", "", 1), row("+I", "b", 2), row("+I", "", 3)))
        .containsExactly("b", 3);
    assertThat(table.fold(row("+I", "", 1), row("+I", "", 2))).containsExactly("", 2);
    assertThat(table.fold(row("+I", null, 1))).containsExactly(null, 1);
    assertThat(
            table("STRING", "listagg", "fields.v.list-agg-delimiter", "; ")
                .fold(row("+I", "a", 1), row("+I", "b", 2)))
        .containsExactly("a; b", 2);
  }

  @Test
  void collectsElements() {
    KeyedTable table = table("ARRAY<INT>", "collect");
    assertThat(table.fold(row("+I", List.of(1, 2), 1), row("+I", List.of(2), 2)))
        .containsExactly(List.of(1, 2, 2), 2);
    assertThat(table.fold(row("+I", List.of(3), 2), row("+I", List.of(1, 2), 1)))
        .containsExactly(List.of(1, 2, 3), 2);
    assertThat(table.fold(row("+I", List.of(), 1), row("+I", null, 2)))
        .containsExactly(List.of(), 2);
    assertThat(
            table.fold(
                row("+I", Arrays.asList(1, 2, null, 2), 1),
                row("-D", Arrays.asList(2, null, null, 9), 1)))
        .containsExactly(List.of(1, 2), 1);
    assertThat(table.fold(row("+I", List.of(1), 1), row("-D", List.of(1), 2)))
        .containsExactly(List.of(), 2);
    assertThat(table.fold(row("-D", List.of(1), 1), row("+I", List.of(1), 2)))
        .containsExactly(List.of(1), 2);
  }

  @Test
  void collectsDistinctElements() {
    KeyedTable table = table("ARRAY<STRING>", "collect", "fields.v.distinct", "true");
    assertThat(table.fold(row("+I", List.of("b", "a", "b"), 1)))
        .containsExactly(List.of("b", "a"), 1);
    assertThat(table.fold(row("+I", List.of("b"), 1), row("+I", List.of("a", "b"), 2)))
        .containsExactly(List.of("b", "a"), 2);
    assertThat(table.fold(row("+I", List.of("b", "a"), 1), row("-D", List.of("b"), 2)))
        .containsExactly(List.of("a"), 2);
    KeyedTable bytes = table("ARRAY<BINARY>", "collect", "fields.v.distinct", "true");
    assertThat((List<?>) bytes.fold(row("+I", List.of(new byte[] {1}, new byte[] {1}), 1)).get(0))
        .hasSize(1);
  }

  @Test
  void mergesMaps() {
    KeyedTable table = table("MAP<STRING, INT>", "merge_map");
    assertThat(table.fold(row("+I", Map.of("a", 1, "b", 1), 1), row("+I", Map.of("b", 2), 2)))
        .containsExactly(Map.of("a", 1, "b", 2), 2);
    assertThat(table.fold(row("+I", Map.of("b", 2), 2), row("+I", Map.of("a", 1, "b", 1), 1)))
        .containsExactly(Map.of("a", 1, "b", 2), 2);
    assertThat(table.fold(row("+I", Map.of("a", 1, "b", 2), 1), row("-D", Map.of("b", 7), 2)))
        .containsExactly(Map.of("a", 1), 2);
    assertThat(table.fold(row("+I", Map.of(), 1), row("+I", null, 2))).containsExactly(Map.of(), 2);
  }

  @Test
  void selectsBlobs() {
    KeyedTable last = table("BINARY", "last_value").withBlobs("v");
    assertThat(last.fold(row("+I", blob("a"), 2), row("+I", blob("b"), 1)))
        .containsExactly(blob("a"), 2);
    assertThat(last.fold(row("+I", blob("a"), 2), row("-D", null, 3))).containsExactly(null, 3);
    assertThat(last.fold(row("+I", blob("a"), 2), row("-D", null, 1))).containsExactly(null, 2);
    KeyedTable first =
        table("BINARY", "first_value", "fields.v.ignore-retract", "true").withBlobs("v");
    assertThat(first.fold(row("+I", blob("a"), 2), row("+I", blob("b"), 3), row("-D", null, 4)))
        .containsExactly(blob("a"), 4);
  }

  @Test
  void theDefaultFunctionIsForAllOtherColumns() {
    KeyedTable table =
        KeyedTable.partialUpdate(
            "a INT, b INT, ts INT",
            "fields.ts.sequence-group",
            "a,b",
            "fields.a.aggregate-function",
            "max",
            "fields.default-aggregate-function",
            "sum");
    assertThat(table.fold(row("+I", 1, 1, 1), row("+I", 1, 1, 1))).containsExactly(1, 2, 1);
  }

  static KeyedTable table(String type, String function, String... more) {
    List<String> properties =
        new ArrayList<>(
            List.of("fields.ts.sequence-group", "v", "fields.v.aggregate-function", function));
    properties.addAll(List.of(more));
    return KeyedTable.partialUpdate("v " + type + ", ts INT", properties.toArray(String[]::new));
  }

  private static BigDecimal dec(String value) {
    return new BigDecimal(value).setScale(2);
  }
}
