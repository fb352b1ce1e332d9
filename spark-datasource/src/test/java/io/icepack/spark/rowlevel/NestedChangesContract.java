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

import io.icepack.spark.testing.StorageProbe;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Changes of rows with struct-shaped and nested blobs. */
abstract class NestedChangesContract extends RowLevelContract {

  private static final String BLOB = "STRUCT<data: BINARY, uri: STRING>";

  private String nested() {
    String table =
        create(
            "(id INT, a %s, b %s, meta STRUCT<name: STRING, pic: BINARY, deep: STRUCT<n: INT, pic: "
                    .formatted(BLOB, BLOB)
                + "%s>>, items ARRAY<STRUCT<label: STRING, pic: BINARY>>) TBLPROPERTIES ("
                    .formatted(BLOB)
                + "'blob-field'='a,b,meta.pic,meta.deep.pic,items.element.pic')");
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES "
            + "(1, %s, %s, named_struct('name', 'a', 'pic', X'03', 'deep', named_struct('n', 1, "
            + "'pic', %s)), array(named_struct('label', 'x', 'pic', X'05'), NULL)), "
            + "(2, NULL, %s, NULL, array()), "
            + "(3, %s, NULL, named_struct('name', 'c', 'pic', NULL, 'deep', NULL), NULL)",
        table, value("01"), value("0202"), value("0404"), value(""), value("0606"));
    StorageProbe.reset();
    return table;
  }

  private static String value(String hex) {
    return "named_struct('data', X'%s', 'uri', CAST(NULL AS STRING))".formatted(hex);
  }

  private static List<Object> blob(String hex) {
    return row(hex, null);
  }

  @Test
  void changesOfPlainFieldsMoveNoPayload() {
    String table = nested();
    List<List<Object>> descriptors = descriptors(table);
    List<List<Object>> rows = rowsOf(table);
    runWithoutPayloads("UPDATE %s SET meta.name = 'z' WHERE meta.name = 'a'", table);
    runWithoutPayloads("UPDATE %s SET meta.deep.n = 9, id = id + 0 WHERE id = 1", table);
    runWithoutPayloads("UPDATE %s SET id = id WHERE meta.deep.pic IS NULL", table);
    runWithoutPayloads(
        "MERGE INTO %s t USING (SELECT 3 AS id, 'd' AS name) s ON t.id = s.id WHEN MATCHED THEN "
            + "UPDATE SET meta.name = s.name",
        table);
    assertThat(descriptors(table)).isEqualTo(descriptors);
    assertThat(rowsOf(table).get(0))
        .isEqualTo(
            row(
                1,
                blob("01"),
                blob("0202"),
                row("z", "03", row(9, blob("0404"))),
                rows.get(0).get(4)));
    assertThat(rowsOf(table).get(1)).isEqualTo(rows.get(1));
    assertThat(rowsOf(table).get(2))
        .isEqualTo(row(3, blob("0606"), null, row("d", null, null), null));
  }

  @Test
  void assignedValuesAreStored() {
    String table = nested();
    List<List<Object>> before = descriptors(table);
    sql("UPDATE %s SET meta.pic = X'0707' WHERE id = 1", table);
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(2);
    assertThat(sql("SELECT _blobs.meta.deep, _blobs.items, _blobs.a FROM %s WHERE id = 1", table))
        .isEqualTo(
            List.of(
                row(
                    ((List<?>) ((List<?>) before.get(0).get(1)).get(2)).get(1),
                    ((List<?>) before.get(0).get(1)).get(3),
                    ((List<?>) before.get(0).get(1)).get(0))));
    StorageProbe.reset();
    sql("UPDATE %s SET a = b, b = a WHERE id = 1", table);
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
    assertThat(sql("SELECT a, b, meta.pic FROM %s WHERE id = 1", table))
        .containsExactly(row(blob("0202"), blob("01"), "0707"));
    sql(
        "UPDATE %s SET items = array(named_struct('label', 'n', 'pic', meta.deep.pic.data), "
            + "items[0]) WHERE meta.pic = X'0707'",
        table);
    assertThat(sql("SELECT items FROM %s WHERE id = 1", table))
        .containsExactly(row(List.of(row("n", "0404"), row("x", "05"))));
    sql("UPDATE %s SET a = %s WHERE a.data = X'0606'", table, value("08"));
    assertThat(sql("SELECT a FROM %s WHERE id = 3", table)).containsExactly(row(blob("08")));
  }

  @Test
  void fieldsAreFoundUnderAnySpelling() {
    String table = nested();
    List<List<Object>> descriptors = descriptors(table);
    runWithoutPayloads(
        "UPDATE %s SET META.NAME = 'z' WHERE Meta.Deep.Pic IS NULL AND id = 3", table);
    assertThat(descriptors(table)).isEqualTo(descriptors);
    sql("UPDATE %s SET Meta.Name = hex(META.PIC) WHERE ID = 1", table);
    sql("UPDATE %s SET META.Pic = A.DATA WHERE meta.DEEP.pic.Data = X'0404'", table);
    assertThat(sql("SELECT meta.name, meta.pic FROM %s WHERE id = 1", table))
        .containsExactly(row("03", "01"));
    sql("UPDATE %s SET A = meta.DEEP.PIC WHERE get(ITEMS.Label, 0) = 'x'", table);
    sql("UPDATE %s SET META.Name = hex(get(Items.PIC, 0)), B = A WHERE id = 1", table);
    assertThat(sql("SELECT A, b, Meta.Name, get(ITEMS.Pic, 0) FROM %s WHERE id = 1", table))
        .containsExactly(row(blob("0404"), blob("0404"), "05", "05"));
  }

  @Test
  void structsOfOneTypeWithOtherBlobsMix() {
    String type = "STRUCT<n: STRING, pic: BINARY, raw: BINARY>";
    String table =
        create(
            "(id INT, x %s, y %s, xs ARRAY<%s>, ys ARRAY<%s>) TBLPROPERTIES "
                    .formatted(type, type, type, type)
                + "('blob-field'='x.pic, y.raw, xs.element.raw, ys.element.pic')");
    String value = "named_struct('n', '%s', 'pic', X'%s', 'raw', X'%s')";
    String values = "(%d, %s, %s, %s, array(%s))";
    String x = value.formatted("x", "01", "02");
    String y = value.formatted("y", "03", "04");
    sql(
        "INSERT INTO %s VALUES %s, %s",
        table,
        values.formatted(1, x, y, "array(" + x + ")", y),
        values.formatted(2, x, "NULL", "NULL", y));
    List<List<Object>> descriptors = descriptors(table);
    runWithoutPayloads("UPDATE %s SET x.n = 'a', y.n = 'b' WHERE id = 1", table);
    runWithoutPayloads(
        "MERGE INTO %s t USING (SELECT 1 AS id) s ON t.id = s.id "
            + "WHEN MATCHED AND t.y.n = 'z' THEN UPDATE SET x.n = 'c' "
            + "WHEN MATCHED THEN UPDATE SET y.n = 'd'",
        table);
    assertThat(descriptors(table)).isEqualTo(descriptors);
    sql("UPDATE %s SET y = if(id = 1, y, x), ys = coalesce(xs, ys)", table);
    List<Object> a = row("a", "01", "02");
    List<Object> b = row("x", "01", "02");
    List<Object> d = row("d", "03", "04");
    List<Object> e = row("y", "03", "04");
    assertThat(rowsOf(table))
        .containsExactly(row(1, a, d, List.of(b), List.of(b)), row(2, b, b, null, List.of(e)));
    sql(
        "MERGE INTO %s t USING (SELECT 1 AS id) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET x = t.y, y = t.x, xs = t.ys "
            + "WHEN NOT MATCHED BY SOURCE THEN UPDATE SET x = named_struct('n', 'f', 'pic', "
            + "t.y.raw, 'raw', t.x.pic), y = if(id = 2, named_struct('n', 'g', 'pic', t.x.pic, "
            + "'raw', t.y.raw), t.x)",
        table);
    assertThat(rowsOf(table))
        .containsExactly(
            row(1, d, a, List.of(b), List.of(b)),
            row(2, row("f", "02", "01"), row("g", "01", "02"), null, List.of(e)));
  }

  @Test
  void rowsAreDeletedAndMerged() {
    String table = nested();
    sql("DELETE FROM %s WHERE meta.name = 'c'", table);
    assertThat(StorageProbe.payloadReads()).isZero();
    sql("DELETE FROM %s WHERE b.data = X''", table);
    assertThat(sql("SELECT id FROM %s", table)).containsExactly(row(1));
    sql(
        "MERGE INTO %s t USING (SELECT id, a, meta, items FROM %s UNION ALL SELECT 5, %s, NULL, "
            + "array(named_struct('label', 'y', 'pic', X'09'))) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET b = s.a, meta = s.meta "
            + "WHEN NOT MATCHED THEN INSERT (id, a, items) VALUES (s.id, s.a, s.items)",
        table, table, value("0A"));
    assertThat(rowsOf(table))
        .containsExactly(
            row(
                1,
                blob("01"),
                blob("01"),
                row("a", "03", row(1, blob("0404"))),
                Arrays.asList(row("x", "05"), null)),
            row(5, blob("0A"), null, null, List.of(row("y", "09"))));
  }
}
