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
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What CREATE TABLE and ALTER TABLE refuse of descriptor columns, and that nothing changes. */
class DescriptorRefusalTest extends DescriptorTest {

  private static final String SCALAR =
      "; a descriptor column is scalar only; use BINARY, or __BLOB_FIELD for arrays and maps";
  private static final String C = "content " + DESCRIPTOR;

  @BeforeAll
  void createTables() {
    sql(
        "CREATE TABLE lake.db.t (id INT, name STRING, raw BINARY, content %s NOT NULL) "
            + "PARTITIONED BY (name)",
        DESCRIPTOR);
    sql(
        "CREATE TABLE lake.db.p (id INT, name STRING, ts INT, %s, PRIMARY KEY (id) NOT ENFORCED) "
            + "TBLPROPERTIES ('merge-engine'='partial-update', "
            + "'fields.ts.sequence-group'='name, content')",
        C);
  }

  static Stream<Arguments> declarations() {
    return Stream.of(
        type("ARRAY<BINARY>"),
        type("MAP<STRING, BINARY>"),
        type("STRING"),
        type("STRUCT<data: BINARY, uri: STRING>"),
        arguments(
            "(id INT, s STRUCT<" + C.replaceFirst(" ", ": ") + ">)",
            "Cannot declare column s.content of table %s as a BLOB: it is nested; a descriptor "
                + "column is at top level"),
        arguments(
            "(id INT, raw ARRAY<BINARY>) TBLPROPERTIES ('blob-descriptor-field'='raw')",
            "Cannot declare column raw of table %s as a BLOB: its type is ARRAY<BINARY>" + SCALAR),
        arguments(
            "(id INT, " + C + ") TBLPROPERTIES ('blob-descriptor-field'='id')",
            "Cannot declare column id of table %s as a BLOB: its type is INT" + SCALAR),
        arguments(
            "(id INT, " + C + ") TBLPROPERTIES ('blob-descriptor-field'='x')",
            "Cannot set 'blob-descriptor-field' = 'x' on table %s: no column 'x'; the "
                + "columns are id, content"),
        arguments(
            "(id INT, " + C + ") TBLPROPERTIES ('blob-field'='content')",
            "Cannot declare column content of table %s: it is declared by both blob-field and "
                + "blob-descriptor-field; use one"),
        arguments(
            "(" + C + ")",
            "Cannot have only BLOB columns in table %s: rows need at least one other column to be "
                + "found by; add one, such as an id"),
        arguments(
            "(_blobs INT, " + C + ")",
            "Cannot have a column _blobs in table %s: a table with BLOB columns has a metadata "
                + "column of that name; choose another one"),
        arguments(
            "(id INT, " + C + ") PARTITIONED BY (bucket(4, content))",
            "Cannot partition table %s by bucket(4, content): column content is a BLOB; partition "
                + "by another column"),
        arguments(
            "(id INT, " + C + ") TBLPROPERTIES ('format-version'='2')",
            "Cannot have BLOB columns in table %s: its format version is 2; set 'format-version' "
                + "= '3', which has deletion vectors"),
        arguments(
            "(id INT, " + C + ") TBLPROPERTIES ('icepack.blob-descriptor-field-ids'='1')",
            "Cannot set 'icepack.blob-descriptor-field-ids' on table %s: the property is kept by "
                + "Icepack; declare columns with COMMENT '__BLOB_FIELD' or 'blob-field', and a key "
                + "with PRIMARY KEY or 'primary-key'"));
  }

  private static Arguments type(String type) {
    return arguments(
        "(id INT, content " + type + " COMMENT '__BLOB_DESCRIPTOR_FIELD')",
        "Cannot declare column content of table %s as a BLOB: its type is " + type + SCALAR);
  }

  static Stream<Arguments> keys() {
    return Stream.of(
        arguments(
            "(id INT, " + C + ", PRIMARY KEY (id, content) NOT ENFORCED)",
            "Cannot declare the primary key (id, content) of table %s: column content is a BLOB; "
                + "use other columns"),
        arguments(
            "(id INT, " + C + ") TBLPROPERTIES ('primary-key'='content')",
            "Cannot declare the primary key (content) of table %s: column content is a BLOB; use "
                + "other columns"),
        keyed(
            "'sequence.field'='content'",
            "blob column 'content' has no order; name another column"),
        keyed(
            "'bucket'='2', 'bucket-key'='content'",
            "'bucket-key'='content'",
            "it is not in the primary key; name one column of the primary key (id)"),
        keyed(
            "'merge-engine'='partial-update', 'fields.content.sequence-group'='id2'",
            "'fields.content.sequence-group'='id2'",
            "blob column 'content' has no order; name another column"),
        keyed(
            "'merge-engine'='partial-update', 'fields.ts,content.sequence-group'='id2'",
            "'fields.ts,content.sequence-group'='id2'",
            "blob column 'content' has no order; name another column"),
        keyed(
            "'merge-engine'='partial-update', 'fields.ts.sequence-group'='content', "
                + "'fields.content.aggregate-function'='max'",
            "'fields.content.aggregate-function'='max'",
            "column 'content' is a blob column; use one of first_value, first_non_null_value, "
                + "last_value, last_non_null_value"));
  }

  private static Arguments keyed(String assignment, String reason) {
    return keyed(assignment, assignment, reason);
  }

  private static Arguments keyed(String assignments, String refused, String reason) {
    return arguments(
        "(id INT, id2 INT, ts INT, "
            + C
            + ", PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES ("
            + assignments
            + ")",
        "Cannot set " + refused.replace("=", " = ") + " on table %s: " + reason);
  }

  @ParameterizedTest
  @MethodSource({"declarations", "keys"})
  void refusesDeclaration(String declaration, String message) {
    assertFails(
        "CREATE TABLE lake.db.refused " + declaration, message.formatted("lake.db.refused"));
    assertThat(Files.exists(Path.of(warehouse(), "db", "refused"))).isFalse();
  }

  static Stream<Arguments> alterations() {
    String add =
        "a column becomes a BLOB when it is added; use ALTER TABLE lake.db.t ADD COLUMN name "
            + "BINARY COMMENT '__BLOB_DESCRIPTOR_FIELD'";
    return Stream.of(
        arguments(
            "t ADD COLUMN x ARRAY<BINARY> COMMENT '__BLOB_DESCRIPTOR_FIELD'",
            "Cannot declare column x of table lake.db.t as a BLOB: its type is ARRAY<BINARY>"
                + SCALAR),
        arguments(
            "t ADD COLUMN s STRUCT<" + C.replaceFirst(" ", ": ") + ">",
            "Cannot declare column s.content of table lake.db.t as a BLOB: it is nested; a "
                + "descriptor column is at top level"),
        arguments(
            "t ALTER COLUMN raw COMMENT '__BLOB_DESCRIPTOR_FIELD; now'",
            "Cannot declare existing column raw of table lake.db.t as a BLOB: " + add),
        arguments(
            "t SET TBLPROPERTIES ('blob-descriptor-field'='raw')",
            "Cannot set 'blob-descriptor-field' on table lake.db.t: " + add),
        arguments(
            "t UNSET TBLPROPERTIES ('blob-descriptor-field')",
            "Cannot unset 'blob-descriptor-field' on table lake.db.t: " + add),
        arguments(
            "t SET TBLPROPERTIES ('icepack.blob-descriptor-field-ids'='1')",
            "Cannot set 'icepack.blob-descriptor-field-ids' on table lake.db.t: the property is "
                + "kept by Icepack and never cleared"),
        arguments(
            "t ALTER COLUMN content TYPE STRING",
            "Cannot change column content of table lake.db.t to STRING: it is a BLOB; add another "
                + "column instead"),
        arguments(
            "t DROP COLUMNS (id, name, raw)",
            "Cannot have only BLOB columns in table lake.db.t: rows need at least one other column "
                + "to be found by; add one, such as an id"),
        arguments(
            "t ADD PARTITION FIELD content",
            "Cannot partition table lake.db.t by content: column content is a BLOB; partition by "
                + "another column"),
        arguments(
            "t REPLACE PARTITION FIELD name WITH truncate(4, content)",
            "Cannot partition table lake.db.t by content: column content is a BLOB; partition by "
                + "another column"),
        arguments(
            "t WRITE ORDERED BY content",
            "Cannot sort table lake.db.t by content: column content is a BLOB; sort by another "
                + "column"),
        arguments(
            "t SET IDENTIFIER FIELDS content",
            "Cannot identify rows of table lake.db.t by content: it is a BLOB; use other columns"),
        arguments(
            "p SET TBLPROPERTIES ('fields.content.sequence-group'='id')",
            "Cannot set 'fields.content.sequence-group' = 'id' on table lake.db.p: blob column "
                + "'content' has no order; name another column"),
        arguments(
            "p RENAME COLUMN content TO picture",
            "Cannot rename column content of table lake.db.p: 'fields.ts.sequence-group' = 'name, "
                + "content' names it; unset the option first"));
  }

  @ParameterizedTest
  @MethodSource("alterations")
  void refusesAlteration(String alteration, String message) {
    List<List<Object>> before = state();
    assertFails("ALTER TABLE lake.db." + alteration, message);
    assertThat(state()).isEqualTo(before);
  }

  private List<List<Object>> state() {
    return sql(
        "SELECT file FROM lake.db.t.metadata_log_entries UNION ALL "
            + "SELECT file FROM lake.db.p.metadata_log_entries");
  }
}
