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
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.junit.jupiter.api.Test;

/** Columns in the shapes of Blob v2, with bytes in them. */
class StructColumnTest extends LogicalTest {

  @Test
  void showWhatWasDeclared() {
    String table =
        create(
            "(id INT, a %s COMMENT '__BLOB_FIELD; A', b %s COMMENT 'B', plain %s) "
                    .formatted(MINIMAL, COMPLETE, MINIMAL)
                + "TBLPROPERTIES ('blob-field'='B')");
    assertThat(sql("DESCRIBE %s", table))
        .containsExactly(
            row("id", "int", null),
            row("a", "struct<data:binary,uri:string>", "A"),
            row("b", "struct<data:binary,uri:string,position:bigint,size:bigint>", "B"),
            row("plain", "struct<data:binary,uri:string>", null));
    assertThat(sql("SHOW TBLPROPERTIES %s ('blob-field')", table))
        .containsExactly(row("blob-field", "a,b"));
    assertThat(iceberg(table).properties())
        .containsEntry("icepack.blob-field-ids", "2:reference,3:range");
    String shown = (String) scalar("SHOW CREATE TABLE %s", table);
    assertThat(shown)
        .contains("a STRUCT<data: BINARY, uri: STRING> COMMENT 'A'")
        .doesNotContain("kind");
    sql("ALTER TABLE %s ADD COLUMN c %s COMMENT '__BLOB_FIELD; C'", table, MINIMAL);
    sql("ALTER TABLE %s RENAME COLUMN a TO d", table);
    assertThat(sql("SHOW TBLPROPERTIES %s ('blob-field')", table))
        .containsExactly(row("blob-field", "d,b,c"));
    assertThat(spark.table(table).schema().apply("c").dataType().sql()).isEqualTo(MINIMAL);
  }

  @Test
  void storeBytesAndReadThem() {
    String table = create("(id INT, pic " + MINIMAL + " COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO %s VALUES (1, named_struct('data', X'AABB', 'uri', NULL)), (2, NULL), "
            + "(3, named_struct('data', X'', 'uri', NULL))",
        table);
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(2);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(1, row("AABB", null)), row(2, (Object) null), row(3, row("", null)));
    StorageProbe.reset();
    assertThat(
            sql(
                "SELECT id, pic.uri, pic IS NULL, _blobs.pic.size FROM %s WHERE pic IS NOT NULL "
                    + "ORDER BY id",
                table))
        .containsExactly(row(1, null, false, 2L), row(3, null, false, 0L));
    assertThat(sql("SELECT id FROM %s WHERE _blobs.pic.size = 2", table)).containsExactly(row(1));
    assertThat(StorageProbe.payloadReads()).isZero();
    assertThat(sql("SELECT length(pic.data) FROM %s WHERE id = 1", table)).containsExactly(row(2));
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(2);
  }

  @Test
  void areMadeByQueries() {
    String source = create("(id INT, pic " + COMPLETE + " COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO %s VALUES (1, named_struct('data', X'AA', 'uri', NULL, "
            + "'position', NULL, 'size', NULL))",
        source);
    sql("CREATE TABLE lake.db.ctas TBLPROPERTIES ('blob-field'='pic') AS SELECT * FROM %s", source);
    assertThat(sql("SELECT pic, _blobs.pic.kind FROM lake.db.ctas"))
        .containsExactly(row(row("AA", null, null, null), 4));
    sql(
        "CREATE OR REPLACE TABLE lake.db.ctas TBLPROPERTIES ('blob-field'='pic') AS "
            + "SELECT id, pic.data AS pic FROM %s",
        source);
    assertThat(sql("SELECT pic FROM lake.db.ctas")).containsExactly(row("AA"));
    sql("CREATE OR REPLACE TABLE lake.db.ctas (id INT, pic %s COMMENT '__BLOB_FIELD')", MINIMAL);
    assertThat(sql("SELECT pic FROM lake.db.ctas")).isEmpty();
    assertThat(spark.table("lake.db.ctas").schema().apply("pic").dataType().sql())
        .isEqualTo(MINIMAL);
  }

  /** A writer takes every form of a blob for every column, by position and by name. */
  @Test
  void takeEveryForm() throws NoSuchTableException {
    String minimal = "(id INT, pic " + MINIMAL + " COMMENT '__BLOB_FIELD')";
    String complete = "(id INT, pic " + COMPLETE + " COMMENT '__BLOB_FIELD')";
    String bytes = "(id INT, pic BINARY COMMENT '__BLOB_FIELD')";
    String references = create(minimal);
    String ranges = create(complete);
    String plain = create(bytes);
    sql("INSERT INTO %s VALUES (1, X'AA'), (2, NULL)", references);
    sql("INSERT INTO %s SELECT * FROM %s", ranges, references);
    sql("INSERT INTO %s (pic, id) SELECT pic, id FROM %s", plain, ranges);
    spark.table(plain).writeTo(references).append();
    spark.table(references).write().format("icepack").mode("append").save(ranges);
    sql("INSERT INTO %s BY NAME SELECT pic, id FROM %s", references, ranges);
    assertThat(sql("SELECT id, pic.data FROM %s ORDER BY id", references)).hasSize(10);
    assertThat(sql("SELECT id, pic.data FROM %s ORDER BY id LIMIT 5", references))
        .containsOnly(row(1, "AA"));
    assertThat(sql("SELECT id, pic.data FROM %s ORDER BY id", ranges)).hasSize(6);
    assertThat(sql("SELECT * FROM %s ORDER BY id", plain))
        .containsExactly(row(1, "AA"), row(2, null));
    assertThat(spark.table(references).schema().apply("pic").dataType().sql()).isEqualTo(MINIMAL);
  }
}
