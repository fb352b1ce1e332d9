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
package io.icepack.spark.logical;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.TableFiles;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Blobs within structs and arrays. */
class NestedTest extends LogicalTest {

  private static final String COLUMNS =
      "(id INT, meta STRUCT<name: STRING, pic: BINARY COMMENT '__BLOB_FIELD', deep: STRUCT<n: INT, "
          + "pics: ARRAY<BINARY>>>, items ARRAY<STRUCT<label: STRING, pic: "
          + MINIMAL
          + ">>) TBLPROPERTIES ('blob-field'='META.deep.pics.element, items.element.pic')";

  private String filled() {
    String table = create(COLUMNS);
    sql(
        "INSERT INTO %s VALUES (1, named_struct('name', 'a', 'pic', X'AA', 'deep', named_struct('n', "
            + "7, 'pics', array(X'01', NULL, X''))), array(named_struct('label', 'x', 'pic', "
            + "named_struct('data', X'BB', 'uri', NULL)), NULL, named_struct('label', 'y', 'pic', "
            + "NULL))), (2, NULL, array()), (3, named_struct('name', 'c', 'pic', NULL, 'deep', NULL), "
            + "NULL)",
        table);
    StorageProbe.reset();
    return table;
  }

  private static final List<Object> FIRST =
      row(
          1,
          row("a", "AA", row(7, Arrays.asList("01", null, ""))),
          Arrays.asList(row("x", row("BB", null)), null, row("y", null)));
  private static final List<Object> SECOND = row(2, null, List.of());
  private static final List<Object> THIRD = row(3, row("c", null, null), null);

  @Test
  void areWrittenAndRead() {
    String table = filled();
    assertThat(sql("SELECT * FROM %s ORDER BY id", table)).containsExactly(FIRST, SECOND, THIRD);
    assertThat(sql("SHOW TBLPROPERTIES %s ('blob-field')", table))
        .containsExactly(row("blob-field", "meta.pic,meta.deep.pics,items.element.pic"));
    assertThat((String) scalar("SHOW CREATE TABLE %s", table))
        .contains(
            "meta STRUCT<name: STRING, pic: BINARY, deep: STRUCT<n: INT, pics: ARRAY<BINARY>>>",
            "items ARRAY<STRUCT<label: STRING, pic: STRUCT<data: BINARY, uri: STRING>>>");
    assertThat(iceberg(table).schema().findField("meta.pic.blob_uri")).isNotNull();
  }

  @Test
  void areNotReadForWhatIsBesideThem() {
    String table = filled();
    assertThat(
            sql(
                "SELECT id, meta.name, items.label, _blobs.meta.pic.size, "
                    + "_blobs.meta.deep.pics.size, _blobs.items.pic.kind FROM %s ORDER BY id",
                table))
        .containsExactly(
            row(
                1,
                "a",
                Arrays.asList("x", null, "y"),
                1L,
                Arrays.asList(1L, null, 0L),
                Arrays.asList(4, null, null)),
            row(2, null, List.of(), null, null, List.of()),
            row(3, "c", null, null, null, null));
    assertThat(sql("SELECT id FROM %s WHERE meta.name = 'a' AND _blobs.meta.pic.size = 1", table))
        .containsExactly(row(1));
    assertThat(sql("SELECT id FROM %s WHERE meta IS NULL", table)).containsExactly(row(2));
    assertThat(sql("SELECT meta.name FROM %s WHERE items IS NOT NULL ORDER BY id", table))
        .containsExactly(row("a"), row((Object) null));
    assertThat(sql("SELECT id FROM %s WHERE meta.pic IS NULL ORDER BY id", table))
        .containsExactly(row(2), row(3));
    assertThat(sql("SELECT id FROM %s WHERE meta.deep.pics IS NOT NULL", table))
        .containsExactly(row(1));
    assertThat(StorageProbe.payloadReads()).isZero();
    assertThat(sql("SELECT meta.pic FROM %s WHERE meta.name = 'a'", table))
        .containsExactly(row("AA"));
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(1);
  }

  @Test
  void doNotDisplaceFieldsThatAreReadWithoutThem() {
    String table =
        create(
            "(id INT, s STRUCT<pic: BINARY COMMENT '__BLOB_FIELD', u: STRUCT<x: INT, y: INT>, t: "
                + "STRUCT<pic: BINARY COMMENT '__BLOB_FIELD', n: INT>, l: ARRAY<STRUCT<x: INT, "
                + "pic: BINARY COMMENT '__BLOB_FIELD', y: INT>>>)");
    sql(
        "INSERT INTO %s VALUES (1, named_struct('pic', X'01', 'u', named_struct('x', 1, 'y', 2), "
            + "'t', named_struct('pic', X'02', 'n', 3), 'l', array(named_struct('x', 4, 'pic', "
            + "X'05', 'y', 6))))",
        table);
    for (String filter : List.of("s.pic = X'01'", "s.t.pic IS NOT NULL", "s.l IS NOT NULL")) {
      assertThat(sql("SELECT s.u.y, s.t.n, s.l.y FROM %s WHERE %s", table, filter))
          .as(filter)
          .containsExactly(row(2, 3, List.of(6)));
    }
    assertThat(sql("SELECT s.u.y, _blobs.s.l.pic.size, s.l.y, s.t.n FROM %s", table))
        .containsExactly(row(2, List.of(1L), List.of(6), 3));
  }

  @Test
  void areReferencedAndReadAsDescriptors() throws IOException {
    String table = filled();
    String object = object("nested", 1, 2, 3);
    sql(
        "ALTER TABLE %s SET TBLPROPERTIES ('blob.external.mode'='reference', 'blob.base.1'='%s', "
            + "'blob-as-descriptor'='true')",
        table, uri(""));
    sql(
        "INSERT INTO %s (id, items) VALUES (4, array(named_struct('label', 'z', 'pic', %s)))",
        table, part(object, 1, 2));
    assertThat(sql("SELECT items.pic FROM %s WHERE id = 4", table))
        .containsExactly(row(List.of(row(null, object, 1L, 2L))));
    assertThat(
            sql(
                "SELECT items[0].pic.data FROM %s WITH (`blob-as-descriptor`='false') "
                    + "WHERE id = 4",
                table))
        .containsExactly(row("0203"));
    sql("INSERT INTO %s SELECT id + 10, meta, items FROM %s WHERE id = 3", table, table);
    assertFails(
        "INSERT INTO %s (id, items) VALUES (4, array(NULL, named_struct('label', 'z', 'pic', named_struct('data', X'AA', 'uri', 'x:///y'))))"
            .formatted(table),
        "Cannot write column items.element.pic of table %s: in row 1 of task 0, data of 1 bytes and uri 'x:///y' are both set; a value has either data, or a uri with position and size or without both"
            .formatted(table));
  }

  @Test
  void evolve() {
    String table = filled();
    sql("ALTER TABLE %s RENAME COLUMN meta.pic TO image", table);
    sql(
        "ALTER TABLE %s ADD COLUMN items.element.thumb %s COMMENT '__BLOB_FIELD; t'",
        table, COMPLETE);
    sql("ALTER TABLE %s DROP COLUMN meta.deep", table);
    assertThat(sql("SHOW TBLPROPERTIES %s ('blob-field')", table))
        .containsExactly(row("blob-field", "meta.image,items.element.pic,items.element.thumb"));
    sql("ALTER TABLE %s ADD COLUMN meta.deep STRUCT<pics: ARRAY<BINARY>>", table);
    assertThat(sql("SELECT meta, items.thumb FROM %s WHERE id = 1", table))
        .containsExactly(row(row("a", "AA", null), Arrays.asList(null, null, null)));
    assertFails(
        "ALTER TABLE %s ALTER COLUMN meta.image TYPE STRING".formatted(table),
        "Cannot change column meta.image of table %s to STRING: it is a BLOB; add another column "
                .formatted(table)
            + "instead");
    assertThat(files(table).dataFiles())
        .flatMap(file -> TableFiles.references(file.toString()))
        .hasSize(2);
  }
}
