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

import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.testing.SparkTest;
import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CREATE TABLE with a primary key, and what users and Iceberg see of it. */
class PrimaryKeyDeclarationTest extends SparkTest {

  @Test
  void meansTheSameAsConstraintAndAsProperty() {
    String byConstraint =
        create(
            "(name STRING, id INT, n INT, PRIMARY KEY (ID, name) NOT ENFORCED) "
                + "PARTITIONED BY (name) TBLPROPERTIES ('bucket'='4')");
    String byProperty =
        create(
            "(name STRING, id INT, n INT) PARTITIONED BY (name) "
                + "TBLPROPERTIES ('bucket'='4', 'primary-key'=' id,Name ')");
    for (String table : List.of(byConstraint, byProperty)) {
      Table iceberg = iceberg(table);
      assertThat(iceberg.properties())
          .containsEntry(PrimaryKey.FIELD_IDS, "2,1")
          .doesNotContainKeys("primary-key", "blob.reader-feature-flags");
      assertThat(iceberg.schema().identifierFieldIds()).containsExactlyInAnyOrder(1, 2);
      assertThat(iceberg.schema().asStruct())
          .hasToString("struct<1: name: required string, 2: id: required int, 3: n: optional int>");
      assertThat(iceberg.spec().fields().toString())
          .isEqualTo("[1000: name: identity(1), 1001: id_bucket: bucket[4](2)]");
      assertThat(classOf(table)).isEqualTo(IcepackTable.class);
      assertThat(spark.table(table).schema().sql())
          .isEqualTo("STRUCT<name: STRING NOT NULL, id: INT NOT NULL, n: INT>");
      assertThat(sql("SHOW TBLPROPERTIES %s ('primary-key')", table))
          .containsExactly(row("primary-key", "id,name"));
    }
  }

  @Test
  void hidesTheRowKind() {
    String table =
        create(
            "(id INT, ts INT, pic BINARY COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED) "
                + "TBLPROPERTIES ('sequence.field'='ts')");
    assertThat(iceberg(table).schema().columns().get(3)).hasToString("4: _row_kind: optional int");
    assertThat(iceberg(table).properties()).containsEntry("blob.reader-feature-flags", "16384");
    sql("ALTER TABLE %s ADD COLUMNS (first INT FIRST, late INT AFTER id, last INT)", table);
    sql("ALTER TABLE %s ALTER COLUMN id AFTER ts", table);
    assertThat(iceberg(table).schema().columns().stream().map(Types.NestedField::name))
        .containsExactly("first", "late", "ts", "id", "pic", "_row_kind", "last");
    List<Object> seen = List.of("first", "late", "ts", "id", "pic", "last");
    assertThat(spark.table(table).columns()).containsExactly(seen.toArray(String[]::new));
    assertThat(sql("DESCRIBE %s", table).stream().map(row -> row.get(0)).toList()).isEqualTo(seen);
    assertThat(sql("SHOW COLUMNS IN %s", table).stream().map(row -> row.get(0)).toList())
        .isEqualTo(seen);
    assertThatThrownBy(() -> sql("ALTER TABLE %s ALTER COLUMN late AFTER _row_kind", table))
        .hasMessageContaining("_row_kind");
    assertThatThrownBy(() -> sql("ALTER TABLE %s DROP COLUMN _row_kind", table))
        .hasMessageContaining("_row_kind");
  }

  @Test
  void hasMetadataColumnsOfItsOwn() {
    String table = create("(id INT, PRIMARY KEY (id) NOT ENFORCED)");
    assertThat(metadataColumns(table)).containsExactly("_blob_origins");
    sql("ALTER TABLE %s ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'", table);
    assertThat(metadataColumns(table)).containsExactly("_blobs", "_blob_origins");
    assertThat(iceberg(table).properties()).containsEntry("blob.writer-feature-flags", "16384");
    assertThatThrownBy(() -> sql("SELECT _file FROM %s", table)).hasMessageContaining("_file");
    assertThat(sql("SELECT * FROM %s.files", table)).isEmpty();
  }

  private List<String> metadataColumns(String table) {
    return Arrays.stream(((SupportsMetadataColumns) load(table)).metadataColumns())
        .map(MetadataColumn::name)
        .toList();
  }

  @Test
  void placesBuckets() {
    assertThat(
            spec(
                "(day DATE, id INT, b BOOLEAN, PRIMARY KEY (day, id, b) NOT ENFORCED) "
                    + "PARTITIONED BY (day) TBLPROPERTIES ('bucket'='3')"))
        .isEqualTo("[1000: day: identity(1), 1001: id_bucket: bucket[3](2)]");
    assertThat(
            spec(
                "(day DATE, id INT, PRIMARY KEY (day, id) NOT ENFORCED) "
                    + "PARTITIONED BY (months(day)) TBLPROPERTIES ('bucket'='3')"))
        .isEqualTo("[1000: day_month: month(1), 1001: day_bucket: bucket[3](1)]");
    assertThat(
            spec(
                "(day DATE, `a.b c` STRING, PRIMARY KEY (day, `a.b c`) NOT ENFORCED) "
                    + "TBLPROPERTIES ('bucket'='3', 'bucket-key'='a.b c')"))
        .isEqualTo("[1000: a.b c_bucket: bucket[3](2)]");
    assertThat(spec("(id INT, PRIMARY KEY (id) NOT ENFORCED) PARTITIONED BY (bucket(9, id))"))
        .isEqualTo("[1000: id_bucket: bucket[9](1)]");
    assertThat(
            spec(
                "(id INT, PRIMARY KEY (id) NOT ENFORCED) "
                    + "TBLPROPERTIES ('bucket'='1', 'bucket-key'='id')"))
        .isEqualTo("[]");
  }

  private String spec(String declaration) {
    return iceberg(create(declaration)).spec().fields().toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TINYINT",
        "SMALLINT",
        "INT",
        "BIGINT",
        "DECIMAL(20, 2)",
        "DATE",
        "TIMESTAMP",
        "TIMESTAMP_NTZ",
        "STRING",
        "CHAR(3)",
        "VARCHAR(9)",
        "BINARY"
      })
  void takesEveryKeyType(String type) {
    String table =
        create(
            "(k "
                + type
                + ", b BOOLEAN, PRIMARY KEY (k, b) NOT ENFORCED) "
                + "TBLPROPERTIES ('bucket'='2')");
    assertThat(iceberg(table).schema().identifierFieldIds()).containsExactlyInAnyOrder(1, 2);
    assertThat(iceberg(table).spec().fields().toString())
        .isEqualTo("[1000: k_bucket: bucket[2](1)]");
    assertThat(spark.table(table).schema().apply(0).nullable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(id INT, day DATE, ts INT, pic BINARY COMMENT '__BLOB_FIELD; p', "
            + "PRIMARY KEY (day, id) NOT ENFORCED) PARTITIONED BY (days(day)) "
            + "TBLPROPERTIES ('bucket'='4', 'bucket-key'='id', 'sequence.field'='ts')",
        "(id INT, ts INT, n INT, CONSTRAINT mine PRIMARY KEY (id) NOT ENFORCED RELY) "
            + "TBLPROPERTIES ('bucket'='2', 'merge-engine'='partial-update', "
            + "'fields.ts.sequence-group'='n', 'fields.n.aggregate-function'='sum')",
        "(`odd name.x` INT, n INT) TBLPROPERTIES ('primary-key'='odd name.x', "
            + "'merge-engine'='first-row', 'ignore-delete'='true')"
      })
  void showsWhatCanBeExecutedAgain(String declaration) {
    String table = create(declaration);
    String shown = shown(table);
    assertThat(shown).doesNotContain("icepack.", "_row_kind", "bucket(");
    sql("DROP TABLE %s", table);
    sql(shown.replaceAll("LOCATION '.*'\n", ""));
    assertThat(shown(table)).isEqualTo(shown);
    assertThat(iceberg(table).properties()).containsEntry(PrimaryKey.FIELD_IDS, keyIds(table));
  }

  private String shown(String table) {
    return (String) scalar("SHOW CREATE TABLE %s", table);
  }

  private String keyIds(String table) {
    return PrimaryKey.recordIds(
        iceberg(table).schema(),
        PrimaryKey.split(
            (String) sql("SHOW TBLPROPERTIES %s ('primary-key')", table).get(0).get(1)));
  }

  @Test
  void describesTheKey() {
    String table =
        create(
            "(id INT, day DATE, CONSTRAINT mine PRIMARY KEY (day, id) NOT ENFORCED) "
                + "PARTITIONED BY (day) TBLPROPERTIES ('bucket'='4')");
    assertThat(sql("DESCRIBE %s", table))
        .containsExactly(
            row("id", "int", null),
            row("day", "date", null),
            row("# Partition Information", "", ""),
            row("# col_name", "data_type", "comment"),
            row("day", "date", null));
    assertThat(sql("DESCRIBE EXTENDED %s", table))
        .contains(row("primary_key", "PRIMARY KEY (day, id) NOT ENFORCED", ""))
        .anyMatch(
            row ->
                row.get(0).equals("Table Properties")
                    && row.get(1).toString().contains("primary-key=day,id")
                    && !row.get(1).toString().contains("icepack."));
  }

  @Test
  void followsOtherColumnsWhenTheyAreRenamed() {
    String table =
        create("(a INT, id INT, pic BINARY COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED)");
    sql("ALTER TABLE %s RENAME COLUMN pic TO picture", table);
    sql("ALTER TABLE %s RENAME COLUMN a TO b", table);
    sql("ALTER TABLE %s ALTER COLUMN b TYPE BIGINT", table);
    sql("ALTER TABLE %s ALTER COLUMN id COMMENT 'the key'", table);
    sql("ALTER TABLE %s DROP COLUMN b", table);
    sql("ALTER TABLE %s ADD COLUMN a INT", table);
    assertThat(sql("DESCRIBE %s", table))
        .containsExactly(
            row("id", "int", "the key"), row("picture", "binary", null), row("a", "int", null));
    assertThat(iceberg(table).properties()).containsEntry(PrimaryKey.FIELD_IDS, "2");
    sql("ALTER TABLE %s SET TBLPROPERTIES ('ignore-delete'='true', 'mine'='x')", table);
    sql("ALTER TABLE %s UNSET TBLPROPERTIES ('ignore-delete')", table);
    assertThat(iceberg(table).properties())
        .containsEntry("mine", "x")
        .doesNotContainKey("ignore-delete");
  }
}
