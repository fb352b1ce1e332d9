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

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.table.MergeEngine;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class MergeOptionsRefusalTest {

  private static final String COLUMNS =
      "name STRING, n INT, d DOUBLE, f BOOLEAN, arr ARRAY<INT>, maps ARRAY<MAP<INT, INT>>, "
          + "m MAP<STRING, INT>, ts INT, ts2 INT, pic BINARY, imgs ARRAY<BINARY>, "
          + "thumbs MAP<STRING, BINARY>";
  private static final String LIST = "id, name, n, d, f, arr, maps, m, ts, ts2, pic, imgs, thumbs";
  private static final String UNKNOWN =
      "no such option; docs/configuration.md lists those there are";
  private static final String BLOB_FUNCTIONS =
      "is a blob column; use one of first_value, first_non_null_value, last_value, "
          + "last_non_null_value";

  /** The option that is refused, its value, the reason, and what else is set. */
  static Stream<Arguments> refusedByPartialUpdate() {
    return Stream.of(
        refused("fields.n.nested-key", "x", UNKNOWN),
        refused("fields.n", "x", UNKNOWN),
        refused("fields..sequence-group", "n", UNKNOWN),
        refused("partial-update.remove-record-on-sequence-group", "ts", UNKNOWN),
        refused(
            "sequence.field",
            "ts",
            "merge engine partial-update does not use it; define "
                + "'fields.<column>.sequence-group' instead"),
        refused("ignore-delete", "yes", "use true or false"),
        refused("partial-update.remove-record-on-delete", "1", "use true or false"),
        refused("fields.n.ignore-retract", "", "use true or false"),
        refused("fields.x.sequence-group", "n", "there is no column 'x'; name one of " + LIST),
        refused("fields.,.sequence-group", "n", "it names no column; name at least one"),
        refused("fields.id.sequence-group", "n", keyColumn("id")),
        refused(
            "fields.pic.sequence-group",
            "n",
            "blob column 'pic' has no order; name another column"),
        refused(
            "fields.ts,imgs.sequence-group",
            "n",
            "blob column 'imgs' has no order; name another column"),
        refused(
            "fields.thumbs.sequence-group",
            "n",
            "blob column 'thumbs' has no order; name another column"),
        refused(
            "fields.m.sequence-group",
            "n",
            "values of type MAP<STRING, INT> have no order; name another column"),
        refused("fields.ts.sequence-group", "n, x", "there is no column 'x'; name one of " + LIST),
        refused("fields.ts.sequence-group", "n,id", keyColumn("id")),
        refused("fields.ts.sequence-group", " ", "it names no column; name at least one"),
        refused("fields.ts.sequence-group", "n,n", moreThanOnce("n")),
        refused("fields.ts.sequence-group", "n,ts", moreThanOnce("ts")),
        refused("fields.ts,ts.sequence-group", "n", moreThanOnce("ts")),
        refused(
            "fields.ts2.sequence-group", "d,n", moreThanOnce("n"), "fields.ts.sequence-group", "n"),
        refused(
            "fields.ts2.sequence-group", "ts", moreThanOnce("ts"), "fields.ts.sequence-group", "n"),
        refused(
            "fields.x.aggregate-function", "sum", "there is no column 'x'; name one of " + LIST),
        refused("fields.id.aggregate-function", "sum", keyColumn("id")),
        refused(
            "fields.ts.aggregate-function",
            "max",
            "column 'ts' orders a sequence group, its value is the greatest; leave it out",
            "fields.ts.sequence-group",
            "n"),
        refused(
            "fields.d.aggregate-function",
            "sum",
            "column 'd' is in no sequence group; add it to one, or use last_non_null_value",
            "fields.ts.sequence-group",
            "n"),
        refused(
            "fields.default-aggregate-function",
            "last_value",
            "column 'name' is in no sequence group; add it to one, or use last_non_null_value"),
        refusedInGroup(
            "n",
            "avg",
            "no such function; use one of sum, product, count, max, min, first_value, "
                + "first_non_null_value, last_value, last_non_null_value, listagg, bool_and, "
                + "bool_or, collect, merge_map"),
        refusedInGroup("name", "sum", misfit("sum", "a numeric column", "name", "STRING")),
        refusedInGroup("f", "product", misfit("product", "a numeric column", "f", "BOOLEAN")),
        refusedInGroup("d", "count", misfit("count", "an INT or BIGINT column", "d", "DOUBLE")),
        refusedInGroup("n", "bool_and", misfit("bool_and", "a BOOLEAN column", "n", "INT")),
        refusedInGroup("n", "bool_or", misfit("bool_or", "a BOOLEAN column", "n", "INT")),
        refusedInGroup("n", "listagg", misfit("listagg", "a STRING column", "n", "INT")),
        refusedInGroup(
            "m",
            "max",
            misfit("max", "a column whose values have an order", "m", "MAP<STRING, INT>")),
        refusedInGroup(
            "maps",
            "min",
            misfit("min", "a column whose values have an order", "maps", "ARRAY<MAP<INT, INT>>")),
        refusedInGroup(
            "n",
            "collect",
            misfit("collect", "an ARRAY column whose elements have an order", "n", "INT")),
        refusedInGroup(
            "maps",
            "collect",
            misfit(
                "collect",
                "an ARRAY column whose elements have an order",
                "maps",
                "ARRAY<MAP<INT, INT>>")),
        refusedInGroup(
            "arr",
            "merge_map",
            misfit("merge_map", "a MAP column whose keys have an order", "arr", "ARRAY<INT>")),
        refusedInGroup("pic", "max", "column 'pic' " + BLOB_FUNCTIONS),
        refusedInGroup("imgs", "collect", "column 'imgs' " + BLOB_FUNCTIONS),
        refusedInGroup("thumbs", "merge_map", "column 'thumbs' " + BLOB_FUNCTIONS),
        refusedInGroup("pic", "first_value", blobRetraction("pic", "first_value")),
        refusedInGroup(
            "imgs", "last_non_null_value", blobRetraction("imgs", "last_non_null_value")),
        refused(
            "fields.default-aggregate-function",
            "last_non_null_value",
            blobRetraction("pic", "last_non_null_value"),
            "fields.ts.sequence-group",
            "name,pic"),
        refused(
            "fields.name.list-agg-delimiter",
            ";",
            "only listagg uses it; set 'fields.name.aggregate-function' = 'listagg', or leave it "
                + "out"),
        refused(
            "fields.arr.distinct",
            "true",
            "only collect uses it; set 'fields.arr.aggregate-function' = 'collect', or leave it "
                + "out",
            "fields.ts.sequence-group",
            "arr",
            "fields.arr.aggregate-function",
            "last_value"),
        refused("fields.x.ignore-retract", "true", "there is no column 'x'; name one of " + LIST),
        refused(
            "fields.ts.ignore-retract",
            "true",
            "column 'ts' orders a sequence group, its value is the greatest; leave it out",
            "fields.ts.sequence-group",
            "n"),
        refused(
            "partial-update.remove-record-on-delete",
            "true",
            "'ignore-delete' skips the deletions that it needs; set one of the two",
            "ignore-delete",
            "true"),
        refused(
            "partial-update.remove-record-on-delete",
            "true",
            "in sequence groups a deletion clears columns one group at a time; use either",
            "fields.ts.sequence-group",
            "n"));
  }

  @ParameterizedTest
  @MethodSource
  void refusedByPartialUpdate(String message, String[] properties) {
    assertRefused(message, MergeEngine.PARTIAL_UPDATE, properties);
  }

  @ParameterizedTest
  @EnumSource(names = {"DEDUPLICATE", "FIRST_ROW"})
  void otherEnginesRefuseOptionsOfPartialUpdate(MergeEngine engine) {
    for (String option :
        new String[] {
          "fields.ts.sequence-group",
          "fields.n.aggregate-function",
          "fields.default-aggregate-function",
          "fields.n.ignore-retract",
          "fields.name.list-agg-delimiter",
          "fields.arr.distinct",
          "partial-update.remove-record-on-delete"
        }) {
      assertRefused(
          message(
              option,
              "n",
              "merge engine "
                  + engine.option()
                  + " does not use it; leave it out, or use merge engine partial-update"),
          engine,
          option,
          "n");
    }
    assertRefused(message("fields.n.what", "n", UNKNOWN), engine, "fields.n.what", "n");
    assertRefused(
        message("ignore-delete", "TRUE", "use true or false"), engine, "ignore-delete", "TRUE");
  }

  @Test
  void checksTheSequenceField() {
    assertSequenceRefused("x", "there is no column 'x'; name one of " + LIST);
    assertSequenceRefused("ts,id", keyColumn("id"));
    assertSequenceRefused("pic", "blob column 'pic' has no order; name another column");
    assertSequenceRefused("imgs", "blob column 'imgs' has no order; name another column");
    assertSequenceRefused(
        "m", "values of type MAP<STRING, INT> have no order; name another column");
    assertSequenceRefused(" ,", "it names no column; name at least one");
    assertRefused(
        message(
            "sequence.field",
            "ts",
            "merge engine first-row keeps the row that was written first; leave it out"),
        MergeEngine.FIRST_ROW,
        "sequence.field",
        "ts");
  }

  private static void assertSequenceRefused(String value, String reason) {
    assertRefused(
        message("sequence.field", value, reason), MergeEngine.DEDUPLICATE, "sequence.field", value);
  }

  private static Arguments refusedInGroup(String column, String function, String reason) {
    return refused(
        "fields." + column + ".aggregate-function",
        function,
        reason,
        "fields.ts.sequence-group",
        column);
  }

  private static Arguments refused(String option, String value, String reason, String... more) {
    String[] properties =
        Stream.concat(Stream.of(option, value), Stream.of(more)).toArray(String[]::new);
    return Arguments.of(message(option, value, reason), properties);
  }

  private static String message(String option, String value, String reason) {
    return String.format("Cannot set '%s' = '%s' on table db.t: %s", option, value, reason);
  }

  private static String keyColumn(String name) {
    return "column '"
        + name
        + "' is a key column, which is the same in all rows of a key; leave it out";
  }

  private static String moreThanOnce(String name) {
    return "column '" + name + "' stands in sequence groups more than once; name it once";
  }

  private static String misfit(String function, String domain, String column, String type) {
    return String.format(
        "%s takes %s, and column '%s' is of type %s; choose another function",
        function, domain, column, type);
  }

  private static String blobRetraction(String column, String function) {
    return String.format(
        "retractions do not keep the payload of blob column '%s', on which %s depends; use "
            + "last_value, or set 'fields.%s.ignore-retract' = 'true' or 'ignore-delete' = 'true'",
        column, function, column);
  }

  private static void assertRefused(String message, MergeEngine engine, String... properties) {
    assertThatThrownBy(() -> options(engine, properties))
        .isInstanceOf(ValidationException.class)
        .hasMessage(message);
  }

  private static MergeOptions options(MergeEngine engine, String... properties) {
    return KeyedTable.of(engine, COLUMNS, properties).withBlobs("pic", "imgs", "thumbs").options();
  }
}
