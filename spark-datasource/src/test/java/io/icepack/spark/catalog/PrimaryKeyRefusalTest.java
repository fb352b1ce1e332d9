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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.icepack.spark.testing.SparkTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What CREATE TABLE and REPLACE TABLE refuse of a primary key and its options. */
class PrimaryKeyRefusalTest extends SparkTest {

  private static final String COLUMNS =
      "a INT, b STRING, ok BOOLEAN, ts INT, pic BINARY COMMENT '__BLOB_FIELD', "
          + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD'";

  private static final String WIDE =
      COLUMNS + ", f FLOAT, d DOUBLE, s STRUCT<a: INT>, l ARRAY<INT>, `x,y` INT, ` z` INT";

  @BeforeAll
  void createExisting() {
    sql("CREATE TABLE lake.db.existing (id INT, PRIMARY KEY (id) NOT ENFORCED)");
  }

  static Stream<Arguments> keys() {
    String unknown =
        "there is no top-level column '%s'; the columns are a, b, ok, ts, pic, imgs, f, d, s, l, "
            + "x,y,  z";
    return Stream.of(
        key("pic", "column pic is a BLOB; use other columns"),
        key("a, imgs", "column imgs is a BLOB; use other columns"),
        key("f", noKeyType("f", "FLOAT")),
        key("d", noKeyType("d", "DOUBLE")),
        key("s", noKeyType("s", "STRUCT<a: INT>")),
        key("l", noKeyType("l", "ARRAY<INT>")),
        key("a, A", "column a is named twice; name it once"),
        key("none", unknown.formatted("none")),
        property("s.a", unknown.formatted("s.a")),
        property("a,", "a, ", unknown.formatted("")),
        property("", unknown.formatted("")),
        arguments(
            wide("PRIMARY KEY (`x,y`) NOT ENFORCED"),
            "Cannot declare the primary key (x,y) of table %s: the name 'x,y' cannot be listed in "
                + "'primary-key', which has commas between names; rename the column"),
        arguments(
            wide("PRIMARY KEY (` z`) NOT ENFORCED"),
            "Cannot declare the primary key ( z) of table %s: the name ' z' cannot be listed in "
                + "'primary-key', which has commas between names; rename the column"),
        arguments(
            wide("PRIMARY KEY (a, b) NOT ENFORCED") + " TBLPROPERTIES ('primary-key'='b,a')",
            "Cannot declare the primary key (a, b) of table %s: it is also declared as (b, a); "
                + "declare one"),
        arguments(wide("UNIQUE (a) NOT ENFORCED"), noConstraint("UNIQUE (a) NOT ENFORCED")),
        arguments(
            wide("PRIMARY KEY (a) NOT ENFORCED, CHECK (a > 0)"),
            noConstraint("CHECK (a > 0) ENFORCED")),
        arguments(
            wide("FOREIGN KEY (a) REFERENCES lake.db.existing (id) NOT ENFORCED"),
            noConstraint("FOREIGN KEY (a) REFERENCES lake.db.existing (id) NOT ENFORCED")));
  }

  private static Arguments key(String columns, String reason) {
    return arguments(
        wide("PRIMARY KEY (" + columns + ") NOT ENFORCED"), refusedKey(columns, reason));
  }

  private static Arguments property(String columns, String reason) {
    return property(columns, columns, reason);
  }

  private static Arguments property(String columns, String shown, String reason) {
    return arguments(
        "(" + WIDE + ") TBLPROPERTIES ('primary-key'='" + columns + "')",
        refusedKey(shown, reason));
  }

  private static String wide(String constraint) {
    return "(" + WIDE + ", " + constraint + ")";
  }

  private static String refusedKey(String columns, String reason) {
    return "Cannot declare the primary key (" + columns + ") of table %s: " + reason;
  }

  private static String noKeyType(String column, String type) {
    return "column "
        + column
        + " has the type "
        + type
        + ", which is no type of keys; use other "
        + "columns";
  }

  private static String noConstraint(String constraint) {
    return "Cannot declare "
        + constraint
        + " on table %s: nothing would enforce it; the one constraint of a table is PRIMARY KEY "
        + "(…) NOT ENFORCED";
  }

  static Stream<Arguments> layouts() {
    return Stream.of(
        layout("a", "PARTITIONED BY (b)", notInKey("b", "b", "a")),
        layout("a", "PARTITIONED BY (a, bucket(4, ts))", notInKey("bucket(4, ts)", "ts", "a")),
        layout("a, b", "PARTITIONED BY (days(ts))", notInKey("days(ts)", "ts", "a, b")),
        layout(
            "a",
            "PARTITIONED BY (pic)",
            "Cannot partition table %s by pic: column pic is a BLOB; partition by another column"),
        options("a", "'bucket'='0'", "use a number from 1 to 999999999"),
        options("a", "'bucket'='-4'", "use a number from 1 to 999999999"),
        options("a", "'bucket'='four'", "use a number from 1 to 999999999"),
        options("a", "'bucket'='1000000000'", "use a number from 1 to 999999999"),
        options(
            "ok, a",
            "'bucket'='4'",
            "buckets would be those of column ok, but it has the type BOOLEAN, which has no hash; "
                + "name another column of the primary key in 'bucket-key'"),
        layout(
            "a",
            "PARTITIONED BY (bucket(2, a)) TBLPROPERTIES ('bucket'='4')",
            "Cannot set 'bucket' = '4' on table %s: buckets would be those of column a, but the "
                + "table is partitioned by bucket(2, a) already; name another column of the "
                + "primary key in 'bucket-key'"),
        layout(
            "a, b",
            "PARTITIONED BY (b, a) TBLPROPERTIES ('bucket'='4')",
            "Cannot set 'bucket' = '4' on table %s: the table is partitioned by all columns of the "
                + "primary key (a, b), so a partition has one row; leave the option out"),
        options("a, b", "'bucket-key'='ts'", noBucketKey("it is not in the primary key")),
        options("a, b", "'bucket-key'='pic'", noBucketKey("it is not in the primary key")),
        options("a, b", "'bucket-key'='a,b'", noBucketKey("it is not in the primary key")),
        layout(
            "a, b",
            "PARTITIONED BY (a) TBLPROPERTIES ('bucket-key'='a', 'bucket'='4')",
            "Cannot set 'bucket-key' = 'a' on table %s: "
                + noBucketKey("each partition has one value of it, so one bucket")));
  }

  private static String noBucketKey(String reason) {
    return reason + "; name one column of the primary key (a, b)";
  }

  private static String notInKey(String transform, String column, String key) {
    return "Cannot partition table %s by "
        + transform
        + ": column "
        + column
        + " is not in the primary key ("
        + key
        + "), and rows of one key must stay in one partition; partition by key columns";
  }

  static Stream<Arguments> options() {
    return Stream.of(
        options(
            "a",
            "'merge-engine'='aggregation'",
            "use one of deduplicate, partial-update, first-row"),
        options(
            "a",
            "'changelog-producer'='lookup'",
            "use none, the only one that managed blobs allow"),
        options(
            "a",
            "'data-file.external-paths'='s3://x/y'",
            "data files, sidecars and packs of a table with a primary key lie together; leave the "
                + "option out"),
        options(
            "a",
            "'pk-clustering-override'='true'",
            "rows of a table with a primary key are stored in the order of the key, and merged in "
                + "it; leave the option out"),
        options("a", "'ignore-delete'='yes'", "use true or false"),
        options(
            "a", "'sequence.field'='pic'", "blob column 'pic' has no order; name another column"),
        options(
            "a",
            "'sequence.field'='none'",
            "there is no column 'none'; name one of a, b, ok, ts, pic, imgs"),
        layout(
            "a",
            "TBLPROPERTIES ('merge-engine'='partial-update', "
                + "'fields.ts,imgs.sequence-group'='b')",
            "Cannot set 'fields.ts,imgs.sequence-group' = 'b' on table %s: blob column 'imgs' has "
                + "no order; name another column"),
        cleared("'fields.n.aggregate-function'='last_non_null_value'"),
        cleared("'fields.m.ignore-retract'='true'"),
        layout(
            "a",
            "TBLPROPERTIES ('format-version'='2')",
            "Cannot have BLOB columns in table %s: its format version is 2; set 'format-version' "
                + "= '3', which has deletion vectors"),
        arguments(
            "(id INT, PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES ('format-version'='2')",
            "Cannot have a primary key in table %s: its format version is 2; set 'format-version' "
                + "= '3', which has deletion vectors"),
        arguments(
            "(id INT, _row_kind INT, PRIMARY KEY (id) NOT ENFORCED)",
            reserved("_row_kind", "hidden")),
        arguments(
            "(_ROW_KIND INT) TBLPROPERTIES ('primary-key'='_ROW_KIND')",
            reserved("_ROW_KIND", "hidden")),
        arguments(
            "(id INT, _blob_origins INT, PRIMARY KEY (id) NOT ENFORCED)",
            reserved("_blob_origins", "metadata")),
        arguments(
            "(id INT) TBLPROPERTIES ('icepack.primary-key-ids'='1')",
            kept("icepack.primary-key-ids")),
        arguments(
            "(id INT) TBLPROPERTIES ('icepack.primary-key-since'='1')",
            kept("icepack.primary-key-since")),
        needsKey("'merge-engine'='deduplicate'"),
        needsKey("'bucket'='4'"),
        needsKey("'bucket-key'='a'"),
        needsKey("'sequence.field'='ts'"),
        needsKey("'ignore-delete'='true'"),
        needsKey("'partial-update.remove-record-on-delete'='true'"),
        needsKey("'fields.ts.sequence-group'='b'"),
        needsKey("'fields.default-aggregate-function'='sum'"));
  }

  private static Arguments needsKey(String assignment) {
    return arguments(
        "(" + COLUMNS + ") TBLPROPERTIES (" + assignment + ")",
        "Cannot set "
            + assignment.replace("=", " = ")
            + " on table %s: it needs a primary key; declare PRIMARY KEY (…) NOT ENFORCED or "
            + "'primary-key' when you create or replace the table");
  }

  private static Arguments cleared(String property) {
    return arguments(
        "(a INT, ts INT, n INT NOT NULL, m INT, PRIMARY KEY (a) NOT ENFORCED) TBLPROPERTIES ("
            + "'merge-engine'='partial-update', 'fields.ts.sequence-group'='m,n', "
            + property
            + ")",
        "Cannot set 'fields.ts.sequence-group' = 'm,n' on table %s: column 'n' is NOT NULL, and a "
            + "retraction clears it; let it be nullable, or set 'fields.n.ignore-retract' = "
            + "'true' or 'ignore-delete' = 'true'");
  }

  private static Arguments options(String key, String assignment, String reason) {
    return layout(
        key,
        "TBLPROPERTIES (" + assignment + ")",
        "Cannot set " + assignment.replace("=", " = ") + " on table %s: " + reason);
  }

  private static Arguments layout(String key, String clauses, String message) {
    return arguments(
        "(" + COLUMNS + ", PRIMARY KEY (" + key + ") NOT ENFORCED) " + clauses, message);
  }

  private static String reserved(String column, String kind) {
    return "Cannot have a column "
        + column
        + " in table %s: a table with a primary key has a "
        + kind
        + " column of that name; choose another one";
  }

  private static String kept(String key) {
    return "Cannot set '"
        + key
        + "' on table %s: the property is kept by Icepack; declare columns with COMMENT "
        + "'__BLOB_FIELD' or 'blob-field', and a key with PRIMARY KEY or 'primary-key'";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'fields.n.ignore-retract'='true'",
        "'ignore-delete'='true'",
        "'fields.n.aggregate-function'='sum'"
      })
  void takesGroupsWithValuesThatStay(String property) {
    sql(
        "CREATE OR REPLACE TABLE lake.db.stays (a INT, ts INT, n INT NOT NULL, PRIMARY KEY (a) NOT "
            + "ENFORCED) TBLPROPERTIES ('merge-engine'='partial-update', "
            + "'fields.ts.sequence-group'='n', %s)",
        property);
    sql("INSERT INTO lake.db.stays.row_kind_k VALUES (1, 1, 5, '+I'), (1, 2, 5, '-D')");
    assertThat(sql("SELECT n IS NULL FROM lake.db.stays")).containsExactly(row(false));
  }

  @ParameterizedTest
  @MethodSource({"keys", "layouts", "options"})
  void refusesDeclaration(String declaration, String message) {
    assertFails(
        "CREATE TABLE lake.db.refused " + declaration, message.formatted("lake.db.refused"));
    assertThat(Files.exists(Path.of(warehouse(), "db", "refused"))).isFalse();

    String metadata = metadataOf("lake.db.existing");
    assertFails(
        "REPLACE TABLE lake.db.existing " + declaration, message.formatted("lake.db.existing"));
    assertThat(metadataOf("lake.db.existing")).isEqualTo(metadata);
  }

  @Test
  void refusesKeysOfQueryResults() {
    assertFails(
        "CREATE TABLE lake.db.refused TBLPROPERTIES ('primary-key'='none') AS SELECT 1 AS id",
        "Cannot declare the primary key (none) of table lake.db.refused: there is no top-level "
            + "column 'none'; the columns are id");
    assertFails(
        "CREATE OR REPLACE TABLE lake.db.existing TBLPROPERTIES ('primary-key'='id', "
            + "'sequence.field'='id') AS SELECT * FROM lake.db.existing",
        "Cannot set 'sequence.field' = 'id' on table lake.db.existing: column 'id' is a key column, "
            + "which is the same in all rows of a key; leave it out");
    assertThat(Files.exists(Path.of(warehouse(), "db", "refused"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(id INT, PRIMARY KEY (id) ENFORCED)",
        "(id INT PRIMARY KEY ENFORCED)",
        "(id INT, n INT PRIMARY KEY, PRIMARY KEY (id) NOT ENFORCED)"
      })
  void leavesToSparkWhatItRefuses(String declaration) {
    assertThatThrownBy(() -> sql("CREATE TABLE lake.db.refused " + declaration))
        .hasMessageContaining("PRIMARY KEY");
  }

  @Test
  void refusesEnforcedKeysOfOtherCallers() {
    TableCatalog catalog = (TableCatalog) spark.sessionState().catalogManager().catalog("lake");
    Constraint key =
        Constraint.primaryKey("pk", new NamedReference[] {Expressions.column("id")})
            .enforced(true)
            .build();
    TableInfo info =
        new TableInfo.Builder()
            .withColumns(new Column[] {Column.create("id", DataTypes.IntegerType)})
            .withPartitions(new Transform[0])
            .withConstraints(new Constraint[] {key})
            .build();
    assertThatThrownBy(
            () -> catalog.createTable(Identifier.of(new String[] {"db"}, "refused"), info))
        .hasMessage(noConstraint("PRIMARY KEY (id) ENFORCED").formatted("lake.db.refused"));
  }
}
