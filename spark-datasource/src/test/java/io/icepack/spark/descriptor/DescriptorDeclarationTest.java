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

import java.util.HexFormat;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How descriptor columns are declared, shown, changed and replaced. */
class DescriptorDeclarationTest extends DescriptorTest {

  private static final byte[] EMPTY_SIDECAR = HexFormat.of().parseHex("50424c520100000000fb42dead");

  private String red;
  private String blue;

  @BeforeAll
  void createObjects() {
    red = object("red.blob", "FF0000");
    blue = object("blue.blob", "0000FF");
  }

  @Test
  void takesDirectivesAndTheProperty() {
    String table =
        create(
            "(id INT, a BINARY COMMENT '__BLOB_DESCRIPTOR_FIELD; of a; camera', "
                + "b BINARY COMMENT 'B', c BINARY, pic BINARY COMMENT '__BLOB_FIELD') "
                + "TBLPROPERTIES ('blob-descriptor-field'=' B ')");
    assertThat(sql("DESCRIBE %s", table).subList(0, 5))
        .containsExactly(
            row("id", "int", null),
            row("a", "binary", "of a; camera"),
            row("b", "binary", "B"),
            row("c", "binary", null),
            row("pic", "binary", null));
    assertThat(declared(table)).isEqualTo("a,b");
    assertThat(iceberg(table).schema().findType("a").typeId()).isEqualTo(Type.TypeID.BINARY);
    String shown = (String) scalar("SHOW CREATE TABLE %s", table);
    assertThat(shown)
        .contains("'blob-descriptor-field' = 'a,b'", "'blob-field' = 'pic'")
        .doesNotContain("icepack.");
    sql(
        "INSERT INTO %s VALUES (1, %s, %s, X'00', X'01')",
        table, literal(red, 0, -1), literal(blue, 1, 1));
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1, "FF0000", "00", "00", "01"));

    sql(
        "CREATE TABLE lake.db.copy TBLPROPERTIES ('blob-descriptor-field'='a') AS "
            + "SELECT id, a FROM %s WITH (`blob-as-descriptor` = true)",
        table);
    assertThat(sql("SELECT * FROM lake.db.copy")).containsExactly(row(1, "FF0000"));
    assertThat(declared("lake.db.copy")).isEqualTo("a");
  }

  @Test
  void needsNoCapabilityAndWritesNoObjects() {
    String table = create("(id INT, content " + DESCRIPTOR + ")");
    sql("INSERT INTO %s VALUES (1, %s)", table, literal(red, 0, -1));
    sql("UPDATE %s SET id = 2", table);
    assertThat(iceberg(table).properties())
        .containsEntry("icepack.blob-descriptor-field-ids", "2")
        .doesNotContainKeys(
            "blob.reader-feature-flags", "blob.writer-feature-flags", "icepack.blob-field-ids");
    assertThat(files(table).packs()).isEmpty();
    assertThat(files(table).sidecars()).isEmpty();

    sql("ALTER TABLE %s ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'", table);
    sql("INSERT INTO %s VALUES (3, %s, NULL)", table, literal(blue, 0, -1));
    assertThat(files(table).packs()).isEmpty();
    assertThat(files(table).sidecars()).hasSize(1);
    assertThat(files(table).sidecars().get(0)).hasBinaryContent(EMPTY_SIDECAR);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(2, "FF0000", null), row(3, "0000FF", null));
  }

  @Test
  void keepsValuesWithTheirColumn() {
    String table = create("(id INT) TBLPROPERTIES ('format-version'='3')");
    sql("INSERT INTO %s VALUES (1), (2)", table);
    sql("ALTER TABLE %s ADD COLUMN content %s", table, DESCRIPTOR);
    sql(
        "MERGE INTO %s t USING (SELECT 1 AS id) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET content = %s",
        table, literal(red, 0, -1));
    Object first = iceberg(table).currentSnapshot().snapshotId();
    sql("ALTER TABLE %s RENAME COLUMN content TO picture", table);
    assertThat(declared(table)).isEqualTo("picture");
    assertThat(sql("SELECT id, picture, _blobs.picture.size FROM %s ORDER BY id", table))
        .containsExactly(row(1, "FF0000", -1L), row(2, null, null));

    sql("ALTER TABLE %s DROP COLUMN picture", table);
    sql("ALTER TABLE %s ADD COLUMN picture BINARY", table);
    sql("INSERT INTO %s VALUES (3, X'03')", table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(1, null), row(2, null), row(3, "03"));
    sql("ALTER TABLE %s DROP COLUMN picture", table);
    sql("ALTER TABLE %s ADD COLUMN picture %s", table, DESCRIPTOR);
    sql("UPDATE %s SET picture = %s WHERE id = 2", table, literal(blue, 2, 1));
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(1, null), row(2, "FF"), row(3, null));
    assertThat(sql("SELECT * FROM %s VERSION AS OF %s ORDER BY id", table, first))
        .containsExactly(row(1, "FF0000"), row(2, null));
    assertThat(spark.sql("SELECT * FROM " + table + " VERSION AS OF " + first).columns())
        .containsExactly("id", "content");
  }

  /** Iceberg gives a column of a new table the field id of the one that had its name. */
  @Test
  void readsEachSnapshotOfAReplacedTableAsItWasDeclared() {
    String table = create("(content " + DESCRIPTOR + " NOT NULL, id INT, raw BINARY)");
    sql("INSERT INTO %s VALUES (%s, 1, X'01')", table, literal(red, 0, -1));
    Object first = iceberg(table).currentSnapshot().snapshotId();
    int id = iceberg(table).schema().findField("content").fieldId();
    sql("CREATE OR REPLACE TABLE %s (content %s, id INT, raw BINARY)", table, DESCRIPTOR);
    assertThat(iceberg(table).schema().findField("content").fieldId()).isEqualTo(id);
    assertFails(
        "REPLACE TABLE " + table + " (content BINARY, id INT) PARTITIONED BY (content)",
        "Cannot partition table "
            + table
            + " by column content: it was a BLOB in the table that is replaced; choose another "
            + "name");

    sql(
        "CREATE OR REPLACE TABLE %s TBLPROPERTIES ('blob-descriptor-field'='raw') AS SELECT * FROM "
            + "VALUES (X'AA', 1, %s) AS v(content, id, raw)",
        table, literal(blue, 0, -1));
    Object second = iceberg(table).currentSnapshot().snapshotId();
    assertThat(spark.table(table).columns()).containsExactly("content", "id", "raw");
    assertThat(declared(table)).isEqualTo("raw");
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row("AA", 1, "0000FF"));

    sql("CREATE OR REPLACE TABLE %s (id INT, content %s NOT NULL)", table, DESCRIPTOR);
    sql("INSERT INTO %s VALUES (2, %s)", table, literal(blue, 2, 1));
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(2, "FF"));
    assertThat(sql("SELECT * FROM %s VERSION AS OF %s", table, first))
        .containsExactly(row("FF0000", 1, "01"));
    assertThat(sql("SELECT * FROM %s VERSION AS OF %s", table, second))
        .containsExactly(row("AA", 1, "0000FF"));
    sql("CREATE OR REPLACE TABLE %s (id INT, content BINARY)", table);
    sql("INSERT INTO %s VALUES (3, X'BB')", table);
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(3, "BB"));
    assertThat(sql("SHOW TBLPROPERTIES %s", table))
        .noneMatch(property -> property.get(0).equals("blob-descriptor-field"));
  }

  private Object declared(String table) {
    List<List<Object>> property = sql("SHOW TBLPROPERTIES %s ('blob-descriptor-field')", table);
    return property.get(0).get(1);
  }
}
