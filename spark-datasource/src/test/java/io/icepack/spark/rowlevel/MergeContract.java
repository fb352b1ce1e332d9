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
package io.icepack.spark.rowlevel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.testing.StorageProbe;
import java.util.List;
import org.junit.jupiter.api.Test;

/** MERGE INTO. */
abstract class MergeContract extends RowLevelContract {

  @Test
  void setsLabelsWithoutMovingBytes() {
    String table = media("");
    List<List<Object>> before = descriptors(table);
    runWithoutPayloads(
        "MERGE INTO %s t USING (SELECT * FROM VALUES (1, 'x'), (4, 'y'), (9, 'z') AS s(id, name)) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET name = s.name",
        table);
    assertThat(descriptors(table)).isEqualTo(before);
    assertThat(sql("SELECT id, name, pic FROM %s ORDER BY id", table))
        .containsExactly(
            row(1, "x", "AAAA"), row(2, "b", null), row(3, "c", ""), row(4, "y", "BBBBBBBB"));
    assertSidecars(table);
  }

  @Test
  void changesOnlyTheCellsOfTheClauseThatMatches() {
    String table = media("");
    List<List<Object>> before = descriptors(table);
    sql(
        "MERGE INTO %s t USING (SELECT * FROM VALUES (1, X'11'), (4, X'44') AS s(id, b)) s ON t.id = s.id "
            + "WHEN MATCHED AND s.id = 1 THEN UPDATE SET pic = s.b "
            + "WHEN MATCHED THEN UPDATE SET thumb = s.b",
        table);
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(2);
    assertThat(rowsOf(table))
        .hasToString(
            "[[1, a, 11, 01, [01, null, ], {k=01}], [2, b, null, null, [], {}], "
                + "[3, c, , null, null, null], [4, d, BBBBBBBB, 44, [02, 0203], {z=03}]]");
    assertThat(sql("SELECT _blobs.thumb, _blobs.imgs FROM %s WHERE id = 1", table).get(0))
        .isEqualTo(((List<?>) before.get(0).get(1)).subList(1, 3));
  }

  @Test
  void looksInsideInEveryClause() {
    String table = media("");
    sql(
        "MERGE INTO %s t USING (SELECT * FROM VALUES (X'AAAA', 1), (X'BBBBBBBB', 2), (X'CC', 3) AS s(pic, n)) s "
            + "ON t.pic = s.pic "
            + "WHEN MATCHED AND length(t.pic) > 3 THEN DELETE "
            + "WHEN MATCHED AND t.thumb = X'01' THEN UPDATE SET name = hex(t.pic), "
            + "thumb = concat(t.thumb, s.pic) "
            + "WHEN NOT MATCHED AND s.n = 3 THEN INSERT (id, pic, imgs) VALUES (9, s.pic, array(s.pic)) "
            + "WHEN NOT MATCHED BY SOURCE AND t.pic = X'' THEN UPDATE SET name = 'empty', pic = t.thumb "
            + "WHEN NOT MATCHED BY SOURCE THEN UPDATE SET name = 'orphan'",
        table);
    assertThat(sql("SELECT id, name, pic, thumb, imgs FROM %s ORDER BY id", table))
        .containsExactly(
            row(1, "AAAA", "AAAA", "01AAAA", row("01", null, "")),
            row(2, "orphan", null, null, row()),
            row(3, "empty", null, null, null),
            row(9, null, "CC", null, row("CC")));
    assertSidecars(table);
  }

  @Test
  void assignsAllColumns() {
    String table = media("");
    String source = media("");
    sql("UPDATE %s SET pic = concat(coalesce(pic, X''), X'55'), imgs = array(X'56')", source);
    sql("INSERT INTO %s (id, pic) VALUES (7, X'77')", source);
    sql("DELETE FROM %s WHERE id = 3", source);
    sql(
        "MERGE INTO %s t USING %s s ON t.id = s.id WHEN MATCHED THEN UPDATE SET * "
            + "WHEN NOT MATCHED THEN INSERT *",
        table, source);
    assertThat(rowsOf(table))
        .hasToString(
            "[[1, a, AAAA55, 01, [56], {k=01}], [2, b, 55, null, [56], {}], "
                + "[3, c, , null, null, null], [4, d, BBBBBBBB55, 04, [56], {z=03}], "
                + "[7, null, 77, null, null, null]]");
    sql("DROP TABLE %s", source);
    assertThat(sql("SELECT pic FROM %s WHERE id = 7", table)).containsExactly(row("77"));
    assertThat(sql("SELECT count(DISTINCT imgs) FROM %s WHERE id <> 3", table))
        .containsExactly(row(1L));
  }

  @Test
  void mergesATableIntoItself() {
    String table = media("");
    sql(
        "MERGE INTO %s t USING %s s ON t.id = s.id + 1 "
            + "WHEN MATCHED AND s.pic IS NOT NULL THEN UPDATE SET pic = s.pic, name = hex(t.pic) "
            + "WHEN NOT MATCHED THEN INSERT (id, pic) VALUES (s.id + 1, s.pic) "
            + "WHEN NOT MATCHED BY SOURCE THEN UPDATE SET thumb = t.pic",
        table, table);
    assertThat(sql("SELECT id, name, pic, thumb FROM %s ORDER BY id", table))
        .containsExactly(
            row(1, "a", "AAAA", "AAAA"),
            row(2, null, "AAAA", null),
            row(3, "c", "", null),
            row(4, "BBBBBBBB", "", "04"),
            row(5, null, "BBBBBBBB", null));
    assertSidecars(table);
  }

  @Test
  void passesValuesOfTheTargetOn() {
    String table = media("");
    runWithoutPayloads(
        "MERGE INTO %s t USING (SELECT * FROM VALUES (1), (4) AS s(id)) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET "
            + "t.pic = CASE WHEN s.id = 1 THEN t.thumb ELSE t.pic END, "
            + "t.thumb = coalesce(t.pic, t.thumb), t.imgs = if(t.id = 1, NULL, t.imgs)",
        table);
    assertThat(sql("SELECT id, pic, thumb, imgs FROM %s WHERE id IN (1, 4) ORDER BY id", table))
        .containsExactly(
            row(1, "01", "AAAA", null), row(4, "BBBBBBBB", "BBBBBBBB", row("02", "0203")));
  }

  @Test
  void insertsOnly() {
    String table = media("");
    runWithoutPayloads(
        "MERGE INTO %s t USING (SELECT * FROM VALUES (4, 'x'), (9, 'y') AS s(id, name)) s ON t.id = s.id "
            + "WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.id, s.name)",
        table);
    sql(
        "MERGE INTO %s t USING (SELECT * FROM VALUES (9, X'99'), (10, X'') AS s(id, pic)) s ON t.id = s.id "
            + "WHEN NOT MATCHED THEN INSERT (id, pic) VALUES (s.id, s.pic)",
        table);
    sql(
        "MERGE INTO %s t USING (SELECT * FROM VALUES (11, X'99') AS s(id, pic)) s ON false "
            + "WHEN NOT MATCHED THEN INSERT (id, pic) VALUES (s.id, s.pic)",
        table);
    assertThat(sql("SELECT id, name, pic FROM %s WHERE id > 4 ORDER BY id", table))
        .containsExactly(row(9, "y", null), row(10, null, ""), row(11, null, "99"));
    assertThat(sql("SELECT count(*) FROM %s.delete_files", table)).containsExactly(row(0L));
  }

  @Test
  void deletesOnly() {
    String table = media("");
    List<List<Object>> before = descriptors(table);
    runWithoutPayloads(
        "MERGE INTO %s t USING (SELECT * FROM VALUES (2), (3) AS s(id)) s ON t.id = s.id WHEN MATCHED THEN DELETE",
        table);
    assertThat(descriptors(table)).containsExactly(before.get(0), before.get(3));
    assertThat(sql("SELECT count(*) FROM %s.data_files", table)).containsExactly(row(1L));
  }

  @Test
  void refusesTwoSourceRowsForOneTargetRow() {
    String table = media("");
    List<List<Object>> before = rowsOf(table);
    int files = files(table).all().size();
    assertThatThrownBy(
            () ->
                sql(
                    "MERGE INTO %s t USING (SELECT * FROM VALUES (1, X'11'), (1, X'12') AS s(id, pic)) s "
                        + "ON t.id = s.id WHEN MATCHED THEN UPDATE SET pic = s.pic",
                    table))
        .hasStackTraceContaining("MERGE_CARDINALITY_VIOLATION");
    assertThat(rowsOf(table)).isEqualTo(before);
    assertThat(files(table).all()).hasSize(files);
  }

  @Test
  void keepsLineageAndGivesNewOnes() {
    String table = media("");
    List<List<Object>> before = sql("SELECT id, _row_id FROM %s ORDER BY id", table);
    sql(
        "MERGE INTO %s t USING (SELECT * FROM VALUES (1), (9) AS s(id)) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET name = 'x' WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)",
        table);
    List<List<Object>> after = sql("SELECT id, _row_id FROM %s ORDER BY id", table);
    assertThat(after.subList(0, 4)).isEqualTo(before);
    assertThat((long) after.get(4).get(1)).isGreaterThan(3L);
  }

  @Test
  void mergesPartitionsAndReportsCounts() {
    String table = media("PARTITIONED BY (truncate(1, name))");
    sql(
        "MERGE INTO %s t USING (SELECT id, name, pic FROM %s) s ON t.id = s.id "
            + "WHEN MATCHED AND t.id = 1 THEN DELETE "
            + "WHEN MATCHED AND t.id = 2 THEN UPDATE SET name = 'zz', pic = X'22' "
            + "WHEN NOT MATCHED THEN INSERT (id, name, pic) VALUES (s.id, s.name, s.pic)",
        table, table);
    assertThat(sql("SELECT id, name, pic FROM %s ORDER BY id", table))
        .containsExactly(row(2, "zz", "22"), row(3, "c", ""), row(4, "d", "BBBBBBBB"));
    assertThat(iceberg(table).currentSnapshot().summary())
        .containsEntry("spark.merge-into.num-target-rows-deleted", "1")
        .containsEntry("spark.merge-into.num-target-rows-updated", "1")
        .containsEntry("spark.merge-into.num-target-rows-inserted", "0");
  }
}
