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

import io.icepack.spark.testing.Sessions;
import io.icepack.spark.testing.StorageProbe;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * UPDATE, DELETE and MERGE on tables with descriptor columns, with Icepack's extension and without:
 * both ways see the same values and read no object that a statement passes on.
 */
abstract class DescriptorChangesContract extends DescriptorTest {

  private static final String APPEND = ")";
  private static final String KEYED = ", PRIMARY KEY (id) NOT ENFORCED)";

  private String red;
  private String blue;
  private String gone;

  @BeforeAll
  void createObjects() {
    red = object("red.blob", "FF0000");
    blue = object("blue.blob", "0000FF");
    gone = red.replace("red", "gone");
  }

  /** Whether the session has Icepack's extension. */
  abstract boolean extended();

  @Override
  protected SparkSession newSession() {
    SparkSession session = extended() ? Sessions.withExtension() : Sessions.withoutExtension();
    return session.newSession();
  }

  private String media(String end) {
    String table =
        create(
            "(id INT, name STRING, content "
                + DESCRIPTOR
                + ", thumb BINARY COMMENT '__BLOB_FIELD'"
                + end);
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 'a', %s, X'01'), "
            + "(2, 'b', %s, X'02'), (3, 'c', NULL, NULL), (4, 'd', %s, X'')",
        table, literal(red, 0, -1), literal(blue, 1, 2), literal(gone, 0, 7));
    StorageProbe.reset();
    return table;
  }

  private void runWithoutRequests(String statement, Object... args) {
    StorageProbe.reset();
    sql(statement, args);
    assertThat(requests()).as(statement).isZero();
    assertThat(StorageProbe.payloadBytesWritten()).as(statement).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {APPEND, KEYED})
  void passesDescriptorsOn(String end) {
    String table = media(end);
    List<List<Object>> before = stored(table, "content");
    runWithoutRequests("UPDATE %s SET name = concat(name, '!')", table);
    runWithoutRequests(
        "MERGE INTO %s t USING (SELECT 2 AS id UNION ALL SELECT 5) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET name = 'm' "
            + "WHEN NOT MATCHED THEN INSERT (id, name, content) VALUES (s.id, 'n', %s)",
        table, literal(gone, 1, 1));
    runWithoutRequests("DELETE FROM %s WHERE content IS NULL", table);
    assertThat(stored(table, "content"))
        .containsExactly(before.get(0), before.get(1), before.get(3), row(5, hex(gone, 1, 1)));
    assertThat(sql("SELECT id, name, thumb FROM %s ORDER BY id", table))
        .containsExactly(
            row(1, "a!", "01"), row(2, "m", "02"), row(4, "d!", ""), row(5, "n", null));
  }

  @ParameterizedTest
  @ValueSource(strings = {APPEND, KEYED})
  void assignsDescriptors(String end) {
    String table = media(end);
    runWithoutRequests(
        "UPDATE %s SET content = CASE WHEN id = 1 THEN lake.sys.path_to_descriptor('%s') "
            + "WHEN id = 2 THEN NULL ELSE coalesce(content, %s) END",
        table, blue, literal(red, 2, 1));
    assertThat(stored(table, "content"))
        .containsExactly(
            row(1, hex(blue, 0, -1)),
            row(2, null),
            row(3, hex(red, 2, 1)),
            row(4, hex(gone, 0, 7)));
    assertThat(sql("SELECT id, content FROM %s WHERE id < 4 ORDER BY id", table))
        .containsExactly(row(1, "0000FF"), row(2, null), row(3, "00"));
    assertSays(
        "UPDATE " + table + " SET content = thumb WHERE id = 1",
        "Cannot write column content of table "
            + table
            + ": Cannot decode blob descriptor of 1 bytes: its version is 1, only 2 is known; the "
            + "column takes descriptors, which sys.path_to_descriptor(uri) or a query with "
            + "'blob-as-descriptor' returns");
    assertThat(scalar("SELECT count(*) FROM %s", table)).isEqualTo(4L);
  }

  /** What is assigned is a descriptor, and so is what a condition looks at. */
  @ParameterizedTest
  @ValueSource(strings = {APPEND, KEYED})
  void seesDescriptorsInUpdateAndMerge(String end) {
    String table = media(end);
    runWithoutRequests(
        "UPDATE %s SET name = lake.sys.descriptor_to_string(content) "
            + "WHERE content = lake.sys.path_to_descriptor('%s')",
        table, red);
    sql(
        "MERGE INTO %s t USING (SELECT %s AS content) s ON t.content = s.content "
            + "WHEN MATCHED THEN UPDATE SET name = 'blue', thumb = t.content",
        table, literal(blue, 1, 2));
    assertThat(requests()).isZero();
    assertThat(sql("SELECT id, name, thumb FROM %s ORDER BY id", table))
        .containsExactly(
            row(1, "BlobDescriptor{uri='" + red + "', offset=0, length=-1}", "01"),
            row(2, "blue", hex(blue, 1, 2)),
            row(3, "c", null),
            row(4, "d", ""));
    sql(
        "UPDATE %s SET name = hex(lake.sys.read_blob(content)) "
            + "WHERE id < 3 AND lake.sys.read_blob(content) = X'FF0000'",
        table);
    assertThat(sql("SELECT name FROM %s WHERE id = 1", table)).containsExactly(row("FF0000"));
  }

  /** A row that SELECT shows is the row that DELETE removes. */
  @ParameterizedTest
  @ValueSource(strings = {APPEND, KEYED})
  void seesPayloadsInDelete(String end) {
    String table = media(end);
    sql("DELETE FROM %s WHERE id < 4 AND length(content) < 3", table);
    assertThat(sql("SELECT id FROM %s ORDER BY id", table)).containsExactly(row(1), row(3), row(4));
    sql("DELETE FROM %s WHERE id < 4 AND content = X'FF0000'", table);
    assertThat(sql("SELECT id FROM %s ORDER BY id", table)).containsExactly(row(3), row(4));
    assertThat(StorageProbe.count(StorageProbe.Operation.OPEN, "gone")).isZero();
  }
}
