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
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.icepack.spark.testing.SparkTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What ALTER TABLE refuses, and that the table stays as it was. */
class AlterRefusalTest extends SparkTest {

  private static final String T = "lake.db.t";
  private static final String ADD_HINT =
      "a column becomes a BLOB when it is added; use ALTER TABLE lake.db.t ADD COLUMN name BINARY "
          + "COMMENT '__BLOB_FIELD'";
  private static final String NO_FIELDS = " is a BLOB and has no fields of its own";

  @BeforeAll
  void createTable() {
    sql(
        "CREATE TABLE lake.db.t (id INT, name STRING, raw BINARY, s STRUCT<a: INT>, "
            + "pic BINARY COMMENT '__BLOB_FIELD; p', imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
            + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD') PARTITIONED BY (name)");
    sql("INSERT INTO lake.db.t (id, name, pic) VALUES (1, 'a', X'AA')");
  }

  private static final String TYPES =
      "; use BINARY, STRUCT<data: BINARY, uri: STRING> or STRUCT<data: BINARY, uri: STRING, position: "
          + "BIGINT, size: BIGINT>, ARRAYs of these, or at top level MAP<K, BINARY> with K an integer "
          + "type, BOOLEAN, DECIMAL, DATE, BINARY, STRING, CHAR or VARCHAR";

  static Stream<Arguments> columns() {
    return Stream.of(
        arguments(
            "ADD COLUMN x BINARY COMMENT '__BLOB_FEILD'",
            "Cannot declare column x of table lake.db.t: unknown directive '__BLOB_FEILD'; use "
                + "__BLOB_FIELD or __BLOB_DESCRIPTOR_FIELD, optionally followed by '; text'"),
        arguments(
            "ADD COLUMN x STRING COMMENT '__BLOB_FIELD'",
            "Cannot declare column x of table lake.db.t as a BLOB: its type is STRING" + TYPES),
        arguments(
            "ADD COLUMNS (y INT, x STRUCT<y: INT COMMENT '__BLOB_FIELD'>)",
            "Cannot declare column x.y of table lake.db.t as a BLOB: its type is INT" + TYPES),
        arguments(
            "ADD COLUMN s.x BINARY COMMENT '__BLOB_DESCRIPTOR_FIELD'",
            "Cannot declare column s.x of table lake.db.t as a BLOB: it is nested; a descriptor "
                + "column is at top level"),
        arguments(
            "ADD COLUMN _blobs INT",
            "Cannot have a column _blobs in table lake.db.t: a table with BLOB columns has a "
                + "metadata column of that name; choose another one"),
        arguments(
            "RENAME COLUMN raw TO _pos",
            "Cannot have a column _pos in table lake.db.t: Iceberg has a metadata column of that "
                + "name; choose another one"),
        arguments(
            "RENAME COLUMN raw TO _BLOBS",
            "Cannot have a column _BLOBS in table lake.db.t: a table with BLOB columns has a "
                + "metadata column of that name; choose another one"),
        arguments(
            "ALTER COLUMN PIC TYPE STRING",
            "Cannot change column pic of table lake.db.t to STRING: it is a BLOB; add another "
                + "column instead"),
        arguments(
            "ALTER COLUMN imgs.element COMMENT 'x'",
            "Cannot alter column imgs.element of table lake.db.t: column imgs" + NO_FIELDS),
        arguments(
            "ALTER COLUMN m.key COMMENT 'x'",
            "Cannot alter column m.key of table lake.db.t: column m" + NO_FIELDS),
        arguments(
            "ALTER COLUMN raw COMMENT '__BLOB_FIELD'",
            "Cannot declare existing column raw of table lake.db.t as a BLOB: " + ADD_HINT),
        arguments(
            "ALTER COLUMN pic COMMENT '__BLOB_FIELD; again'",
            "Cannot declare existing column pic of table lake.db.t as a BLOB: " + ADD_HINT),
        arguments(
            "ALTER COLUMN raw COMMENT '__BLOB_NO'",
            "Cannot declare column raw of table lake.db.t: unknown directive '__BLOB_NO'; use "
                + "__BLOB_FIELD or __BLOB_DESCRIPTOR_FIELD, optionally followed by '; text'"),
        arguments(
            "DROP COLUMNS (id, name, raw, s)",
            "Cannot have only BLOB columns in table lake.db.t: rows need at least one other column "
                + "to be found by; add one, such as an id"));
  }

  static Stream<Arguments> properties() {
    return Stream.of(
        set(
            "'blob.target-filesize'='1'",
            "no such option; docs/configuration.md lists those there are"),
        set("'blob.target-file-size'='0'", "use a size above 0, such as '128 mb'"),
        set("'blob.inline-threshold'='x'", "use a number of bytes or a size such as '128 mb'"),
        set("'blob-as-descriptor'='maybe'", "use true or false"),
        set("'changelog-producer'='lookup'", "use none, the only one that managed blobs allow"),
        set("'lance.blob.managed'='no'", "use true or false"),
        set(
            "'blob-descriptor.source-table'='$branch_x'",
            "use the name of a table in the same catalog, such as db.media or "
                + "db.media$branch_draft"),
        arguments(
            "SET TBLPROPERTIES ('primary-key'='id')",
            "Cannot set 'primary-key' = 'id' on table lake.db.t: a table gets its primary key when "
                + "it is created; use CREATE OR REPLACE TABLE"),
        arguments(
            "SET TBLPROPERTIES ('merge-engine'='first-row')",
            "Cannot set 'merge-engine' = 'first-row' on table lake.db.t: it needs a primary key; "
                + "declare PRIMARY KEY (…) NOT ENFORCED or 'primary-key' when you create or "
                + "replace the table"),
        arguments(
            "ADD CONSTRAINT pk PRIMARY KEY (id) NOT ENFORCED",
            "Cannot add PRIMARY KEY (id) NOT ENFORCED to table lake.db.t: a table gets its primary "
                + "key when it is created; use CREATE OR REPLACE TABLE"),
        arguments(
            "ADD CONSTRAINT positive CHECK (id > 0)",
            "Cannot declare CHECK (id > 0) ENFORCED on table lake.db.t: nothing would enforce it; "
                + "the one constraint of a table is PRIMARY KEY (…) NOT ENFORCED"),
        arguments(
            "DROP CONSTRAINT primary_key",
            "Cannot drop constraint primary_key of table lake.db.t: there is no such constraint"),
        arguments("SET TBLPROPERTIES ('format-version'='2')", "Cannot downgrade v3 table to v2"),
        arguments(
            "SET TBLPROPERTIES ('blob-field'='raw')",
            "Cannot set 'blob-field' on table lake.db.t: " + ADD_HINT),
        arguments(
            "UNSET TBLPROPERTIES ('blob-field')",
            "Cannot unset 'blob-field' on table lake.db.t: " + ADD_HINT),
        arguments(
            "SET TBLPROPERTIES ('icepack.blob-field-ids'='1')",
            kept("set", "icepack.blob-field-ids")),
        arguments(
            "UNSET TBLPROPERTIES ('icepack.blob-field-ids')",
            kept("unset", "icepack.blob-field-ids")),
        arguments(
            "SET TBLPROPERTIES ('blob.writer-feature-flags'='0')",
            kept("set", "blob.writer-feature-flags")),
        arguments(
            "UNSET TBLPROPERTIES ('blob.reader-feature-flags')",
            kept("unset", "blob.reader-feature-flags")));
  }

  static Stream<Arguments> layouts() {
    return Stream.of(
        arguments(
            "ADD PARTITION FIELD pic.size",
            "Cannot partition table lake.db.t by pic.size: column pic is a BLOB; partition by "
                + "another column"),
        arguments(
            "ADD PARTITION FIELD bucket(4, pic.blob_uri)",
            "Cannot partition table lake.db.t by pic.blob_uri: column pic is a BLOB; partition by "
                + "another column"),
        arguments(
            "REPLACE PARTITION FIELD name WITH truncate(4, pic.size)",
            "Cannot partition table lake.db.t by pic.size: column pic is a BLOB; partition by "
                + "another column"),
        arguments(
            "WRITE ORDERED BY name, pic.size DESC",
            "Cannot sort table lake.db.t by pic.size: column pic is a BLOB; sort by another "
                + "column"));
  }

  private static Arguments set(String assignment, String remedy) {
    return arguments(
        "SET TBLPROPERTIES (" + assignment + ")",
        "Cannot set " + assignment.replace("=", " = ") + " on table lake.db.t: " + remedy);
  }

  private static String kept(String verb, String key) {
    return "Cannot "
        + verb
        + " '"
        + key
        + "' on table lake.db.t: the property is kept by Icepack and never cleared";
  }

  @ParameterizedTest
  @MethodSource({"columns", "properties", "layouts"})
  void refusesAlteration(String alteration, String message) {
    String before = metadataOf(T);
    assertFails("ALTER TABLE " + T + " " + alteration, message);
    assertThat(metadataOf(T)).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("refusedByIceberg")
  void refusesBlobAsLayout(String alteration) {
    String before = metadataOf(T);
    assertThat(catchThrowable(() -> sql("ALTER TABLE " + T + " " + alteration))).isNotNull();
    assertThat(metadataOf(T)).isEqualTo(before);
  }

  static Stream<String> refusedByIceberg() {
    return Stream.of(
        "ADD PARTITION FIELD pic",
        "ADD PARTITION FIELD bucket(4, pic)",
        "ADD PARTITION FIELD truncate(4, imgs)",
        "ADD PARTITION FIELD imgs.element.size",
        "WRITE ORDERED BY pic",
        "WRITE DISTRIBUTED BY PARTITION LOCALLY ORDERED BY m",
        "SET IDENTIFIER FIELDS pic",
        "SET IDENTIFIER FIELDS pic.size",
        "ADD COLUMN pic.x INT",
        "ADD COLUMN imgs.element.x INT",
        "RENAME COLUMN pic.size TO length",
        "DROP COLUMN pic.size");
  }

  @Test
  void refusesFirstBlobBelowFormatVersion3() {
    String v2 = create("(id INT) TBLPROPERTIES ('format-version'='2')");
    assertFails(
        "ALTER TABLE " + v2 + " ADD COLUMNS (n INT, pic BINARY COMMENT '__BLOB_FIELD')",
        "Cannot have BLOB columns in table "
            + v2
            + ": its format version is 2; set 'format-version' = '3', which has deletion vectors");
    assertThat(spark.table(v2).columns()).containsExactly("id");
    assertThat(iceberg(v2).properties()).doesNotContainKey("blob.reader-feature-flags");
  }

  @Test
  void refusesFirstBlobBesideMetadataName() {
    String plain = create("(id INT, _blobs INT) TBLPROPERTIES ('format-version'='3')");
    assertFails(
        "ALTER TABLE " + plain + " ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'",
        "Cannot have a column _blobs in table "
            + plain
            + ": a table with BLOB columns has a metadata column of that name; choose another one");
    assertThat(spark.table(plain).columns()).containsExactly("id", "_blobs");
  }
}
