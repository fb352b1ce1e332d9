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
package io.icepack.spark.rowlevel;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.Sessions;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random statements and queries come to the same with blob columns as with plain ones of an Iceberg
 * table. Of every three rounds one is without the session extension and one has a primary key; more
 * of them run under {@code -Dicepack.differential.rounds=100}.
 */
class DifferentialTest extends SparkTest {

  private static final int ROUNDS = Integer.getInteger("icepack.differential.rounds", 3);
  private static final int STATEMENTS = 5;
  private static final String MERGE_ON_READ =
      "'format-version'='3', 'write.update.mode'='merge-on-read', "
          + "'write.merge.mode'='merge-on-read', 'write.delete.mode'='merge-on-read'";

  static IntStream rounds() {
    return IntStream.range(0, ROUNDS);
  }

  @ParameterizedTest
  @MethodSource("rounds")
  void comesToTheSameAsPlainColumns(int round) {
    Random random = new Random(round);
    boolean extended = round % 3 != 1;
    boolean keyed = round % 3 == 2;
    spark = (extended ? Sessions.withExtension() : Sessions.withoutExtension()).newSession();
    SparkSession.setActiveSession(spark);
    configure("lake", warehouse());
    boolean caseSensitive = random.nextInt(3) == 0;
    set("spark.sql.caseSensitive", caseSensitive);
    set("spark.sql.ansi.enabled", random.nextInt(3) > 0);
    set("spark.sql.adaptive.enabled", random.nextBoolean());
    set("spark.sql.codegen.wholeStage", random.nextInt(5) == 0);
    set("spark.sql.codegen.factoryMode", random.nextInt(5) == 0 ? "FALLBACK" : "NO_CODEGEN");
    set("spark.sql.autoBroadcastJoinThreshold", random.nextBoolean() ? "-1" : "10485760");

    RandomSql sql = new RandomSql(random, keyed, caseSensitive);
    String partitions = !keyed && random.nextBoolean() ? " PARTITIONED BY (k) " : " ";
    String plain = create(sql.declaration() + partitions + "TBLPROPERTIES (" + MERGE_ON_READ + ")");
    String blobs =
        create(
            "%s%sTBLPROPERTIES ('blob-field'='%s', 'blob.inline-threshold'='%d'%s)"
                .formatted(
                    sql.declaration(),
                    partitions,
                    sql.blobs(),
                    random.nextInt(3),
                    keyed ? ", 'primary-key'='id'" : ""));
    String rows = "INSERT INTO {table} " + sql.rows(7);
    run(rows, plain);
    run(rows, blobs);
    for (int i = 0; i < STATEMENTS; i++) {
      String statement = sql.statement();
      String onPlain = keyed ? upsert(statement) : statement;
      assertThat(run(statement, blobs)).as(statement).isEqualTo(run(onPlain, plain));
      compare("SELECT * FROM {table}", plain, blobs, statement);
      compare(sql.query(), plain, blobs, statement);
      String question = sql.question();
      StorageProbe.reset();
      compare(question, plain, blobs, statement);
      if (extended) {
        assertThat(StorageProbe.payloadBytesRead()).as(question).isZero();
      }
    }
  }

  private void set(String name, Object value) {
    spark.conf().set(name, value.toString());
  }

  /** What an INSERT into a table with a primary key is for one without. */
  private static String upsert(String statement) {
    return statement.startsWith("INSERT INTO")
        ? "MERGE INTO {table} t USING (%s) s ON t.id = s.id "
                .formatted(statement.substring(statement.indexOf("SELECT")))
            + "WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *"
        : statement;
  }

  private void compare(String query, String plain, String blobs, String statement) {
    Outcome expected = run(query, plain);
    Outcome actual = run(query, blobs);
    assertThat(actual.failure()).as("%s after %s", query, statement).isEqualTo(expected.failure());
    assertThat(actual.rows())
        .as("%s after %s", query, statement)
        .containsExactlyInAnyOrderElementsOf(expected.rows());
  }

  private Outcome run(String statement, String table) {
    try {
      String sql = statement.replace(RandomSql.TABLE, table);
      return new Outcome(rows(spark.sql(sql).collectAsList()), null);
    } catch (Exception e) {
      return new Outcome(List.of(), rootOf(e).getClass());
    }
  }

  /** Rows, or what sort of failure there was instead. */
  private record Outcome(List<List<Object>> rows, Class<?> failure) {}
}
