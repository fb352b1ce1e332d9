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
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.icepack.blob.base.OwnedObject;
import io.icepack.blob.base.SidecarObjects;
import io.icepack.blob.pack.BlobRefs;
import io.icepack.spark.testing.ProbedFileIo;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import io.icepack.spark.testing.UncertainCatalog;
import io.icepack.spark.testing.UncertainCatalog.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process that dies at any request to storage, a request that fails, or a catalog that does not
 * answer leaves a table that reads as before or as after the statement, and nothing that the next
 * maintenance does not clean up.
 *
 * <p>By default a few faults of each statement are tried, and what is the same for both kinds of
 * tables with one of them; {@code -Dicepack.crashes=all} tries everything.
 */
class CrashTest extends KeyedTest {

  private static final boolean ALL = "all".equals(System.getProperty("icepack.crashes"));

  private static final Preparation AS_IT_IS = () -> {};

  private final Map<Long, List<List<Object>>> history = new HashMap<>();
  private String table;
  private List<List<Object>> rows;
  private int attempt;
  private int statements;

  /** What is done to the table; both are made by its own name. */
  private enum Kind {
    APPEND,
    KEYED
  }

  /** What a process meets that is about to die. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash() {
      super("the process died", null, false, false);
    }
  }

  /** What is done before each attempt of a statement. */
  @FunctionalInterface
  private interface Preparation {
    void run() throws IOException;
  }

  @Override
  protected void configure(String catalog, String warehouse) {
    String prefix = "spark.sql.catalog." + catalog;
    spark.conf().set(prefix, "io.icepack.spark.IcepackCatalog");
    spark.conf().set(prefix + ".catalog-impl", UncertainCatalog.class.getName());
    spark.conf().set(prefix + ".warehouse", warehouse);
    spark.conf().set(prefix + ".io-impl", ProbedFileIo.class.getName());
    spark.conf().set(prefix + ".cache-enabled", "false");
  }

  @BeforeAll
  void runAsFewTasksAsPossible() {
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    spark.conf().set("spark.sql.shuffle.partitions", "1");
  }

  @ParameterizedTest
  @EnumSource
  void survivesChangesOfRows(Kind kind) throws IOException {
    create("changed", kind);
    crash(
        AS_IT_IS,
        "INSERT INTO lake.db.%1$s VALUES (1%2$03d, 'i', X'0909', array(X'09', NULL), NULL)",
        rows -> with(rows, row(1000 + attempt, "i", "0909", row("09", null), null)));
    crash(
        AS_IT_IS,
        "UPDATE lake.db.%1$s SET pic = X'1%2$03d', name = 'u' WHERE id = 1",
        rows -> with(rows, row(1, "u", "1%03d".formatted(attempt), row(), Map.of())));
    crash(
        AS_IT_IS,
        "CALL lake.sys.compact('db.%1$s', options => map('rewrite-all', 'true'))",
        UnaryOperator.identity());
    assertTidy();
  }

  @ParameterizedTest
  @EnumSource
  void survivesRepacking(Kind kind) throws IOException {
    create("repacked", kind);
    crash(
        AS_IT_IS,
        "CALL lake.sys.repack_blobs('db.%1$s', max_live_ratio => 1.0)",
        UnaryOperator.identity());
    assertTidy();
  }

  @ParameterizedTest
  @EnumSource
  void survivesExpiryAndGarbageCollection(Kind kind) throws IOException {
    assumeTrue(ALL || kind == Kind.APPEND);
    create("expired", kind);
    crash(
        () -> sql("INSERT OVERWRITE lake.db.%s SELECT 1, 'e', X'0E', NULL, map('k', X'0E')", table),
        "CALL lake.system.expire_snapshots(table => 'db.%1$s', older_than => TIMESTAMP "
            + "'2999-01-01 00:00:00', retain_last => 1)",
        UnaryOperator.identity());
    assertTidy();
    crash(
        () -> {
          for (int i = 0; i < 3; i++) {
            Path orphan = Path.of(stored(table).location(), "_blobs/" + i + ".managed.blob");
            if (!Files.exists(orphan)) {
              Files.write(orphan, new byte[3]);
            }
          }
          age(table);
        },
        "CALL lake.sys.remove_orphan_blobs('db.%1$s')",
        UnaryOperator.identity());
    crash(
        AS_IT_IS, "CALL lake.sys.verify_blobs('db.%1$s', deep => true)", UnaryOperator.identity());
    assertTidy();
  }

  @ParameterizedTest
  @EnumSource
  void survivesRebuilding(Kind kind) throws IOException {
    assumeTrue(ALL || kind == Kind.APPEND);
    create("rebuilt", kind);
    crash(
        () -> Files.deleteIfExists(sidecarPath(dataFiles(table).iterator().next())),
        "CALL lake.sys.rebuild_blob_refs('db.%1$s')",
        UnaryOperator.identity());
    sql("CALL lake.sys.rebuild_blob_refs('db.%s')", table);
    assertTidy();
  }

  @ParameterizedTest
  @EnumSource
  void survivesCloning(Kind kind) throws IOException {
    create("cloned", kind);
    for (String mode : List.of("deep", "shallow")) {
      String clone = table + "_" + mode;
      // What an attempt leaves is there for the next one, which goes on with it.
      crash(
          () -> checkAndDrop(clone),
          "CALL lake.sys.clone('db.%1$s', 'db." + clone + "', '" + mode + "')",
          UnaryOperator.identity());
      checkAndDrop(clone);
    }
    assertTidy();
  }

  private void checkAndDrop(String clone) {
    if (spark.catalog().tableExists("lake.db." + clone)) {
      assertThat(rowsOf(clone)).isEqualTo(rows);
      sql("DROP TABLE lake.db.%s", clone);
    }
  }

  private void create(String name, Kind kind) {
    table = name + "_" + kind.name().toLowerCase(Locale.ROOT);
    history.clear();
    attempt = 0;
    sql("CREATE TABLE lake.db.%s %s", table, kind == Kind.KEYED ? KEYED : COLUMNS);
    insert(table, "(0, 'a', X'AA', array(X'01', NULL, X''), map('a', X'01', 'n', NULL, 'e', X''))");
    insert(table, "(1, 'b', X'BB', array(), map()), (2, NULL, X'', NULL, NULL)");
  }

  private static List<List<Object>> with(List<List<Object>> rows, List<Object> changed) {
    List<List<Object>> after = new ArrayList<>(rows);
    after.removeIf(row -> row.get(0).equals(changed.get(0)));
    after.add(changed);
    after.sort((one, other) -> Integer.compare((int) one.get(0), (int) other.get(0)));
    return after;
  }

  /**
   * Lets a statement fail in one way after the other, and at last succeed.
   *
   * @param statement takes the name of the table and the number of the attempt
   * @param effect what the statement makes of the rows
   */
  private void crash(
      Preparation prepare, String statement, UnaryOperator<List<List<Object>>> effect)
      throws IOException {
    int requests = succeed(prepare, statement, effect);
    int commits = UncertainCatalog.commits();
    // A sample has something of all in turn.
    statements++;
    for (int i = 1; i <= requests; i++) {
      int request = i;
      boolean chosen = i == place(requests, 2);
      if (ALL || chosen && statements % 3 > 0) {
        attempt("dies at " + i, () -> failAt(request, false), prepare, statement, effect);
      }
      if (ALL || chosen && statements % 3 == 0) {
        attempt("fails at " + i, () -> failAt(request, true), prepare, statement, effect);
      }
    }
    for (int i = 1; i <= commits; i++) {
      int commit = i;
      for (Disturbance what : Disturbance.values()) {
        if (ALL || i == place(commits, 1) && what.ordinal() == statements % 3) {
          attempt(
              what + " at commit " + i,
              () -> UncertainCatalog.disturb(commit, what),
              prepare,
              statement,
              effect);
        }
      }
    }
    if (ALL) {
      succeed(prepare, statement, effect);
      System.out.printf(
          "%s %s: died and failed at each of %d requests, %d commits disturbed%n",
          table, statement.formatted(table, 0), requests, commits);
    }
  }

  /** One of {@code count}, another for each statement. */
  private int place(int count, int salt) {
    return 1 + (int) (statements * salt * 0.618 % 1 * count);
  }

  /** Runs a statement that succeeds, and returns how many requests it makes. */
  private int succeed(
      Preparation prepare, String statement, UnaryOperator<List<List<Object>>> effect)
      throws IOException {
    attempt++;
    prepare.run();
    List<List<Object>> expected = effect.apply(rowsOf(table));
    StorageProbe.reset();
    UncertainCatalog.reset();
    sql(statement, table, attempt);
    int requests = StorageProbe.accesses().size();
    rows = rowsOf(table);
    assertThat(rows).as(statement).isEqualTo(expected);
    assertIntact(true);
    return requests;
  }

  private void attempt(
      String fault,
      Runnable inject,
      Preparation prepare,
      String statement,
      UnaryOperator<List<List<Object>>> effect)
      throws IOException {
    attempt++;
    prepare.run();
    List<List<Object>> before = prepare == AS_IT_IS ? rows : rowsOf(table);
    List<List<Object>> after = effect.apply(before);
    inject.run();
    Throwable failure = catchThrowable(() -> sql(statement, table, attempt));
    StorageProbe.reset();
    rows = rowsOf(table);
    String description = "%s, %s, %s".formatted(statement, fault, failure);
    if (failure == null) {
      assertThat(rows).as(description).isEqualTo(after);
    } else {
      assertThat(rows).as(description).isIn(before, after);
    }
    assertIntact(!statement.contains("rebuild"));
  }

  /** Makes one request fail, or that and all that come after. */
  private static void failAt(int request, boolean once) {
    AtomicInteger requests = new AtomicInteger();
    StorageProbe.inject(
        access -> {
          boolean counts =
              access.operation() != Operation.READ && access.operation() != Operation.WRITE;
          int number = counts ? requests.incrementAndGet() : requests.get();
          if (once && counts && number == request) {
            throw new IOException("injected");
          } else if (!once && number >= request) {
            throw new Crash();
          }
        });
  }

  private List<List<Object>> rowsOf(String name) {
    return sql("SELECT * FROM lake.db.%s ORDER BY id", name);
  }

  /** Checks that everything is there that the current snapshot and new ones refer to. */
  private void assertIntact(boolean withSidecars) throws IOException {
    Table current = iceberg("lake.db." + table);
    List<Snapshot> snapshots = new ArrayList<>(List.of(current.currentSnapshot()));
    current.snapshots().forEach(snapshots::add);
    snapshots.removeIf(snapshot -> history.containsKey(snapshot.snapshotId()));
    if (snapshots.isEmpty()) {
      snapshots.add(current.currentSnapshot());
    }
    snapshots.forEach(snapshot -> history.put(snapshot.snapshotId(), null));
    history.put(current.currentSnapshot().snapshotId(), rows);
    Set<String> seen = new TreeSet<>();
    for (Snapshot snapshot : snapshots) {
      try (CloseableIterable<FileScanTask> tasks =
          current.newScan().useSnapshot(snapshot.snapshotId()).planFiles()) {
        for (FileScanTask task : tasks) {
          if (seen.add(task.file().location())) {
            assertThat(Path.of(task.file().location())).exists();
            if (withSidecars) {
              references(task.file().location())
                  .forEach(object -> assertThat(Path.of(object.location())).exists());
            }
          }
        }
      }
    }
  }

  private static Set<OwnedObject> references(String dataFile) throws IOException {
    return BlobRefs.decode(Files.readAllBytes(Path.of(SidecarObjects.references(dataFile))));
  }

  /** Checks that history reads as it did, and that maintenance leaves what the table needs. */
  private void assertTidy() throws IOException {
    for (Snapshot snapshot : iceberg("lake.db." + table).snapshots()) {
      List<List<Object>> then = history.get(snapshot.snapshotId());
      if (then != null) {
        assertThat(
                sql(
                    "SELECT * FROM lake.db.%s VERSION AS OF %d ORDER BY id",
                    table, snapshot.snapshotId()))
            .isEqualTo(then);
      }
    }
    for (List<Object> tag : sql("SELECT name FROM lake.db.%s.refs WHERE type = 'TAG'", table)) {
      sql("ALTER TABLE lake.db.%s DROP TAG `%s`", table, tag.get(0));
    }
    expire(table);
    age(table);
    sql(
        "CALL lake.system.remove_orphan_files(table => 'db.%s', older_than => TIMESTAMP '%s')",
        table, Instant.now().minus(2, ChronoUnit.DAYS).toString().substring(0, 19));
    assertThat(collectGarbage(table).subList(0, 2)).isEqualTo(row("done", null));
    Set<Path> needed = new TreeSet<>();
    for (String dataFile : dataFiles(table)) {
      needed.add(Path.of(dataFile));
      needed.add(sidecarPath(dataFile));
      references(dataFile).forEach(object -> needed.add(Path.of(object.location())));
    }
    deleteFiles().forEach(file -> needed.add(Path.of(file)));
    assertThat(new TreeSet<>(stored(table).all())).isEqualTo(needed);
    assertThat(sql("CALL lake.sys.verify_blobs('db.%s', deep => true)", table)).isEmpty();
    assertThat(rowsOf(table)).isEqualTo(rows);
  }

  private Set<String> deleteFiles() {
    Set<String> locations = new TreeSet<>();
    sql("SELECT DISTINCT file_path FROM lake.db.%s.all_delete_files", table)
        .forEach(row -> locations.add((String) row.get(0)));
    return locations;
  }
}
