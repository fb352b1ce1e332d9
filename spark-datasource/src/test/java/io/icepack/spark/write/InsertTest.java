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
package io.icepack.spark.write;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.testing.SparkTest;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;

/** Every statement that puts rows into a table. */
class InsertTest extends SparkTest {

  private static final String PIC = "pic BINARY COMMENT '__BLOB_FIELD'";

  private Dataset<Row> rowsFrom(String values) {
    return spark.sql("SELECT * FROM VALUES " + values + " AS v(id, pic)");
  }

  @Test
  void takesColumnsByPositionByNameAndInPart() {
    String table =
        create("(id INT, name STRING, " + PIC + ", imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s VALUES (1, 'a', X'AA', array(X'01'))", table);
    sql("INSERT INTO %s (pic, id) VALUES (X'BB', 2)", table);
    sql(
        "INSERT INTO %s BY NAME SELECT array(X'03') AS imgs, X'CC' AS pic, 3 AS id, 'c' AS name",
        table);
    sql("INSERT INTO %s SELECT id + 10, name, pic, imgs FROM %s", table, table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(
            row(1, "a", "AA", row("01")),
            row(2, null, "BB", null),
            row(3, "c", "CC", row("03")),
            row(11, "a", "AA", row("01")),
            row(12, null, "BB", null),
            row(13, "c", "CC", row("03")));
  }

  @Test
  void castsAsSparkDoes() {
    String table = create("(id INT, " + PIC + ")");
    assertThatThrownBy(() -> sql("INSERT INTO %s VALUES (1, 5)", table))
        .hasMessageContaining("CANNOT_SAFELY_CAST");
    sql("INSERT INTO %s VALUES (1, cast('text' AS BINARY))", table);
    assertThat(sql("SELECT string(pic) FROM %s", table)).containsExactly(row("text"));
  }

  @Test
  void overwritesEverythingOrSomePartitions() {
    String table = create("(id INT, part STRING, " + PIC + ") PARTITIONED BY (part)");
    sql("INSERT INTO %s VALUES (1, 'x', X'AA'), (2, 'y', X'BB'), (3, 'z', X'CC')", table);
    sql("INSERT OVERWRITE %s PARTITION (part = 'y') VALUES (4, X'DD')", table);
    assertThat(sql("SELECT id, pic FROM %s ORDER BY id", table))
        .containsExactly(row(1, "AA"), row(3, "CC"), row(4, "DD"));
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    try {
      sql("INSERT OVERWRITE %s VALUES (5, 'x', X'EE'), (6, 'w', NULL)", table);
      sql("INSERT OVERWRITE %s SELECT * FROM %s WHERE false", table, table);
    } finally {
      spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
    }
    assertThat(sql("SELECT id, pic FROM %s ORDER BY id", table))
        .containsExactly(row(3, "CC"), row(4, "DD"), row(5, "EE"), row(6, null));
    sql("INSERT OVERWRITE %s SELECT id + 10, 'q', pic FROM %s WHERE id > 4", table, table);
    assertThat(sql("SELECT id, part, pic FROM %s ORDER BY id", table))
        .containsExactly(row(15, "q", "EE"), row(16, "q", null));
    sql("INSERT OVERWRITE %s SELECT * FROM %s WHERE false", table, table);
    assertThat(sql("SELECT * FROM %s", table)).isEmpty();
  }

  @Test
  void replacesRowsThatMatch() {
    String table = create("(id INT, " + PIC + ")");
    sql("INSERT INTO %s VALUES (1, X'AA'), (2, X'BB')", table);
    sql("INSERT INTO %s VALUES (3, X'CC')", table);
    sql("INSERT INTO %s REPLACE WHERE id > 2 VALUES (4, X'DD')", table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(1, "AA"), row(2, "BB"), row(4, "DD"));
  }

  @Test
  void refusesToReplaceByPayload() {
    String table = create("(id INT, " + PIC + ")");
    sql("INSERT INTO %s VALUES (1, X'AA')", table);
    assertThatThrownBy(() -> rowsFrom("(2, X'BB')").writeTo(table).overwrite(col("PIC").isNull()))
        .hasMessage(
            "Cannot overwrite rows of table %s where PIC IS NULL: column pic is a BLOB; use a "
                + "condition on other columns",
            table);
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(1, "AA"));
    assertThat(files(table).packs()).hasSize(1);
  }

  @Test
  void writesDataFrames() throws Exception {
    String table = create("(id INT, " + PIC + ") PARTITIONED BY (id)");
    rowsFrom("(1, X'AA'), (2, X'BB')").writeTo(table).append();
    rowsFrom("(2, X'22')").writeTo(table).overwritePartitions();
    rowsFrom("(3, X'33')").writeTo(table).overwrite(col("ID").equalTo(1));
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(2, "22"), row(3, "33"));
  }

  @Test
  void createsAndReplacesFromDataFrames() throws Exception {
    String table = "lake.db.frames";
    rowsFrom("(1, X'AA')")
        .writeTo(table)
        .using("icepack")
        .tableProperty("blob-field", "pic")
        .partitionedBy(col("id"))
        .create();
    assertThat(sql("SELECT id, pic, _blobs.pic.kind FROM %s", table))
        .containsExactly(row(1, "AA", 4));
    rowsFrom("(2, X'BB')").writeTo(table).tableProperty("blob-field", "pic").replace();
    rowsFrom("(3, X'CC')").writeTo(table).append();
    assertThat(sql("SELECT id, pic, _blobs.pic.kind FROM %s ORDER BY id", table))
        .containsExactly(row(2, "BB", 4), row(3, "CC", 4));
    rowsFrom("(4, X'DD')").writeTo(table).tableProperty("blob-field", "pic").createOrReplace();
    assertThat(sql("SELECT id, pic FROM %s", table)).containsExactly(row(4, "DD"));
  }

  @Test
  void writesInEverySaveMode() {
    String table = "lake.db.modes";
    Dataset<Row> one = rowsFrom("(1, X'AA')");
    one.write().format("icepack").option("blob-field", "pic").saveAsTable(table);
    one.write().format("icepack").mode(SaveMode.Append).saveAsTable(table);
    one.write().mode(SaveMode.Ignore).format("icepack").saveAsTable(table);
    rowsFrom("(2, X'BB')").write().insertInto(table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(1, "AA"), row(1, "AA"), row(2, "BB"));
    rowsFrom("(3, X'CC')").write().mode(SaveMode.Overwrite).insertInto(table);
    assertThat(sql("SELECT * FROM %s", table)).containsExactly(row(3, "CC"));
    assertThatThrownBy(() -> one.write().format("icepack").saveAsTable(table))
        .hasMessageContaining("already exists");
  }

  @Test
  void copiesBetweenBlobTables() {
    String source = create("(id INT, " + PIC + ", imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD')");
    String target =
        create("(id INT, " + PIC + ", imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', n BIGINT)");
    sql(
        "INSERT INTO %s SELECT id, cast(repeat(string(id), 200) AS BINARY), "
            + "array(cast(string(id) AS BINARY), NULL) FROM range(50)",
        source);
    sql(
        "INSERT INTO %s SELECT a.id, a.pic, a.imgs, b.n FROM %s a JOIN "
            + "(SELECT id %% 50 AS id, count(*) AS n FROM range(100) GROUP BY id %% 50) b "
            + "ON a.id = b.id",
        target, source);
    sql("DROP TABLE %s", source);
    assertThat(
            sql(
                "SELECT count(*), count_if(pic = cast(repeat(string(id), 200) AS BINARY)), "
                    + "count_if(imgs[0] = cast(string(id) AS BINARY) AND imgs[1] IS NULL), sum(n) FROM %s",
                target))
        .containsExactly(row(50L, 50L, 50L, 100L));
  }

  @Test
  void writesNothingForNoRows() {
    String table = create("(id INT, " + PIC + ")");
    sql("INSERT INTO %s SELECT 1, X'AA' WHERE false", table);
    assertThat(sql("SELECT * FROM %s", table)).isEmpty();
    assertThat(files(table).all()).isEmpty();
  }
}
