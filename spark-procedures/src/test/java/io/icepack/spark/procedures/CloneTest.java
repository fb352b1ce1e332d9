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

import io.icepack.spark.testing.PointerCatalog;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clones show what their source does, and clean up nothing but themselves. */
class CloneTest extends ProcedureTest {

  private Path root;

  @BeforeAll
  void configureCatalog() {
    root = directory.resolve("mem");
    spark.conf().set("spark.sql.catalog.mem", "io.icepack.spark.IcepackCatalog");
    spark.conf().set("spark.sql.catalog.mem.catalog-impl", PointerCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.mem.warehouse", root.toString());
    spark.conf().set("spark.sql.catalog.mem.cache-enabled", "false");
    sql("CREATE NAMESPACE mem.db");
  }

  @Test
  void sharesEverythingWithAShallowClone() throws IOException {
    createSample("source", "PARTITIONED BY (name)");
    sql("DELETE FROM lake.db.source WHERE id = 4");
    sql("ALTER TABLE lake.db.source DROP COLUMN imgs");
    List<List<Object>> rows = sql("SELECT * FROM lake.db.source ORDER BY id");
    List<List<Object>> lineage = lineage("source");
    Object snapshot = scalar("SELECT snapshot_id FROM lake.db.source.refs");
    StorageProbe.reset();

    List<Object> result =
        sql("CALL lake.sys.clone(source => 'db.source', target => 'db.shallow', mode => 'shallow')")
            .get(0);

    String tag = (String) result.get(2);
    assertThat(result).isEqualTo(row("shallow", snapshot, tag, 6L, 0L, 0L, 0L));
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
    assertThat(sql("SELECT * FROM lake.db.shallow ORDER BY id")).isEqualTo(rows);
    assertThat(lineage("shallow")).isEqualTo(lineage);
    assertThat(stored("shallow").all()).isEmpty();
    sql("INSERT INTO lake.db.shallow VALUES (8, 'h', X'0808', NULL)");
    sql("UPDATE lake.db.shallow SET name = 'z' WHERE id = 0");
    assertThat(
            sql(
                "SELECT id, pic, _blobs.pic.kind FROM lake.db.shallow WHERE id IN (0, 8) ORDER BY id"))
        .containsExactly(row(0, "AA", 5), row(8, "0808", 4));

    // Whatever happens to the source, the tag keeps what the clone needs.
    Map<String, String> packs = packs("source");
    sql("DELETE FROM lake.db.source");
    compact("'db.source'");
    expire("source");
    assertThat(collectGarbage("source").subList(0, 2)).isEqualTo(row("done", null));
    assertThat(packs("source")).isEqualTo(packs);
    assertThat(sql("SELECT * FROM lake.db.shallow WHERE id BETWEEN 1 AND 7 ORDER BY id"))
        .isEqualTo(rows.subList(1, rows.size()));

    // Whatever happens to the clone, the source keeps its own.
    assertThat(collectGarbage("shallow").get(0)).isEqualTo("disabled");
    assertThatThrownBy(() -> expire("shallow")).hasMessageContaining("GC is disabled");
    sql("DROP TABLE lake.db.shallow");
    assertThat(
            sql("SELECT id, name, pic, m FROM lake.db.source VERSION AS OF '%s' ORDER BY id", tag))
        .isEqualTo(rows);
    assertThat(packs("source")).isEqualTo(packs);
  }

  @Test
  void outlivesItsSourceAsADeepClone() throws IOException {
    sql("CREATE TABLE mem.db.original %s PARTITIONED BY (name) TBLPROPERTIES ('x' = 'y')", COLUMNS);
    sql(
        "INSERT INTO mem.db.original VALUES (1, 'a', X'01', array(X'02', NULL, X''), map('k', X'03'))");
    sql("ALTER TABLE mem.db.original SET LOCATION '%s'", root.resolve("moved"));
    sql(
        "INSERT INTO mem.db.original VALUES (2, 'b', X'0404', array(), NULL), (3, 'b', NULL, NULL, map()), (4, NULL, X'', NULL, NULL)");
    sql("UPDATE mem.db.original SET name = 'c' WHERE id = 1");
    sql("ALTER TABLE mem.db.original RENAME COLUMN pic TO picture");
    List<List<Object>> rows = sql("SELECT * FROM mem.db.original ORDER BY id");
    StorageProbe.reset();

    List<Object> result = sql("CALL mem.sys.clone('db.original', 'db.deep')").get(0);

    assertThat(result.get(0)).isEqualTo("deep");
    assertThat(result.subList(4, 7)).isEqualTo(row(4L, 5L, 0L));
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(5);
    assertThat(sql("SELECT name FROM mem.db.original.refs")).containsExactly(row("main"));
    sql("DROP TABLE mem.db.original PURGE");
    assertThat(files(root.resolve("moved"))).isEmpty();
    assertThat(sql("SELECT * FROM mem.db.deep ORDER BY id")).isEqualTo(rows);
    assertThat(sql("CALL mem.sys.verify_blobs('db.deep', deep => true)")).isEmpty();
    assertThat(sql("SELECT DISTINCT _blobs.picture.kind FROM mem.db.deep WHERE picture > X''"))
        .containsExactly(row(4));
    assertThat(
            sql("CALL mem.sys.remove_orphan_blobs('db.deep', TIMESTAMP '2999-01-01 00:00:00')")
                .get(0)
                .subList(1, 4))
        .isEqualTo(row("done", null, 0L));
    assertThat(sql("SHOW TBLPROPERTIES mem.db.deep ('x')")).containsExactly(row("x", "y"));
    assertThat(sql("SELECT * FROM mem.db.deep ORDER BY id")).isEqualTo(rows);
  }

  @Test
  void bringsRowsOfAnEarlierPartitioningIntoThePresentOne() {
    sql("CREATE TABLE lake.db.before %s", COLUMNS);
    sql(
        "INSERT INTO lake.db.before VALUES (1, 'a', X'01', array(X'02'), NULL), (2, 'b', X'', NULL, NULL)");
    sql("ALTER TABLE lake.db.before ADD PARTITION FIELD name");
    sql("INSERT INTO lake.db.before VALUES (3, 'a', X'03', NULL, map('k', X'04'))");
    sql("DELETE FROM lake.db.before WHERE id = 2");
    String query = "SELECT * FROM lake.db.%s ORDER BY id";
    List<List<Object>> rows = sql(query, "before");

    sql("CALL lake.sys.clone('db.before', 'db.after')");

    sql("DROP TABLE lake.db.before PURGE");
    assertThat(sql(query, "after")).isEqualTo(rows).hasSize(2);
    assertThat(sql("SELECT partition.name, record_count FROM lake.db.after.files"))
        .containsExactly(row("a", 2L));
    assertSidecarsExact("after");
  }

  @Test
  void goesOnWhereItWasInterrupted() throws IOException {
    createSample("resumed");
    List<List<Object>> rows = sql("SELECT * FROM lake.db.resumed ORDER BY id");
    AtomicInteger copies = new AtomicInteger();
    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.CREATE
              && access.location().contains("/copy/_blobs/")
              && copies.incrementAndGet() > 3) {
            throw new AccessDeniedException(access.location());
          }
        });
    assertThatThrownBy(() -> sql("CALL lake.sys.clone('db.resumed', 'db.copy', 'deep')"))
        .hasStackTraceContaining("AccessDenied");
    assertThat(sql("SHOW TABLES IN lake.db LIKE 'copy'")).isEmpty();
    assertThat(sql("SELECT name FROM lake.db.resumed.refs")).containsExactly(row("main"));
    assertThat(stored("copy").packs()).hasSize(3);
    // A copy that was cut short is made anew.
    Path half = stored("copy").packs().get(0);
    Files.write(half, new byte[0]);
    Files.deleteIfExists(half.resolveSibling("." + half.getFileName() + ".crc"));
    StorageProbe.reset();

    List<Object> result = sql("CALL lake.sys.clone('db.resumed', 'db.copy', 'deep')").get(0);

    assertThat(result.get(6)).isEqualTo(2L);
    assertThat(sql("SELECT * FROM lake.db.copy ORDER BY id")).isEqualTo(rows);
    assertSidecarsExact("copy");
  }

  /** Somebody may tidy up tags too early; and the protection of a source is no end in itself. */
  @Test
  void outlivesTheTagThatProtectedItsSource() {
    createSample("untagged");
    List<List<Object>> rows = sql("SELECT * FROM lake.db.untagged ORDER BY id");
    AtomicInteger copies = new AtomicInteger();
    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.CREATE
              && access.location().contains("/tagless/data/")
              && copies.incrementAndGet() == 1) {
            sql("ALTER TABLE lake.db.untagged DROP TAG `clone-in-progress-db.tagless`");
          }
        });
    assertThat(sql("CALL lake.sys.clone('db.untagged', 'db.tagless')")).hasSize(1);
    assertThat(copies).hasPositiveValue();
    assertThat(sql("SELECT * FROM lake.db.tagless ORDER BY id")).isEqualTo(rows);
    assertThat(sql("SELECT name FROM lake.db.untagged.refs")).containsExactly(row("main"));
  }

  @Test
  void clonesATableWithoutRows() {
    createSample("emptied");
    sql("TRUNCATE TABLE lake.db.emptied");
    assertThat(sql("CALL lake.sys.clone('db.emptied', 'db.empty', 'deep')")).hasSize(1);
    assertThat(sql("SELECT * FROM lake.db.empty")).isEmpty();
    assertThat(sql("SELECT name FROM lake.db.emptied.refs")).containsExactly(row("main"));
  }

  @Test
  void refusesWhatCannotBe() {
    createSample("full");
    sql("CREATE TABLE lake.db.plain_source (id INT)");
    assertFails(
        "CALL lake.sys.clone('db.plain_source', 'db.x', 'deep')",
        "Cannot clone table lake.db.plain_source to db.x: the table has never had BLOB columns");
    for (String mode : List.of("deep", "shallow")) {
      assertThatThrownBy(() -> sql("CALL lake.sys.clone('db.full', 'db.full', '%s')", mode))
          .hasMessage("Cannot clone table lake.db.full to db.full: it exists already");
    }
    assertFails(
        "CALL lake.sys.clone('db.full', 'db.x', 'half')",
        "Cannot run clone: mode is 'half'; use 'shallow' or 'deep'");
    assertFails(
        "CALL lake.sys.clone('db.full', 'mem.db.x', 'deep')",
        "Cannot run clone: argument 'target' is 'mem.db.x', a table of catalog mem; name one of "
            + "catalog lake, where the new table lies");
    sql("ALTER TABLE lake.db.full DROP COLUMNS (pic, imgs, m)");
    assertFails(
        "CALL lake.sys.clone('db.full', 'db.x', 'deep')",
        "Cannot clone table lake.db.full to db.x: it has no BLOB columns any more");
    sql("CREATE TABLE lake.db.nothing (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    for (String mode : List.of("deep", "shallow")) {
      assertThat(sql("CALL lake.sys.clone('db.nothing', 'db.nothing_%s', '%s')", mode, mode))
          .containsExactly(row(mode, null, null, 0L, 0L, 0L, 0L));
      sql("INSERT INTO lake.db.nothing_%s VALUES (1, X'01')", mode);
      assertThat(sql("SELECT pic FROM lake.db.nothing_%s", mode)).containsExactly(row("01"));
    }
  }

  @Test
  void sharesNothingThatLiesElsewhere() {
    Path elsewhere = directory.resolve("elsewhere");
    createSample("scattered", "TBLPROPERTIES ('write.data.path' = '" + elsewhere + "')");
    List<List<Object>> rows = sql("SELECT * FROM lake.db.scattered ORDER BY id");
    assertThatThrownBy(() -> sql("CALL lake.sys.clone('db.scattered', 'db.near', 'shallow')"))
        .isInstanceOf(ValidationException.class)
        .hasMessageMatching(
            "Cannot clone table lake.db.scattered to db.near: data file %s/[^ ]+ lies outside of %s, "
                    .formatted(elsewhere, stored("scattered").location())
                + "which its blobs are relative to; use a deep clone");
    assertThat(sql("SHOW TABLES IN lake.db LIKE 'near'")).isEmpty();
    assertThat(sql("SELECT name FROM lake.db.scattered.refs")).containsExactly(row("main"));

    sql("CALL lake.sys.clone('db.scattered', 'db.near', 'deep')");

    sql("DROP TABLE lake.db.scattered PURGE");
    assertThat(sql("SELECT * FROM lake.db.near ORDER BY id")).isEqualTo(rows);
    assertThat(stored("near").dataFiles()).isNotEmpty();
  }

  private static List<Path> files(Path location) throws IOException {
    try (Stream<Path> files = Files.walk(location)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.toString().endsWith(".crc"))
          .toList();
    }
  }
}
