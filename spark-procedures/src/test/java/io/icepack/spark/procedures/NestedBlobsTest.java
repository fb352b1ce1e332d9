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

import io.icepack.spark.testing.StorageProbe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Maintenance of tables with nested, struct-shaped and referenced blobs. */
class NestedBlobsTest extends ProcedureTest {

  private static final String VALUE =
      "named_struct('data', %s, 'uri', %s, 'position', %s, 'size', %s)";

  private Path outside;

  private void createNested(String table) throws IOException {
    outside = directory.resolve("outside");
    Files.createDirectories(outside);
    Files.write(outside.resolve("object.blob"), new byte[] {1, 2, 3, 4});
    sql(
        "CREATE TABLE lake.db.%s (id INT, pic STRUCT<data: BINARY, uri: STRING, position: BIGINT, "
            + "size: BIGINT>, meta STRUCT<name: STRING, pic: BINARY>, items ARRAY<STRUCT<label: "
            + "STRING, pic: BINARY>>) TBLPROPERTIES ('blob-field'='pic,meta.pic,items.element.pic', "
            + "'blob.external.mode'='reference', 'blob.base.5'='%s')",
        table, outside);
    insert(table, 1, VALUE.formatted("X'AA'", "NULL", "NULL", "NULL"), "X'01'");
    insert(
        table,
        2,
        VALUE.formatted("NULL", "'" + outside + "/object.blob'", 1, 2),
        "CAST(NULL AS BINARY)");
    insert(table, 3, "NULL", "X'03'");
  }

  private void insert(String table, int id, String pic, String bytes) {
    sql(
        "INSERT INTO lake.db.%s SELECT %d, %s, named_struct('name', 'n%d', 'pic', %s), "
            + "array(named_struct('label', 'l', 'pic', %s), NULL)",
        table, id, pic, id, bytes, bytes);
  }

  private List<List<Object>> all(String table) {
    return sql("SELECT *, _blobs FROM lake.db.%s ORDER BY id", table);
  }

  private Map<Path, String> sidecars(String table) throws IOException {
    Map<Path, String> sidecars = new HashMap<>();
    for (Path sidecar : stored(table).sidecars()) {
      sidecars.put(sidecar, Files.readString(sidecar, StandardCharsets.ISO_8859_1));
    }
    return sidecars;
  }

  @Test
  void areCompactedRebuiltAndCollected() throws IOException {
    createNested("nested");
    List<List<Object>> before = all("nested");
    assertThat(before.get(1).subList(0, 3))
        .isEqualTo(row(2, row("0203", null, null, null), row("n2", null)));
    StorageProbe.reset();
    assertThat(compact("'db.nested', options => map('rewrite-all', 'true')").subList(0, 2))
        .isEqualTo(row(3, 1));
    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
    assertThat(all("nested")).isEqualTo(before);
    sql("ALTER TABLE lake.db.nested RENAME COLUMN meta.pic TO image");
    sql("ALTER TABLE lake.db.nested DROP COLUMN items.element.pic");
    sql("ALTER TABLE lake.db.nested ADD COLUMN items.element.pic BINARY COMMENT '__BLOB_FIELD'");
    assertThat(sql("SELECT meta.image, items.pic FROM lake.db.nested WHERE id = 1"))
        .containsExactly(row("01", Arrays.asList(null, null)));
    Map<Path, String> sidecars = sidecars("nested");
    for (Path sidecar : sidecars.keySet()) {
      Files.delete(sidecar);
    }
    sql("CALL lake.sys.rebuild_blob_refs('db.nested')");
    assertThat(sidecars("nested")).isEqualTo(sidecars);
    assertThat(sql("CALL lake.sys.verify_blobs('db.nested')")).isEmpty();
    assertThat(collectGarbage("nested").get(2)).isEqualTo(0L);

    sql("DELETE FROM lake.db.nested WHERE meta.name = 'n1'");
    compact("'db.nested', options => map('rewrite-all', 'true')");
    expire("nested");
    // what row 1 had, and the dropped field of row 3
    assertThat(collectGarbage("nested").get(2)).isEqualTo(4L);
    assertThat(sql("SELECT id, pic.data, meta.image FROM lake.db.nested ORDER BY id"))
        .containsExactly(row(2, "0203", null), row(3, null, "03"));
    assertThat(Files.exists(outside.resolve("object.blob"))).isTrue();
  }

  @Test
  void areCloned() throws IOException {
    createNested("source");
    sql("CALL lake.sys.clone(source => 'db.source', target => 'db.copy', mode => 'deep')");
    List<List<Object>> content = sql("SELECT id, pic, meta, items FROM lake.db.source ORDER BY id");
    assertThat(sql("SELECT id, pic, meta, items FROM lake.db.copy ORDER BY id")).isEqualTo(content);
    sql("DROP TABLE lake.db.source PURGE");
    assertThat(sql("SELECT id, pic, meta, items FROM lake.db.copy ORDER BY id")).isEqualTo(content);
    insert("copy", 4, VALUE.formatted("X'BB'", "NULL", "NULL", "NULL"), "X'04'");
    assertThat(sql("SELECT pic.data, meta.pic FROM lake.db.copy WHERE id IN (1, 4) ORDER BY id"))
        .containsExactly(row("AA", "01"), row("BB", "04"));
    assertFails(
        "ALTER TABLE lake.db.copy UNSET TBLPROPERTIES ('blob.base.5')",
        "Cannot unset 'blob.base.5' on table lake.db.copy: it is bound to %s, and stored payloads "
                .formatted(outside)
            + "may be found through it; register another location under a new id");
  }
}
