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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.table.MergeEngine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergeOptionsTest {

  private static final String COLUMNS =
      "name STRING, n INT, d DOUBLE, f BOOLEAN, arr ARRAY<INT>, maps ARRAY<MAP<INT, INT>>, "
          + "m MAP<STRING, INT>, ts INT, ts2 INT, pic BINARY, imgs ARRAY<BINARY>, "
          + "thumbs MAP<STRING, BINARY>";

  @ParameterizedTest
  @ValueSource(
      strings = {"last_value", "last_non_null_value", "first_value", "first_non_null_value"})
  void blobsMayHaveFunctionsThatRetractionsDoNotTouch(String function) {
    for (String column : new String[] {"pic", "imgs", "thumbs"}) {
      String group = "fields.ts.sequence-group";
      String option = "fields." + column + ".aggregate-function";
      partialUpdate(group, column, option, function, "ignore-delete", "true");
      partialUpdate(
          group, column, option, function, "fields." + column + ".ignore-retract", "true");
    }
    partialUpdate("fields.pic.aggregate-function", "last_non_null_value");
    partialUpdate("fields.ts.sequence-group", "pic,imgs,thumbs");
  }

  @Test
  void passesOptionsOfOthers() {
    partialUpdate("write.format.default", "parquet", "fieldsman", "x", "partial", "y");
  }

  @Test
  void columnsForAProjectionBeginWithTheKey() {
    assertThat(options(MergeEngine.FIRST_ROW).columnsFor(Set.of("n"))).containsExactly("id", "n");
    assertThat(options(MergeEngine.DEDUPLICATE).columnsFor(Set.of())).containsExactly("id");
    assertThat(options(MergeEngine.DEDUPLICATE).columnsFor(Set.of("id", "pic")))
        .containsExactly("id", "pic");
    assertThat(options(MergeEngine.DEDUPLICATE, "sequence.field", "ts,ts2").columnsFor(Set.of("n")))
        .containsExactly("id", "n", "ts", "ts2", "_row_kind");
    assertThat(
            options(MergeEngine.PARTIAL_UPDATE, "partial-update.remove-record-on-delete", "true")
                .columnsFor(Set.of("n")))
        .containsExactly("id", "n", "_row_kind");
  }

  @Test
  void columnsForAGroupHaveItsSequence() {
    MergeOptions options =
        partialUpdate(
            "fields.ts,ts2.sequence-group",
            "name,pic",
            "fields.n.sequence-group",
            "d",
            "fields.d.aggregate-function",
            "sum");
    assertThat(options.columnsFor(Set.of("pic")))
        .containsExactly("id", "pic", "ts", "ts2", "_row_kind");
    assertThat(options.columnsFor(Set.of("ts2"))).containsExactly("id", "ts2", "ts", "_row_kind");
    assertThat(options.columnsFor(Set.of("d"))).containsExactly("id", "d", "n", "_row_kind");
    assertThat(options.columnsFor(Set.of("f"))).containsExactly("id", "f", "_row_kind");
  }

  @Test
  void missingColumnsAreNamed() {
    StructType rowType = StructType.fromDDL("id INT, n INT");
    for (MergeOptions options :
        List.of(
            partialUpdate("fields.ts.sequence-group", "n"),
            options(MergeEngine.DEDUPLICATE, "sequence.field", "n,ts"))) {
      assertThatThrownBy(() -> options.function(rowType))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Cannot merge rows of table db.t: column 'ts' is not among those read");
    }
  }

  @Test
  void deduplicateStoresRetractions() {
    assertRetractions(options(MergeEngine.DEDUPLICATE), Retractions.STORE, "");
    assertRetractions(
        options(MergeEngine.DEDUPLICATE, "ignore-delete", "true"), Retractions.IGNORE, "");
  }

  @Test
  void firstRowRefusesRetractions() {
    assertRetractions(
        options(MergeEngine.FIRST_ROW),
        Retractions.REFUSE,
        "merge engine first-row keeps the earliest row of a key; set 'ignore-delete' = 'true' "
            + "to skip deletions");
    assertRetractions(
        options(MergeEngine.FIRST_ROW, "ignore-delete", "true"), Retractions.IGNORE, "");
  }

  @Test
  void partialUpdateStoresRetractionsThatItUnderstands() {
    assertRetractions(
        partialUpdate(),
        Retractions.REFUSE,
        "merge engine partial-update cannot tell what a deletion takes back; set "
            + "'partial-update.remove-record-on-delete' = 'true' to remove the row, "
            + "'ignore-delete' = 'true' to skip deletions, or define sequence groups");
    assertRetractions(partialUpdate("ignore-delete", "true"), Retractions.IGNORE, "");
    assertRetractions(
        partialUpdate("partial-update.remove-record-on-delete", "true"), Retractions.STORE, "");
    String[] sum = {"fields.ts.sequence-group", "n,d", "fields.d.aggregate-function", "sum"};
    assertRetractions(partialUpdate(sum), Retractions.STORE, "");
  }

  @Test
  void partialUpdateRefusesRetractionsThatMergingCouldNotObey() {
    String[] max = {"fields.ts.sequence-group", "n,d", "fields.d.aggregate-function", "max"};
    assertRetractions(
        partialUpdate(max),
        Retractions.REFUSE,
        "function max of column 'd' cannot take a value back; set 'fields.d.ignore-retract' = "
            + "'true' to keep the value");
    assertRetractions(
        partialUpdate(
            "fields.ts.sequence-group",
            "d",
            "fields.d.aggregate-function",
            "max",
            "fields.d.ignore-retract",
            "true"),
        Retractions.STORE,
        "");
  }

  private static void assertRetractions(
      MergeOptions options, Retractions expected, String refusal) {
    assertThat(options.retractions()).isEqualTo(expected);
    assertThat(options.refusal()).isEqualTo(refusal);
  }

  @Test
  void travelsToExecutors() throws IOException, ClassNotFoundException {
    MergeOptions options =
        partialUpdate(
            "fields.ts.sequence-group",
            "n",
            "fields.n.aggregate-function",
            "sum",
            "fields.n.ignore-retract",
            "true");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(options);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      MergeOptions read = (MergeOptions) in.readObject();
      assertThat(read.columnsFor(Set.of("n"))).containsExactly("id", "n", "ts", "_row_kind");
      assertThat(read.retractions()).isEqualTo(Retractions.STORE);
    }
  }

  private static MergeOptions partialUpdate(String... properties) {
    return options(MergeEngine.PARTIAL_UPDATE, properties);
  }

  private static MergeOptions options(MergeEngine engine, String... properties) {
    return KeyedTable.of(engine, COLUMNS, properties).withBlobs("pic", "imgs", "thumbs").options();
  }
}
