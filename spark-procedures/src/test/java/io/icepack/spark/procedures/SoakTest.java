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

import io.icepack.spark.maintenance.BlobVerification;
import io.icepack.spark.maintenance.OrphanBlobRemoval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/**
 * Many statements and all of maintenance at the same time, on a table with and one without a
 * primary key: not one byte is lost. {@code -Dicepack.soak.rounds} sets how many statements.
 */
class SoakTest extends ProcedureTest {

  private static final int ROUNDS = Integer.getInteger("icepack.soak.rounds", 200);
  private static final int ROUNDS_BETWEEN_CHECKS = 10;
  private static final int LANES = 3;

  // File systems tell time in coarser steps than the clock.
  private static final Duration CLOCK = Duration.ofMillis(100);

  private final ConcurrentSkipListSet<Start> running = new ConcurrentSkipListSet<>();
  private final Map<Operation, AtomicInteger> done = new EnumMap<>(Operation.class);
  private final AtomicLong collected = new AtomicLong();

  private record Start(Instant time, int round) implements Comparable<Start> {
    @Override
    public int compareTo(Start other) {
      int byTime = time.compareTo(other.time);
      return byTime != 0 ? byTime : Integer.compare(round, other.round);
    }
  }

  private enum Operation {
    INSERT(8),
    UPDATE(4),
    DELETE(1),
    COMPACT(2),
    COMPACT_MINOR(1),
    EXPIRE(2),
    REF(3),
    COLLECT(2),
    REPACK(2);

    private final int weight;

    Operation(int weight) {
      this.weight = weight;
    }

    static Operation draw(Random random) {
      int drawn = random.nextInt(25);
      for (Operation operation : values()) {
        drawn -= operation.weight;
        if (drawn < 0) {
          return operation;
        }
      }
      throw new AssertionError();
    }
  }

  @Test
  void losesNothing() throws Exception {
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    spark.conf().set("spark.sql.shuffle.partitions", "1");
    for (Operation operation : Operation.values()) {
      done.put(operation, new AtomicInteger());
    }
    String columns = "id INT, version INT, pic BINARY COMMENT '__BLOB_FIELD'";
    String properties = "TBLPROPERTIES ('commit.manifest.min-count-to-merge' = '5')";
    sql("CREATE TABLE lake.db.soak (%s) %s", columns, properties);
    sql("CREATE TABLE lake.db.keyed (%s, PRIMARY KEY (id) NOT ENFORCED) %s", columns, properties);
    List<ExpectedRows> tables =
        List.of(ExpectedRows.appended("soak"), ExpectedRows.upserted("keyed"));
    for (ExpectedRows table : tables) {
      insert(table, new Random(1));
    }
    Random random = new Random(42);
    ExecutorService lanes = Executors.newFixedThreadPool(LANES);
    try {
      for (int round = 0; round < ROUNDS; round += ROUNDS_BETWEEN_CHECKS) {
        List<Callable<Void>> statements = new ArrayList<>();
        for (int i = round; i < round + ROUNDS_BETWEEN_CHECKS; i++) {
          statements.add(
              statement(i, tables.get(i % 2), Operation.draw(random), random.nextLong()));
        }
        for (Future<Void> statement : lanes.invokeAll(statements)) {
          statement.get();
        }
        for (ExpectedRows table : tables) {
          if (round % 40 == 0) {
            collect(table);
          }
          verify(table, round % 50 == 40);
        }
      }
    } finally {
      lanes.shutdownNow();
    }
    assertThat(done.values()).allSatisfy(count -> assertThat(count.get()).isPositive());
    assertThat(collected.get()).isPositive();
  }

  /** One statement, which may lose against another one but not find a payload missing. */
  private Callable<Void> statement(int round, ExpectedRows table, Operation operation, long seed) {
    return () -> {
      SparkSession.setActiveSession(spark);
      Start start = new Start(Instant.now(), round);
      running.add(start);
      try {
        run(operation, table, new Random(seed));
        done.get(operation).incrementAndGet();
      } catch (Exception e) {
        assertThat(rootOf(e).toString()).doesNotContain(".managed.blob").doesNotContain(".blobref");
      } finally {
        running.remove(start);
      }
      return null;
    };
  }

  private void run(Operation operation, ExpectedRows table, Random random) {
    switch (operation) {
      case INSERT -> insert(table, random);
      case UPDATE -> update(table, random.nextInt(7));
      case DELETE -> delete(table);
      case COMPACT -> sql("CALL lake.sys.compact('db.%s')", table.name());
      case COMPACT_MINOR ->
          sql(
              "CALL lake.sys.compact(table => 'db.%s', strategy => '%s')",
              table.name(), table.isUpserted() ? "minor" : "binpack");
      case EXPIRE -> expire(table, random.nextInt(3) + 1, random.nextBoolean());
      case REF -> changeRef(table, random);
      case COLLECT -> collect(table);
      case REPACK -> sql("CALL lake.sys.repack_blobs('db.%s', 0.9)", table.name());
    }
  }

  /** Inserts rows with new ids, or with some that others may write at the same time. */
  private void insert(ExpectedRows table, Random random) {
    int version = table.nextVersion();
    int first = table.isUpserted() ? random.nextInt(20) : 5 * version;
    sql(
        "INSERT INTO lake.db.%s SELECT CAST(id AS INT), %d, %s FROM range(%d, %d, 1, 1)",
        table.name(), version, payload("id", String.valueOf(version)), first, first + 5);
    table.inserted(first, first + 5, version);
  }

  private void update(ExpectedRows table, int remainder) {
    int version = table.nextVersion();
    sql(
        "UPDATE lake.db.%s SET version = %d, pic = %s WHERE id %% 7 = %d",
        table.name(), version, payload("id", String.valueOf(version)), remainder);
    table.updated(id -> id % 7 == remainder, version);
  }

  private void delete(ExpectedRows table) {
    int limit = table.isUpserted() ? 5 : 5 * table.nextVersion() - 60;
    sql("DELETE FROM lake.db.%s WHERE id < %d", table.name(), limit);
    table.deleted(limit);
  }

  /** The bytes that belong to an id and a version. */
  private static String payload(String id, String version) {
    return "unhex(sha2(concat_ws(':', %s, %s), 512))".formatted(id, version);
  }

  /** Expires through this catalog, or as another client does. */
  private void expire(ExpectedRows table, int retain, boolean here) {
    if (here) {
      sql(
          "CALL lake.system.expire_snapshots(table => 'db.%s', older_than => "
              + "TIMESTAMP '2999-01-01 00:00:00', retain_last => %d)",
          table.name(), retain);
    } else {
      iceberg("lake.db." + table.name())
          .expireSnapshots()
          .expireOlderThan(Long.MAX_VALUE)
          .retainLast(retain)
          .commit();
    }
  }

  private void changeRef(ExpectedRows table, Random random) {
    String ref = "r" + random.nextInt(3);
    String kind = random.nextBoolean() ? "TAG" : "BRANCH";
    if (random.nextBoolean()) {
      sql("ALTER TABLE lake.db.%s CREATE OR REPLACE %s %s", table.name(), kind, ref);
    } else {
      sql("ALTER TABLE lake.db.%s DROP %s IF EXISTS %s", table.name(), kind, ref);
    }
  }

  /** Collects everything that is older than the oldest statement at work. */
  private void collect(ExpectedRows table) {
    Start oldest = running.isEmpty() ? null : running.first();
    Instant cutoff = oldest == null ? Instant.now() : oldest.time().minus(CLOCK);
    collected.addAndGet(
        new OrphanBlobRemoval(spark, iceberg("lake.db." + table.name()))
            .olderThan(cutoff)
            .run()
            .deleted()
            .blobs());
  }

  private void verify(ExpectedRows table, boolean everyRef) {
    String name = "lake.db." + table.name();
    assertThat(new BlobVerification(spark, "lake", iceberg(name)).deep(true).run()).isEmpty();
    String query = "SELECT id, version, pic = " + payload("id", "version") + " FROM " + name;
    table.check(sql(query));
    for (String ref : everyRef ? iceberg(name).refs().keySet() : Set.<String>of()) {
      assertThat(sql(query + " VERSION AS OF '%s'", ref))
          .allSatisfy(row -> assertThat(row.get(2)).isEqualTo(true));
    }
  }
}
