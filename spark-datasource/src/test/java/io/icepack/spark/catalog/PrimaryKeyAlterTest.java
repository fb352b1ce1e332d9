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
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ALTER TABLE on tables with a primary key: what it refuses, and what stays possible. */
class PrimaryKeyAlterTest extends SparkTest {

  private static final String REPLACE = "; use CREATE OR REPLACE TABLE";

  @BeforeAll
  void createTables() {
    sql(
        "CREATE TABLE lake.db.t (id INT, day DATE, ts INT, name STRING, "
            + "pic BINARY COMMENT '__BLOB_FIELD', PRIMARY KEY (id, day) NOT ENFORCED) "
            + "PARTITIONED BY (day) "
            + "TBLPROPERTIES ('bucket'='4', 'bucket-key'='id', 'sequence.field'='ts')");
    sql(
        "CREATE TABLE lake.db.p (id INT, ts INT, name STRING, "
            + "pic BINARY COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED) "
            + "TBLPROPERTIES ('merge-engine'='partial-update', "
            + "'fields.ts.sequence-group'='name, pic')");
  }

  static Stream<Arguments> options() {
    return Stream.of(
        stored("t", "primary-key", "id", "id,day"),
        stored("t", "primary-key", "day,id", "id,day"),
        stored("t", "bucket", "8", "4"),
        stored("t", "bucket-key", "day", "id"),
        stored("t", "merge-engine", "first-row", "deduplicate"),
        stored("t", "merge-engine", "newest", "deduplicate"),
        stored("t", "sequence.field", "name", "ts"),
        stored("p", "sequence.field", "ts", ""),
        stored("p", "bucket", "2", "1"),
        unset("t", "primary-key", "id,day"),
        unset("t", "bucket", "4"),
        unset("t", "bucket-key", "id"),
        unset("t", "sequence.field", "ts"),
        unset("p", "merge-engine", "partial-update"),
        arguments(
            "t SET TBLPROPERTIES ('changelog-producer'='input')",
            "Cannot set 'changelog-producer' = 'input' on table lake.db.t: use none, the only one "
                + "that managed blobs allow"),
        arguments(
            "t SET TBLPROPERTIES ('data-file.external-paths'='/x')",
            "Cannot set 'data-file.external-paths' = '/x' on table lake.db.t: data files, sidecars "
                + "and packs of a table with a primary key lie together; leave the option out"),
        arguments(
            "t SET TBLPROPERTIES ('pk-clustering-override'='true')",
            "Cannot set 'pk-clustering-override' = 'true' on table lake.db.t: rows of a table with "
                + "a primary key are stored in the order of the key, and merged in it; leave the "
                + "option out"),
        arguments(
            "t UNSET TBLPROPERTIES ('icepack.primary-key-ids')",
            "Cannot unset 'icepack.primary-key-ids' on table lake.db.t: the property is kept by "
                + "Icepack and never cleared"));
  }

  static Stream<Arguments> merging() {
    return Stream.of(
        merging("t", "ignore-delete", "maybe", "use true or false"),
        merging(
            "t",
            "fields.ts.sequence-group",
            "name",
            "merge engine deduplicate does not use it; leave it out, or use merge engine "
                + "partial-update"),
        merging(
            "p",
            "fields.pic.sequence-group",
            "name",
            "blob column 'pic' has no order; name another column"),
        merging(
            "p",
            "fields.none.ignore-retract",
            "true",
            "there is no column 'none'; name one of id, ts, name, pic"),
        merging(
            "p",
            "fields._row_kind.ignore-retract",
            "true",
            "there is no column '_row_kind'; name one of id, ts, name, pic"),
        merging(
            "p",
            "fields.name.aggregate-function",
            "sum",
            "sum takes a numeric column, and column 'name' is of type STRING; choose another "
                + "function"));
  }

  private static Arguments merging(String table, String option, String value, String reason) {
    return arguments(
        table + " SET TBLPROPERTIES ('" + option + "'='" + value + "')",
        "Cannot set '%s' = '%s' on table lake.db.%s: %s".formatted(option, value, table, reason));
  }

  @Test
  void checksOptionsAgainstTheColumnsThereAreAfterwards() {
    String table =
        create(
            "(id INT, ts INT, n INT, PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES "
                + "('merge-engine'='partial-update', 'fields.ts.sequence-group'='n', "
                + "'fields.n.aggregate-function'='sum')");
    String before = metadataOf(table);
    assertFails(
        "ALTER TABLE " + table + " UNSET TBLPROPERTIES ('fields.ts.sequence-group')",
        "Cannot set 'fields.n.aggregate-function' = 'sum' on table "
            + table
            + ": column 'n' is in no sequence group; add it to one, or use last_non_null_value");
    assertThat(metadataOf(table)).isEqualTo(before);
    sql(
        "ALTER TABLE %s UNSET TBLPROPERTIES ('fields.ts.sequence-group', "
            + "'fields.n.aggregate-function')",
        table);
    sql("ALTER TABLE %s RENAME COLUMN n TO m", table);
    sql("ALTER TABLE %s ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'", table);
    sql("ALTER TABLE %s SET TBLPROPERTIES ('fields.ts.sequence-group'='m, pic')", table);
    assertThat(spark.table(table).columns()).containsExactly("id", "ts", "m", "pic");
    assertThat(iceberg(table).properties())
        .containsEntry("fields.ts.sequence-group", "m, pic")
        .doesNotContainKey("fields.n.aggregate-function");
  }

  private static Arguments stored(String table, String option, String value, String current) {
    return arguments(
        table + " SET TBLPROPERTIES ('" + option + "'='" + value + "')",
        "Cannot set '%s' = '%s' on table lake.db.%s: it is '%s', which decides how rows are stored"
                .formatted(option, value, table, current)
            + REPLACE);
  }

  private static Arguments unset(String table, String option, String current) {
    return arguments(
        table + " UNSET TBLPROPERTIES ('" + option + "')",
        "Cannot unset '%s' on table lake.db.%s: it is '%s', which decides how rows are stored"
                .formatted(option, table, current)
            + REPLACE);
  }

  static Stream<Arguments> columns() {
    String inKey = " of table lake.db.t: it is in the primary key (id, day)" + REPLACE;
    String group = "'fields.ts.sequence-group' = 'name, pic' names it; unset the option first";
    return Stream.of(
        arguments("t DROP COLUMN id", "Cannot drop column id" + inKey),
        arguments("t DROP COLUMNS (name, day)", "Cannot drop column day" + inKey),
        arguments("t RENAME COLUMN id TO key", "Cannot rename column id" + inKey),
        arguments("t ALTER COLUMN id TYPE BIGINT", "Cannot change the type of column id" + inKey),
        arguments("t ALTER COLUMN id DROP NOT NULL", "Cannot drop NOT NULL of column id" + inKey),
        arguments(
            "t DROP COLUMN ts",
            "Cannot drop column ts of table lake.db.t: 'sequence.field' = 'ts' names it" + REPLACE),
        arguments(
            "t RENAME COLUMN ts TO version",
            "Cannot rename column ts of table lake.db.t: 'sequence.field' = 'ts' names it"
                + REPLACE),
        arguments("p DROP COLUMN ts", "Cannot drop column ts of table lake.db.p: " + group),
        arguments("p DROP COLUMN pic", "Cannot drop column pic of table lake.db.p: " + group),
        arguments(
            "p RENAME COLUMN name TO title",
            "Cannot rename column name of table lake.db.p: " + group),
        arguments("t ADD COLUMN _row_kind INT", hidden("_row_kind")),
        arguments("t RENAME COLUMN name TO _Row_Kind", hidden("_Row_Kind")),
        arguments(
            "t ADD COLUMN _blobs INT",
            "Cannot have a column _blobs in table lake.db.t: a table with BLOB columns has a "
                + "metadata column of that name; choose another one"));
  }

  private static String hidden(String column) {
    return "Cannot have a column "
        + column
        + " in table lake.db.t: a table with a primary key has a hidden column of that name; "
        + "choose another one";
  }

  static Stream<Arguments> layouts() {
    String partition =
        "Cannot partition table lake.db.t in another way: it has a primary key, and rows of one "
            + "key must stay in one partition"
            + REPLACE;
    String identifiers =
        "Cannot change the identifier fields of table lake.db.t: they are its primary key, by "
            + "which rows are stored"
            + REPLACE;
    return Stream.of(
        arguments("t ADD PARTITION FIELD truncate(2, id)", partition),
        arguments("t DROP PARTITION FIELD day", partition),
        arguments("t DROP PARTITION FIELD id_bucket", partition),
        arguments("t REPLACE PARTITION FIELD day WITH months(day)", partition),
        arguments(
            "t WRITE ORDERED BY name",
            "Cannot sort table lake.db.t in another way: it has a primary key, and rows must stay "
                + "in the order of the key"
                + REPLACE),
        arguments("t DROP IDENTIFIER FIELDS day", identifiers),
        arguments("t SET IDENTIFIER FIELDS id", identifiers));
  }

  static Stream<Arguments> constraints() {
    return Stream.of(
        arguments(
            "t ADD CONSTRAINT k PRIMARY KEY (id, day) NOT ENFORCED",
            "Cannot add PRIMARY KEY (id, day) NOT ENFORCED to table lake.db.t: a table gets its "
                + "primary key when it is created"
                + REPLACE),
        arguments(
            "t ADD CONSTRAINT u UNIQUE (ts) NOT ENFORCED",
            "Cannot declare UNIQUE (ts) NOT ENFORCED on table lake.db.t: nothing would enforce it; "
                + "the one constraint of a table is PRIMARY KEY (…) NOT ENFORCED"),
        arguments(
            "t DROP CONSTRAINT primary_key",
            "Cannot drop constraint primary_key of table lake.db.t: a table keeps the primary key "
                + "that it was created with"
                + REPLACE),
        arguments(
            "t DROP CONSTRAINT other",
            "Cannot drop constraint other of table lake.db.t: there is no such constraint"));
  }

  @ParameterizedTest
  @MethodSource({"options", "merging", "columns", "layouts", "constraints"})
  void refusesAlteration(String alteration, String message) {
    String before = metadataOf("lake.db.t") + metadataOf("lake.db.p");
    assertFails("ALTER TABLE lake.db." + alteration, message);
    assertThat(metadataOf("lake.db.t") + metadataOf("lake.db.p")).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET TBLPROPERTIES ('primary-key'=' id, day', 'bucket'='4', 'bucket-key'='id', "
            + "'merge-engine'='deduplicate', 'sequence.field'='ts')",
        "UNSET TBLPROPERTIES ('merge-engine')",
        "DROP CONSTRAINT IF EXISTS other"
      })
  void takesWhatChangesNothing(String alteration) {
    List<List<Object>> before = properties("lake.db.t");
    sql("ALTER TABLE lake.db.t " + alteration);
    assertThat(properties("lake.db.t")).isEqualTo(before);
    assertThat(iceberg("lake.db.t").properties()).doesNotContainKeys("primary-key", "merge-engine");
  }

  private List<List<Object>> properties(String table) {
    return sql("SHOW TBLPROPERTIES %s", table);
  }
}
