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

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written to descriptor columns, and what is refused. */
class DescriptorWriteTest extends DescriptorTest {

  private static final String REMEDY =
      "; the column takes descriptors, which sys.path_to_descriptor(uri) or a query with "
          + "'blob-as-descriptor' returns";
  private static final String HEAD = "0243534544424F4C42";
  private static final String RANGE = "00000000000000000000000000000000";

  @BeforeAll
  void createTables() {
    sql("CREATE TABLE lake.db.append (id INT, content %s)", DESCRIPTOR);
    sql(
        "CREATE TABLE lake.db.keyed (id INT, content %s, PRIMARY KEY (id) NOT ENFORCED)",
        DESCRIPTOR);
  }

  /** The table of either kind in turn: both come to the same check. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "append| |0 bytes: it is cut short, at least 29 bytes are needed",
        "keyed|0243|2 bytes: it is cut short, at least 29 bytes are needed",
        "append|" + HEAD + "02000000|13 bytes: it is cut short, at least 29 bytes are needed",
        "keyed|"
            + HEAD
            + "020000002F"
            + RANGE
            + "|30 bytes: it is cut short, a uri of 2 bytes makes 31",
        "append|"
            + HEAD
            + "010000002F"
            + RANGE
            + "00|31 bytes: it has trailing bytes, a uri of 1 bytes makes 30",
        "keyed|00|1 bytes: its version is 0, only 2 is known",
        "append|FF43534544424F4C42|9 bytes: its version is 255, only 2 is known",
        "keyed|0244534544424F4C42010000002F"
            + RANGE
            + "|30 bytes: its magic number is 0x424C4F4244455344, not 0x424C4F4244455343",
        "append|" + HEAD + "FFFFFFFF" + RANGE + "|29 bytes: its uri length is -1",
        "keyed|"
            + HEAD
            + "FFFFFF7F"
            + RANGE
            + "|29 bytes: it is cut short, a uri of 2147483647 bytes makes 2147483676",
        "append|" + HEAD + "01000000FF" + RANGE + "|30 bytes: its uri is not valid UTF-8"
      })
  void refusesBytesThatAreNoDescriptor(String table, String hex, String problem) {
    String value = hex == null ? "" : hex;
    assertFails(
        "INSERT INTO lake.db." + table + " VALUES (1, X'" + value + "')",
        "Cannot decode blob descriptor of " + problem);
    assertThat(sql("SELECT * FROM lake.db.%s", table)).isEmpty();
  }

  @Test
  void saysWhatTheColumnTakes() {
    assertSays(
        "INSERT INTO lake.db.append VALUES (1, X'89504E47')",
        "Cannot write column content of table lake.db.append: Cannot decode blob descriptor of 4 "
            + "bytes: its version is 137, only 2 is known"
            + REMEDY);
    assertThat(files("lake.db.append").all()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pictures/a.jpg|uri 'pictures/a.jpg' is not absolute; use one with a scheme, such as "
            + "s3://bucket/key",
        "s3://AKIA:secret@bucket/key|uri 's3://***@bucket/key' must not be recorded because it has "
            + "user info; credentials belong to the configuration",
        "https://host/k?X-Amz-Signature=b|uri 'https://host/k?***' must not be recorded because "
            + "its query is signed; credentials belong to the configuration"
      })
  void refusesUris(String uri, String reason) {
    for (String table : List.of("lake.db.append", "lake.db.keyed")) {
      assertFails(
          "INSERT INTO " + table + " VALUES (1, " + literal(uri, 0, -1) + ")",
          "Cannot write column content of table " + table + ": " + reason);
    }
  }

  @Test
  void storesValuesAsTheyAreAndLooksForNothing() {
    String table = create("(id INT, content " + DESCRIPTOR + ") PARTITIONED BY (bucket(2, id))");
    String gone = object("x.blob", "00").replace("x.blob", "gone");
    List<String> uris =
        List.of(
            gone,
            "s3://bucket/%20/a b (2).jpg",
            "/local/50%.jpg",
            "https://host/图片?v=2#y",
            "data:;base64,AAEC");
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < uris.size(); i++) {
      values.append(i == 0 ? "" : ", ").append("(" + i + ", " + literal(uris.get(i), i, 9) + ")");
    }
    sql("INSERT INTO %s VALUES %s, (9, NULL)", table, values);
    assertThat(requests()).isZero();
    List<List<Object>> stored = sql("SELECT id, content FROM %s ORDER BY id", stock(table));
    for (int i = 0; i < uris.size(); i++) {
      assertThat(stored.get(i)).isEqualTo(row(i, hex(uris.get(i), i, 9)));
    }
    assertThat(stored.get(5)).isEqualTo(row(9, null));
    assertThat(stored(table, "content")).isEqualTo(stored);
    assertThat(sql("SELECT _blobs.content.uri FROM %s WHERE id < 5 ORDER BY id", table))
        .isEqualTo(uris.stream().map(uri -> row(uri)).toList());
  }

  /** Payloads are copied into the packs of a table that has a BLOB column there. */
  @Test
  void copiesBetweenTables() {
    String managed = create("(id INT, content BINARY COMMENT '__BLOB_FIELD')");
    String references = create("(id INT, content " + DESCRIPTOR + ")");
    sql("INSERT INTO %s VALUES (1, X'AABB'), (2, X''), (3, NULL)", managed);
    sql("INSERT INTO %s SELECT * FROM %s WITH (`blob-as-descriptor` = true)", references, managed);
    assertThat(sql("SELECT * FROM %s ORDER BY id", references))
        .containsExactly(row(1, "AABB"), row(2, ""), row(3, null));
    assertThat(files(references).packs()).isEmpty();
    sql("INSERT INTO %s SELECT id + 10, content FROM %s", managed, references);
    sql("TRUNCATE TABLE %s", references);
    assertThat(sql("SELECT * FROM %s WHERE id > 10 ORDER BY id", managed))
        .containsExactly(row(11, "AABB"), row(12, ""), row(13, null));
    assertSays(
        "INSERT INTO " + references + " SELECT * FROM " + managed + " WHERE id = 1",
        "Cannot write column content of table "
            + references
            + ": Cannot decode blob descriptor of 2 bytes: its version is 170, only 2 is known"
            + REMEDY);
  }

  @Test
  void refusesOverwritesByValue() {
    assertThat(
            rootOf(
                    catchThrowable(
                        () ->
                            spark
                                .sql("SELECT 1 AS id, cast(NULL AS BINARY) AS content")
                                .writeTo("lake.db.append")
                                .overwrite(col("content").isNotNull())))
                .getMessage())
        .isEqualTo(
            "Cannot overwrite rows of table lake.db.append where content IS NOT NULL: column "
                + "content is a BLOB; use a condition on other columns");
  }
}
