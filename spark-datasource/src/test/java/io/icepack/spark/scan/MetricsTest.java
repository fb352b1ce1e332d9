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
package io.icepack.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.SparkTest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.util.QueryExecutionListener;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** What Spark's metrics say of payloads. */
class MetricsTest extends SparkTest {

  @BeforeAll
  void createTable() {
    sql("CREATE TABLE lake.db.t (id INT, kind STRING, pic BINARY COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO lake.db.t SELECT id, string(id % 2), cast(repeat('x', 1048576) AS BINARY) "
            + "FROM range(0, 40, 1, 2)");
  }

  private static Map<String, Long> metrics(SparkPlan plan) {
    Map<String, Long> found = new ConcurrentHashMap<>();
    collect(plan, found);
    return found;
  }

  private static void collect(SparkPlan plan, Map<String, Long> found) {
    Map<String, SQLMetric> metrics = CollectionConverters.asJava(plan.metrics());
    metrics.forEach((name, metric) -> found.merge(name, metric.value(), Math::max));
    CollectionConverters.asJava(plan.children()).forEach(child -> collect(child, found));
    CollectionConverters.asJava(plan.innerChildren())
        .forEach(
            child -> {
              if (child instanceof SparkPlan inner) {
                collect(inner, found);
              }
            });
  }

  @Test
  void countsWhatAScanReads() {
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    Dataset<Row> rows = spark.sql("SELECT id, pic FROM lake.db.t WHERE id < 3");
    assertThat(rows.collectAsList()).hasSize(3);
    assertThat(metrics(rows.queryExecution().executedPlan()))
        .containsEntry("payloadBytesRead", 3L << 20)
        .containsKeys("payloadRequests", "resultDataFiles");
    Dataset<Row> plain = spark.sql("SELECT id, _blobs.pic.size FROM lake.db.t");
    assertThat(plain.collectAsList()).hasSize(40);
    assertThat(metrics(plain.queryExecution().executedPlan()))
        .containsEntry("payloadBytesRead", 0L)
        .containsEntry("payloadRequests", 0L);
    spark.conf().unset("spark.sql.adaptive.enabled");
  }

  @Test
  void countsWhatAStatementWrites() throws Exception {
    Map<String, Long> seen = new ConcurrentHashMap<>();
    QueryExecutionListener listener =
        new QueryExecutionListener() {
          @Override
          public void onSuccess(String name, QueryExecution execution, long nanos) {
            metrics(execution.executedPlan())
                .forEach((key, value) -> seen.merge(key, value, Math::max));
          }

          @Override
          public void onFailure(String name, QueryExecution execution, Exception failure) {}
        };
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    spark.listenerManager().register(listener);
    try {
      sql("INSERT INTO %s VALUES (1, X'AABB'), (2, X'CC'), (3, NULL)", table);
      spark.sparkContext().listenerBus().waitUntilEmpty();
    } finally {
      spark.listenerManager().unregister(listener);
    }
    assertThat(seen).containsEntry("payloadBytesWritten", 3L);
  }

  @Test
  void shufflesNoPayloadForLabels() throws Exception {
    AtomicLong shuffled = new AtomicLong();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onTaskEnd(SparkListenerTaskEnd end) {
            shuffled.addAndGet(end.taskMetrics().shuffleWriteMetrics().bytesWritten());
          }
        };
    spark.sparkContext().addSparkListener(listener);
    try {
      assertThat(spark.table("lake.db.t").groupBy("kind").count().collectAsList()).hasSize(2);
      assertThat(spark.table("lake.db.t").orderBy("id").select("id", "kind").collectAsList())
          .hasSize(40);
      spark.sparkContext().listenerBus().waitUntilEmpty();
    } finally {
      spark.sparkContext().removeSparkListener(listener);
    }
    assertThat(shuffled.get()).isBetween(1L, 64L * 1024);
  }
}
