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
package io.icepack.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.Sessions;
import io.icepack.spark.testing.SparkTest;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Everything that travels between driver and executors under a strict Kryo serializer. */
class KryoIsolatedTest extends SparkTest {

  @BeforeAll
  @Override
  protected void startSession() {
    Sessions.configure(
        Map.of(
            "spark.serializer", "org.apache.spark.serializer.KryoSerializer",
            "spark.kryo.registrationRequired", "true",
            "spark.kryo.registrator", "io.icepack.spark.IcepackKryoRegistrator"));
    super.startSession();
  }

  @Test
  void writesReadsAndChangesRows() {
    sql(
        "CREATE TABLE lake.db.t (id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD') "
            + "PARTITIONED BY (bucket(2, id))");
    sql("INSERT INTO lake.db.t VALUES (1, 'a', X'AA'), (2, 'b', X'BB'), (3, 'c', NULL)");
    sql("UPDATE lake.db.t SET name = 'x' WHERE id = 1");
    sql("DELETE FROM lake.db.t WHERE name = 'c'");
    sql(
        "MERGE INTO lake.db.t t USING (SELECT 2 AS id, X'CC' AS pic) s ON t.id = s.id "
            + "WHEN MATCHED THEN UPDATE SET pic = s.pic");
    assertThat(sql("SELECT id, name, pic FROM lake.db.t ORDER BY id"))
        .containsExactly(row(1, "x", "AA"), row(2, "b", "CC"));
    assertThat(sql("SELECT name, count(*), max(bit_length(pic)) FROM lake.db.t GROUP BY name"))
        .containsExactlyInAnyOrder(row("x", 1L, 8), row("b", 1L, 8));
    assertThat(sql("SELECT sum(length(pic)), count(pic) FROM lake.db.t"))
        .containsExactly(row(2L, 2L));
    assertThat(scalar("SELECT count(*) FROM lake.db.t.snapshots")).isEqualTo(4L);
  }
}
