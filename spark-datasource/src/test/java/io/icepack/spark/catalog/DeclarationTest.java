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
package io.icepack.spark.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.SparkTest;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CREATE TABLE with blob columns, and what DESCRIBE and SHOW CREATE TABLE say of it. */
class DeclarationTest extends SparkTest {

  @Test
  void keepsTextAfterTheDirective() {
    String table =
        create(
            "(id INT COMMENT 'key', a BINARY COMMENT '__BLOB_FIELD; the original; file', "
                + "b BINARY COMMENT '__BLOB_FIELD', c BINARY COMMENT '__BLOB_FIELD;', "
                + "d ARRAY<BINARY> COMMENT '  __BLOB_FIELD ;d', e BINARY COMMENT 'no __BLOB_FIELD')");
    assertThat(sql("DESCRIBE %s", table))
        .containsExactly(
            row("id", "int", "key"),
            row("a", "binary", "the original; file"),
            row("b", "binary", null),
            row("c", "binary", null),
            row("d", "array<binary>", "d"),
            row("e", "binary", "no __BLOB_FIELD"));
    assertThat(blobField(table)).isEqualTo("a,b,c,d");
  }

  @Test
  void prefersTheExactSpelling() {
    spark.conf().set("spark.sql.caseSensitive", "true");
    try {
      String table =
          create(
              "(id INT NOT NULL, ID INT NOT NULL, a BINARY, A BINARY, b BINARY) TBLPROPERTIES "
                  + "('primary-key'='ID', 'blob-field'='A,B', 'blob-descriptor-field'='a')");
      assertThat(blobField(table)).isEqualTo("A,b");
      sql("INSERT INTO %s.row_kind_k VALUES (1, 2, NULL, X'0A', X'0B', '+I')", table);
      assertThat(sql("SELECT ID, A, b FROM %s", table)).containsExactly(row(2, "0A", "0B"));
    } finally {
      spark.conf().unset("spark.sql.caseSensitive");
    }
  }

  @Test
  void takesPropertyAndDirectivesTogether() {
    String table =
        create(
            "(id INT, a BINARY COMMENT 'A', b BINARY COMMENT '__BLOB_FIELD; B', c BINARY, "
                + "`odd, name` BINARY COMMENT '__BLOB_FIELD') "
                + "TBLPROPERTIES ('blob-field'=' A , b')");
    assertThat(blobField(table)).isEqualTo("a,b,odd, name");
    assertThat(sql("DESCRIBE %s", table).subList(0, 4))
        .containsExactly(
            row("id", "int", null),
            row("a", "binary", "A"),
            row("b", "binary", "B"),
            row("c", "binary", null));
    assertThat(iceberg(table).schema().findType("c").typeId()).isEqualTo(Type.TypeID.BINARY);
    assertThat(iceberg(table).schema().findType("a").typeId()).isEqualTo(Type.TypeID.STRUCT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TINYINT",
        "SMALLINT",
        "INT",
        "BIGINT",
        "BOOLEAN",
        "DECIMAL(20, 2)",
        "DATE",
        "BINARY",
        "STRING",
        "CHAR(3)",
        "VARCHAR(9)"
      })
  void takesEveryKeyType(String key) {
    String table = create("(id INT, m MAP<" + key + ", BINARY> COMMENT '__BLOB_FIELD')");
    String literal =
        switch (key) {
          case "BOOLEAN" -> "true";
          case "DATE" -> "DATE '2026-01-31'";
          case "BINARY" -> "X'6B'";
          case "CHAR(3)", "STRING", "VARCHAR(9)" -> "'key'";
          default -> "CAST(7 AS " + key + ")";
        };
    sql("INSERT INTO %s VALUES (1, map(%s, X'AA')), (2, map())", table, literal);
    assertThat(sql("SELECT m[%s] FROM %s WHERE id = 1", literal, table)).containsExactly(row("AA"));
    assertThat(sql("SELECT _blobs.m[%s].size FROM %s WHERE id = 1", literal, table))
        .containsExactly(row(1L));
    assertThat(sql("UPDATE %s SET id = 3 WHERE m[%s] = X'AA'", table, literal)).isEmpty();
    assertThat(sql("SELECT m FROM %s WHERE id = 3", table).toString()).contains("=AA");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "USING icepack", "USING iceberg", "USING ICEPACK"})
  void meansTheSameWithAnyProvider(String using) {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD') " + using);
    assertThat(spark.sql("DESCRIBE EXTENDED " + table).collectAsList().toString())
        .contains("[Provider,icepack,]");
    assertThat(iceberg(table).properties()).doesNotContainKey("provider");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    assertThat(sql("SELECT id, pic FROM %s", table)).containsExactly(row(1, "AA"));
  }

  @Test
  void showsWhatCanBeExecutedAgain() {
    String table =
        create(
            "(id INT NOT NULL COMMENT 'it''s', pic BINARY COMMENT '__BLOB_FIELD; p', "
                + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
                + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD; by name', raw BINARY, day DATE) "
                + "PARTITIONED BY (bucket(4, id), days(day)) COMMENT 'all' "
                + "TBLPROPERTIES ('blob.target-file-size'='1 mb', 'blob.inline-threshold'='16')");
    sql("INSERT INTO %s (id, pic) VALUES (1, X'AA')", table);
    String shown = (String) scalar("SHOW CREATE TABLE %s", table);
    assertThat(shown).doesNotContain("struct", "blob_uri", "icepack.blob-field-ids");
    assertThat(shown).contains("'blob-field' = 'pic,imgs,m'", "'blob.target-file-size' = '1 mb'");

    String again = "lake.db.again";
    sql(
        shown
            .replace(table, again)
            .replaceAll("LOCATION '.*'\n", "")
            .replaceAll("'current-snapshot-id' = '.*',\n", ""));
    assertThat(describe(again)).isEqualTo(describe(table));
    assertThat(((String) scalar("SHOW CREATE TABLE %s", again)).replace(again, table))
        .isEqualTo(
            shown
                .replaceAll("'current-snapshot-id' = '.*'", "'current-snapshot-id' = 'none'")
                .replace("db/" + table.substring(8), "db/again"));
    sql("INSERT INTO %s SELECT * FROM %s", again, table);
    assertThat(sql("SELECT id, pic FROM %s", again)).containsExactly(row(1, "AA"));
  }

  @Test
  void showsLogicalTypesInMetadataColumns() {
    String table = create("(id INT, m MAP<INT, BINARY> COMMENT '__BLOB_FIELD')");
    assertThat(spark.sql("SELECT _blobs FROM " + table).schema().apply(0).dataType().sql())
        .isEqualTo(
            "STRUCT<m: MAP<INT, STRUCT<kind: INT, position: BIGINT, size: BIGINT, "
                + "blob_id: BIGINT, blob_uri: STRING, uri: STRING>>>");
    assertThat(spark.table(table).schema().sql()).isEqualTo("STRUCT<id: INT, m: MAP<INT, BINARY>>");
  }

  private List<List<Object>> describe(String table) {
    return sql("DESCRIBE %s", table);
  }

  private String blobField(String table) {
    return (String) sql("SHOW TBLPROPERTIES %s ('blob-field')", table).get(0).get(1);
  }
}
