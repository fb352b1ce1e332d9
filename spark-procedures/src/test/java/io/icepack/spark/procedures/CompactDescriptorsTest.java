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
package io.icepack.spark.procedures;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.blob.descriptor.SerializedDescriptor;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Procedures on tables with descriptor columns, none of whose objects exist. */
class CompactDescriptorsTest extends ProcedureTest {

  private static final String SESSION = "spark.sql.catalog.lake.blob-as-descriptor";

  private static String descriptor(int id) {
    String uri = "s3://nowhere/" + id;
    return "X'" + HexFormat.of().formatHex(new SerializedDescriptor(uri, id, -1).encode()) + "'";
  }

  private void create(String table, String more) {
    sql(
        "CREATE TABLE lake.db.%s (id INT, content BINARY COMMENT '__BLOB_DESCRIPTOR_FIELD'%s)",
        table, more);
  }

  private List<List<Object>> literal(String table) {
    return sql(
        "SELECT id, content, _blobs.content.uri FROM lake.db.%s "
            + "WITH (`blob-as-descriptor` = true) ORDER BY id",
        table);
  }

  @Test
  void copiesDescriptorsAsTheyAre() {
    create("only", "");
    for (int id = 1; id < 5; id++) {
      sql("INSERT INTO lake.db.only VALUES (%s, %s)", id, descriptor(id));
    }
    sql("INSERT INTO lake.db.only VALUES (5, NULL), (6, %s)", descriptor(6));
    sql("DELETE FROM lake.db.only WHERE id = 6");
    List<List<Object>> before = literal("only");
    spark.conf().set(SESSION, "true");
    try {
      assertThat(compact("'db.only'").subList(0, 2)).isEqualTo(row(5, 1));
      assertThat(compact("'db.only'").subList(0, 2)).isEqualTo(row(0, 0));
    } finally {
      spark.conf().unset(SESSION);
    }
    assertThat(literal("only")).isEqualTo(before).hasSize(5);
    assertFails(
        "CALL lake.sys.compact(table => 'db.only', where => 'content IS NULL')",
        "Cannot choose data files of table lake.db.only where 'content IS NULL': column content "
            + "is a BLOB; use a condition on other columns");
    assertThat(sql("CALL lake.sys.rebuild_blob_refs('db.only')"))
        .containsExactly(row(0L, 0L, 0L, 0L));
    sql(
        "CALL lake.system.rewrite_data_files(table => 'db.only', options => map('rewrite-all', 'true'))");
    assertThat(literal("only")).isEqualTo(before);
    assertThat(literal("only").get(0).get(2)).isEqualTo("s3://nowhere/1");
    assertThat(files("lake.db.only").sidecars()).isEmpty();
  }

  @Test
  void listsNoneOfTheirObjects() {
    create("mixed", ", pic BINARY COMMENT '__BLOB_FIELD'");
    for (int id = 1; id < 3; id++) {
      sql("INSERT INTO lake.db.mixed VALUES (%s, %s, X'0%s')", id, descriptor(id), id);
    }
    List<List<Object>> before = literal("mixed");
    assertThat(compact("'db.mixed', options => map('min-input-files', '2')").subList(0, 2))
        .isEqualTo(row(2, 1));
    assertThat(literal("mixed")).isEqualTo(before);
    assertThat(sql("SELECT pic FROM lake.db.mixed ORDER BY id"))
        .containsExactly(row("01"), row("02"));
    assertSidecars("mixed");
    assertThat(sql("CALL lake.sys.rebuild_blob_refs('db.mixed')"))
        .containsExactly(row(3L, 0L, 0L, 0L));
  }
}
