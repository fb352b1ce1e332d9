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
package io.icepack.spark.descriptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Descriptor columns of primary-key tables under each merge engine. */
class DescriptorMergeEngineTest extends DescriptorTest {

  private static final String COLUMNS =
      "(id INT, name STRING, content "
          + DESCRIPTOR
          + ", ts INT, PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES ";

  private String red;
  private String green;
  private String gone;
  private String redWhole;
  private String greenEnd;

  @BeforeAll
  void createObjects() {
    red = object("red.blob", "FF0000");
    green = object("green.blob", "00FF00");
    gone = red.replace("red", "gone");
    redWhole = literal(red, 0, -1);
    greenEnd = literal(green, 1, 2);
  }

  private List<List<Object>> rowsOf(String table) {
    return sql("SELECT * FROM %s ORDER BY id", table);
  }

  /** Objects of losing rows are not looked for. */
  @Test
  void keepsTheNewestDescriptor() {
    String table = create(COLUMNS + "('merge-engine'='deduplicate')");
    sql(
        "INSERT INTO %s VALUES (1, 'a', %s, 1), (2, 'b', %s, 1)",
        table, literal(gone, 0, 1), redWhole);
    sql("INSERT INTO %s VALUES (1, 'c', %s, 2), (3, 'd', NULL, 1)", table, greenEnd);
    StorageProbe.reset();
    assertThat(rowsOf(table))
        .containsExactly(row(1, "c", "FF00", 2), row(2, "b", "FF0000", 1), row(3, "d", null, 1));
    assertThat(StorageProbe.count(Operation.OPEN, "gone")).isZero();
    assertThat(sql("SELECT id, _blobs.content.uri FROM %s WHERE content IS NOT NULL", table))
        .containsExactlyInAnyOrder(row(1, green), row(2, red));
    assertThat(stored(table, "content").get(0)).isEqualTo(row(1, hex(green, 1, 2)));
    assertThat(sql("SELECT content FROM %s ORDER BY id", stock(table)))
        .containsExactly(row(hex(green, 1, 2)), row(hex(red, 0, -1)), row((Object) null));
    assertThat(sql("SELECT count(*) FROM %s", table)).containsExactly(row(3L));
    assertThat(files(table).packs()).isEmpty();
    assertThat(files(table).sidecars()).isEmpty();
  }

  @Test
  void keepsTheFirstDescriptor() {
    String table = create(COLUMNS + "('merge-engine'='first-row', 'ignore-delete'='true')");
    sql("INSERT INTO %s VALUES (1, 'a', %s, 1), (1, 'b', %s, 1)", table, redWhole, greenEnd);
    sql("INSERT INTO %s VALUES (1, 'c', %s, 2), (2, 'd', %s, 1)", table, greenEnd, greenEnd);
    sql("INSERT INTO %s.row_kind_op VALUES (2, 'e', %s, 9, '-D')", table, greenEnd);
    assertThat(rowsOf(table)).containsExactly(row(1, "a", "FF0000", 1), row(2, "d", "FF00", 1));
  }

  @Test
  void updatesDescriptorsInSequenceGroups() {
    String table =
        create(
            COLUMNS
                + "('merge-engine'='partial-update', 'fields.ts.sequence-group'='name,content')");
    sql("INSERT INTO %s VALUES (1, 'a', %s, 2), (2, 'a', %s, 2)", table, redWhole, redWhole);
    sql("INSERT INTO %s VALUES (1, 'b', %s, 1), (2, 'b', %s, 3)", table, greenEnd, greenEnd);
    assertThat(rowsOf(table)).containsExactly(row(1, "a", "FF0000", 2), row(2, "b", "FF00", 3));
    sql("INSERT INTO %s VALUES (1, 'c', NULL, 2), (2, 'c', NULL, NULL)", table);
    assertThat(rowsOf(table)).containsExactly(row(1, "c", null, 2), row(2, "b", "FF00", 3));
    sql("UPDATE %s SET name = 'u' WHERE id = 2", table);
    assertThat(rowsOf(table)).containsExactly(row(1, "c", null, 2), row(2, "u", "FF00", 3));
    sql("INSERT INTO %s.row_kind_op VALUES (2, 'u', %s, 4, '-D')", table, greenEnd);
    assertThat(sql("SELECT id, content, ts FROM %s WHERE id = 2", table))
        .containsExactly(row(2, null, 4));
  }

  /** Retractions keep descriptors, so functions that look at them need no more than for others. */
  @Test
  void aggregatesDescriptors() {
    String table =
        create(
            COLUMNS
                + "('merge-engine'='partial-update', 'fields.ts.sequence-group'='name,content', "
                + "'fields.content.aggregate-function'='last_non_null_value')");
    sql("INSERT INTO %s VALUES (1, 'a', %s, 1), (2, 'a', %s, 1)", table, redWhole, redWhole);
    sql("INSERT INTO %s VALUES (1, 'b', NULL, 2), (2, 'b', %s, 2)", table, greenEnd);
    assertThat(rowsOf(table)).containsExactly(row(1, "b", "FF0000", 2), row(2, "b", "FF00", 2));
    sql(
        "INSERT INTO %s.row_kind_op VALUES (1, 'b', NULL, 3, '-D'), (2, 'b', %s, 3, '-D')",
        table, greenEnd);
    assertThat(sql("SELECT id, content FROM %s ORDER BY id", table))
        .containsExactly(row(1, "FF0000"), row(2, null));
    assertFails(
        "CREATE TABLE lake.db.refused "
            + COLUMNS.replace("__BLOB_DESCRIPTOR_FIELD", "__BLOB_FIELD")
            + "('merge-engine'='partial-update', 'fields.ts.sequence-group'='name,content', "
            + "'fields.content.aggregate-function'='last_non_null_value')",
        "Cannot set 'fields.content.aggregate-function' = 'last_non_null_value' on table "
            + "lake.db.refused: retractions do not keep the payload of blob column 'content', on "
            + "which last_non_null_value depends; use last_value, or set "
            + "'fields.content.ignore-retract' = 'true' or 'ignore-delete' = 'true'");
  }
}
