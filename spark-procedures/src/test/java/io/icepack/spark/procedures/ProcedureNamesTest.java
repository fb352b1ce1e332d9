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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables and branches with names that need quoting, and names that mean no table. */
class ProcedureNamesTest extends ProcedureTest {

  @ParameterizedTest
  @ValueSource(strings = {"it's a.b \"so\" ``50%20`` #x?y=z+é漢字", "blob_packs"})
  void takesTablesOfAnyName(String name) throws IOException {
    String namespace = "n" + Math.abs(name.hashCode());
    sql("CREATE NAMESPACE lake." + namespace);
    String table = "lake." + namespace + ".`" + name + "`";
    String argument = (namespace + ".`" + name + "`").replace("'", "\\'");
    spark.sql("CREATE TABLE " + table + " " + COLUMNS);
    spark.sql(
        "INSERT INTO "
            + table
            + " SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 'a', X'0101', NULL, NULL), (2, 'b', X'02', NULL, NULL)");
    spark.sql("DELETE FROM " + table + " WHERE id = 2");
    spark.sql("ALTER TABLE " + table + " CREATE BRANCH `b.1 x`");
    Path packs = Path.of(warehouse(), namespace, name.replace("``", "`"), "_blobs");
    Files.write(packs.resolve("dead.managed.blob"), new byte[3]);

    assertThat(
            call("remove_orphan_blobs('%s', TIMESTAMP '2999-01-01 00:00:00')", argument)
                .get(0)
                .subList(0, 4))
        .isEqualTo(
            row(name.equals("blob_packs") ? table.replace("`", "") : table, "done", null, 1L));
    assertThat(call("verify_blobs('%s', deep => true)", argument)).isEmpty();
    assertThat(call("rebuild_blob_refs('%s')", argument)).containsExactly(row(1L, 0L, 0L, 0L));
    assertThat(rows(spark.sql("SELECT live_values FROM " + table + ".blob_packs").collectAsList()))
        .containsExactly(row(1L));
    assertThat(call("repack_blobs('%s', 1.0)", argument).get(0).get(0)).isEqualTo(1L);
    for (String mode : List.of("deep", "shallow")) {
      String clone = argument.substring(0, argument.length() - 1) + " " + mode + "`";
      call("clone('%s', '%s', '" + mode + "')", argument, clone);
      assertThat(
              rows(
                  spark
                      .sql("SELECT id, pic FROM lake." + clone.replace("\\'", "'"))
                      .collectAsList()))
          .containsExactly(row(1, "0101"));
    }
    assertThat(call("compact('%s', branch => 'b.1 x')", argument).get(0).get(0)).isEqualTo(1);
    assertThat(call("remove_orphan_blobs('%s.*')", namespace)).hasSize(3);
    assertThat(rows(spark.sql("SELECT id, pic FROM " + table).collectAsList()))
        .containsExactly(row(1, "0101"));
  }

  @Test
  void refusesPartsOfATable() {
    createSample("whole");
    sql("ALTER TABLE lake.db.whole CREATE BRANCH b");
    sql("ALTER TABLE lake.db.whole CREATE TAG t");
    Object snapshot = scalar("SELECT snapshot_id FROM lake.db.whole.refs LIMIT 1");
    Map<String, String> parts =
        Map.of(
            "branch_b",
            "branch b",
            "tag_t",
            "a snapshot",
            "snapshot_id_" + snapshot,
            "a snapshot",
            "snapshots",
            "the metadata");
    List<String> calls =
        List.of("remove_orphan_blobs", "verify_blobs", "rebuild_blob_refs", "repack_blobs");
    parts.forEach(
        (part, meaning) -> {
          String message =
              "Cannot run %s on lake.db.whole.%s: this means %s of a table; name the table itself";
          for (String call : calls) {
            assertFails(
                "CALL lake.sys.%s('db.whole.%s')".formatted(call, part),
                message.formatted(call, part, meaning));
          }
          assertFails(
              "CALL lake.sys.clone('db.whole.%s', 'db.part')".formatted(part),
              message.formatted("clone", part, meaning));
        });
    assertFails(
        "CALL lake.sys.compact('db.whole.tag_t')",
        "Cannot run compact on lake.db.whole.tag_t: this means a snapshot of a table; name the table "
            + "itself");
    assertFails(
        "CALL lake.sys.verify_blobs('db.whole.blob_packs')",
        "Cannot run verify_blobs on lake.db.whole.blob_packs: it is not an Iceberg table");
    sql("CREATE TABLE lake.db.tag_t (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    assertThat(call("verify_blobs('db.tag_t')")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "remove_orphan_blobs('lake.*') | remove_orphan_blobs on lake.*: it names no namespace; use one, such as 'db.*'",
        "remove_orphan_blobs('.*')     | remove_orphan_blobs: argument 'table' is empty; name a table, such as 'db.media'",
        "remove_orphan_blobs('*')      | remove_orphan_blobs: argument 'table' is '*', which is not the name of a table",
        "remove_orphan_blobs('db.*.*') | remove_orphan_blobs: argument 'table' is 'db.*', which is not the name of a table",
        "remove_orphan_blobs(NULL)     | remove_orphan_blobs: argument 'table' is empty; name a table, such as 'db.media'",
        "remove_orphan_blobs('db.no')  | remove_orphan_blobs: there is no table lake.db.no",
        "verify_blobs('a.b.c.d')       | verify_blobs: there is no table lake.a.b.c.d",
        "clone(NULL, 'db.x')           | clone: argument 'source' is empty; name a table, such as 'db.media'",
        "clone('db.no', '')            | clone: argument 'target' is empty; name a table, such as 'db.media'",
        "clone('db.no', 'a b')         | clone: argument 'target' is 'a b', which is not the name of a table",
      })
  void refusesWhatIsNoName(String call, String message) {
    assertThatThrownBy(() -> sql("CALL lake.sys." + call))
        .isInstanceOf(ValidationException.class)
        .hasMessage("Cannot run " + message);
  }

  /** A dry run that deletes would be the worst answer to NULL. */
  @Test
  void refusesSwitchesThatAreNeitherOnNorOff() throws IOException {
    sql("CREATE TABLE lake.db.switched (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    Path orphan = Path.of(warehouse(), "db", "switched", "_blobs", "dead.managed.blob");
    Files.createDirectories(orphan.getParent());
    Files.write(orphan, new byte[3]);
    age("switched");
    assertFails(
        "CALL lake.sys.remove_orphan_blobs('db.switched', dry_run => CAST(NULL AS BOOLEAN))",
        "Cannot run remove_orphan_blobs: dry_run is NULL; use true or false");
    assertFails(
        "CALL lake.sys.repack_blobs('db.switched', dry_run => NULL)",
        "Cannot run repack_blobs: dry_run is NULL; use true or false");
    assertFails(
        "CALL lake.sys.rebuild_blob_refs('db.switched', force => NULL)",
        "Cannot run rebuild_blob_refs: force is NULL; use true or false");
    assertFails(
        "CALL lake.sys.remove_orphan_blobs('db.*', parallelism => -3)",
        "Cannot run remove_orphan_blobs: parallelism is -3; use a number above 0");
    assertThat(orphan).exists();
    assertThat(removeOrphans("'db.switched', NULL, false, NULL"))
        .containsEntry("deleted_blobs_count", 1L);
    assertThat(sql("CALL lake.sys.verify_blobs('db.switched', NULL)")).isEmpty();
    assertThat(sql("CALL lake.sys.repack_blobs('db.switched', NULL)").get(0).get(0)).isEqualTo(0L);
  }

  private List<List<Object>> call(String call, Object... arguments) {
    return rows(spark.sql("CALL lake.sys." + call.formatted(arguments)).collectAsList());
  }
}
