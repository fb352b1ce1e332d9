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
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.icepack.spark.testing.SparkTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What CREATE TABLE and REPLACE TABLE refuse, and that they leave nothing behind. */
class CreateRefusalTest extends SparkTest {

  private static final String PIC = "(id INT, pic BINARY COMMENT '__BLOB_FIELD')";
  private static final String TYPES =
      "; use BINARY, STRUCT<data: BINARY, uri: STRING> or STRUCT<data: BINARY, uri: STRING, position: "
          + "BIGINT, size: BIGINT>, ARRAYs of these, or at top level MAP<K, BINARY> with K an integer "
          + "type, BOOLEAN, DECIMAL, DATE, BINARY, STRING, CHAR or VARCHAR";

  @BeforeAll
  void createExisting() {
    sql("CREATE TABLE lake.db.existing (id INT, doc BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO lake.db.existing VALUES (1, X'AA')");
  }

  static Stream<Arguments> directives() {
    return Stream.of(
        arguments(
            "(id INT, pic BINARY COMMENT '__BLOB_FEILD; text')",
            "Cannot declare column pic of table %s: unknown directive '__BLOB_FEILD'; use "
                + "__BLOB_FIELD or __BLOB_DESCRIPTOR_FIELD, optionally followed by '; text'"),
        arguments(
            "(id INT, pic BINARY COMMENT ' __blob_field')",
            "Cannot declare column pic of table %s: unknown directive '__blob_field'; use "
                + "__BLOB_FIELD or __BLOB_DESCRIPTOR_FIELD, optionally followed by '; text'"),
        arguments(
            "(id INT, pic BINARY COMMENT '__BLOB_VIEW_FIELD')",
            "Cannot declare column pic of table %s: this version of Icepack does not support the "
                + "directive __BLOB_VIEW_FIELD"),
        arguments(
            "(id INT, s STRUCT<pic: STRING COMMENT '__BLOB_FIELD'>)",
            "Cannot declare column s.pic of table %s as a BLOB: its type is STRING" + TYPES),
        arguments(
            "(id INT, s ARRAY<STRUCT<m: MAP<STRING, BINARY> COMMENT '__BLOB_FIELD'>>)",
            "Cannot declare column s.element.m of table %s as a BLOB: its type is MAP<STRING, "
                + "BINARY>"
                + TYPES),
        arguments(
            "(id INT, s MAP<STRING, STRUCT<pic: BINARY COMMENT '__BLOB_FIELD'>>)",
            "Cannot declare column s.value.pic of table %s as a BLOB: it is within a MAP; BLOBs can "
                + "be within STRUCT and ARRAY"),
        arguments(
            "(pic BINARY COMMENT '__BLOB_FIELD', pics ARRAY<BINARY> COMMENT '__BLOB_FIELD')",
            "Cannot have only BLOB columns in table %s: rows need at least one other column to be "
                + "found by; add one, such as an id"),
        arguments(
            "(id INT, _blobs STRING, pic BINARY COMMENT '__BLOB_FIELD')",
            "Cannot have a column _blobs in table %s: a table with BLOB columns has a metadata "
                + "column of that name; choose another one"),
        arguments(
            "(id INT, _File STRING, pic BINARY COMMENT '__BLOB_FIELD')",
            "Cannot have a column _File in table %s: Iceberg has a metadata column of that name; "
                + "choose another one"),
        arguments(
            "(id INT, _Blob_Origins BINARY COMMENT '__BLOB_FIELD')",
            "Cannot have a column _Blob_Origins in table %s: a table with BLOB columns has a "
                + "metadata column of that name; choose another one"));
  }

  static Stream<Arguments> types() {
    return Stream.of(
            "STRING",
            "INT",
            "STRUCT<a: BINARY>",
            "ARRAY<STRING>",
            "ARRAY<ARRAY<STRING>>",
            "STRUCT<uri: STRING, data: BINARY>",
            "STRUCT<data: BINARY, uri: STRING, position: BIGINT>",
            "STRUCT<data: BINARY, uri: STRING, position: INT, size: INT>",
            "MAP<STRING, STRUCT<data: BINARY, uri: STRING>>",
            "ARRAY<STRUCT<a: BINARY>>",
            "MAP<STRING, STRING>",
            "MAP<STRING, ARRAY<BINARY>>",
            "MAP<STRING, MAP<STRING, BINARY>>",
            "MAP<DOUBLE, BINARY>",
            "MAP<FLOAT, BINARY>",
            "MAP<TIMESTAMP, BINARY>",
            "MAP<TIMESTAMP_NTZ, BINARY>",
            "MAP<STRUCT<a: INT>, BINARY>",
            "MAP<ARRAY<INT>, BINARY>")
        .map(
            type ->
                arguments(
                    "(id INT, pic " + type + " COMMENT '__BLOB_FIELD')",
                    "Cannot declare column pic of table %s as a BLOB: its type is "
                        + type
                        + TYPES));
  }

  static Stream<Arguments> layouts() {
    return Stream.of("pic", "bucket(4, pic)", "truncate(4, pic)", "bucket(4, PIC)")
        .map(
            transform ->
                arguments(
                    PIC + " PARTITIONED BY (" + transform + ")",
                    "Cannot partition table %s by "
                        + transform.replace("PIC", "pic")
                        + ": column pic is a BLOB; partition by another column"));
  }

  static Stream<Arguments> properties() {
    return Stream.of(
        property("'blob-field'='doc'", "no column 'doc'; the columns are id, pic"),
        property("'blob-field'=' ,pic'", "no column ''; the columns are id, pic"),
        property("'blob.target-filesize'='1'", noSuchOption()),
        property("'blob.'=''", noSuchOption()),
        property("'blob.base.x'='/x'", noSuchOption()),
        property(
            "'blob.target-file-size'='big'", "use a number of bytes or a size such as '128 mb'"),
        property(
            "'blob.target-file-size'='-1'", "use a number of bytes or a size such as '128 mb'"),
        property(
            "'blob.target-file-size'='99999999999999999999'",
            "use a number of bytes or a size such as '128 mb'"),
        property(
            "'blob.target-file-size'='9999999 pb'",
            "use a number of bytes or a size such as '128 mb'"),
        property(
            "'blob.target-file-size'='1 2 m b'",
            "use a number of bytes or a size such as '128 mb'"),
        property("'Blob.Target-File-Size'='1'", noOptionInThatCase()),
        property("'PRIMARY-KEY'='id'", noOptionInThatCase()),
        property("'fields.Ts.Sequence-Group'='id'", noOptionInThatCase()),
        property(
            "'blob.base.1'=''",
            "uri '' is not absolute; use one with a scheme, such as s3://bucket/key"),
        property(
            "'blob.base.1'='s3://me:secret@bucket/x'",
            "uri 's3://***@bucket/x' must not be recorded because it has user info; credentials "
                + "belong to the configuration"),
        property("'blob.base.4294967296'='/x'", baseIds()),
        property("'blob.base.01'='/x'", baseIds()),
        property("'blob.base.1.dataset-root'='yes'", "use true or false"),
        property("'blob.target-file-size'='0 kb'", "use a size above 0, such as '128 mb'"),
        property(
            "'blob.inline-threshold'='2 gb'",
            "use at most 1073741823 bytes, since inline payloads lie in the row"),
        property("'blob-as-descriptor'='maybe'", "use true or false"),
        property("'lance.blob.managed'='TRUE'", "use true or false"),
        property(
            "'blob.dedicated-threshold'='4 mib'",
            "use a number of bytes or a size such as '128 mb'"),
        property(
            "'merge-engine'='aggregation'", "use one of deduplicate, partial-update, first-row"),
        property("'merge-engine'='deduplicate'", needsKey()),
        property("'changelog-producer'='input'", "use none, the only one that managed blobs allow"),
        property("'bucket'='4'", needsKey()),
        property("'sequence.field'='id'", needsKey()),
        property("'blob-view-field'='pic'", unsupported()),
        property("'video-frame-field'='pic'", unsupported()),
        property("'blob-descriptor.source-table'=' '", sourceNames()),
        property("'blob-descriptor.source-table'='db..media'", sourceNames()),
        property("'blob-descriptor.source-table'='db.media$branch_'", sourceNames()),
        property("'blob.external.mode'='copy'", "use ingest or reference"),
        property("'blob.external.allow-outside-bases'='yes'", "use true or false"),
        arguments(
            PIC + " TBLPROPERTIES ('icepack.blob-field-ids'='1')",
            "Cannot set 'icepack.blob-field-ids' on table %s: the property is kept by Icepack; "
                + "declare columns with COMMENT '__BLOB_FIELD' or 'blob-field', and a key with "
                + "PRIMARY KEY or 'primary-key'"),
        arguments(
            PIC + " TBLPROPERTIES ('blob.reader-feature-flags'='16384')",
            "Cannot set {blob.reader-feature-flags=16384} on table %s: the flags are kept by "
                + "Icepack, leave them out"),
        arguments(
            "(id INT) TBLPROPERTIES ('blob.reader-feature-flags'='1', "
                + "'blob.writer-feature-flags'='1')",
            "Cannot set {blob.reader-feature-flags=1, blob.writer-feature-flags=1} on table %s: "
                + "the flags are kept by Icepack, leave them out"),
        arguments(
            PIC + " TBLPROPERTIES ('format-version'='2')",
            "Cannot have BLOB columns in table %s: its format version is 2; set 'format-version' "
                + "= '3', which has deletion vectors"));
  }

  private static Arguments property(String assignment, String remedy) {
    return arguments(
        PIC + " TBLPROPERTIES (" + assignment + ")",
        "Cannot set " + assignment.replace("=", " = ") + " on table %s: " + remedy);
  }

  private static String noSuchOption() {
    return "no such option; docs/configuration.md lists those there are";
  }

  private static String noOptionInThatCase() {
    return "no such option; use lower case, as docs/configuration.md lists those there are";
  }

  private static String baseIds() {
    return "use a number from 0 to 4294967295 as the id, without leading zeros";
  }

  private static String needsKey() {
    return "it needs a primary key; declare PRIMARY KEY (…) NOT ENFORCED or 'primary-key' when you "
        + "create or replace the table";
  }

  private static String sourceNames() {
    return "use the name of a table in the same catalog, such as db.media or "
        + "db.media$branch_draft";
  }

  private static String unsupported() {
    return "this version of Icepack does not support the option";
  }

  @ParameterizedTest
  @MethodSource({"directives", "types", "layouts", "properties"})
  void refusesDeclaration(String declaration, String message) {
    assertFails(
        "CREATE TABLE lake.db.refused " + declaration, message.formatted("lake.db.refused"));
    assertThat(sql("SHOW TABLES IN lake.db LIKE 'refused'")).isEmpty();
    assertThat(Files.exists(Path.of(warehouse(), "db", "refused"))).isFalse();

    String metadata = metadataOf("lake.db.existing");
    assertFails(
        "REPLACE TABLE lake.db.existing " + declaration, message.formatted("lake.db.existing"));
    assertThat(metadataOf("lake.db.existing")).isEqualTo(metadata);
  }

  @Test
  void refusesPropertiesOfQueryResults() {
    assertFails(
        "CREATE TABLE lake.db.refused TBLPROPERTIES ('blob-field'='id') AS SELECT 1 AS id",
        "Cannot declare column id of table lake.db.refused as a BLOB: its type is INT" + TYPES);
    assertFails(
        "CREATE OR REPLACE TABLE lake.db.existing TBLPROPERTIES ('blob-field'='doc') "
            + "AS SELECT doc FROM lake.db.existing",
        "Cannot have only BLOB columns in table lake.db.existing: rows need at least one other "
            + "column to be found by; add one, such as an id");
    assertThat(Files.exists(Path.of(warehouse(), "db", "refused"))).isFalse();
    assertThat(sql("SELECT id, doc FROM lake.db.existing")).containsExactly(row(1, "AA"));
  }
}
