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
package io.icepack.benchmarks.endtoend;

import io.icepack.benchmarks.spark.Payloads;
import java.util.Arrays;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The steps on one contender's table. Every step that returns data checks it. */
final class Workload {
  private static final String TABLE = "db.media";
  private static final String TABLE_MARK = "{table}";
  private static final String CHANGED = "changed";
  private static final int TASKS = 2;
  private static final int REPEATED_QUERIES = 5;

  private final SparkSession spark;
  private final Contender contender;
  private final DataSet data;
  private final long checksum;
  private final String table;

  Workload(SparkSession spark, Contender contender, DataSet data, long checksum) {
    this.spark = spark;
    this.contender = contender;
    this.data = data;
    this.checksum = checksum;
    this.table = contender.catalog() + "." + TABLE;
  }

  Contender contender() {
    return contender;
  }

  void create() {
    spark.sql(
        "CREATE TABLE %s (id BIGINT NOT NULL, label STRING, %s)"
            .formatted(table, contender.contentColumn()));
  }

  void drop() {
    spark.sql("DROP TABLE IF EXISTS " + table + " PURGE");
  }

  void run(Step step) {
    switch (step) {
      case INSERT -> insert();
      case LABEL_SCAN -> scanLabels();
      case CONTENT_SCAN -> scanContent();
      case LOOKUP -> lookUp();
      case UPDATE -> update();
      case COMPACT -> compact();
    }
  }

  /** Fails unless the table holds what it should after all steps. */
  void verify() {
    scanContent();
    long changed =
        sql("SELECT count(*) FROM {table} WHERE label = '" + CHANGED + "'").first().getLong(0);
    require("changed labels", data.changedRows(), changed);
  }

  private void insert() {
    int rows = data.values() / data.commits();
    for (long first = 0; first < data.values(); first += rows) {
      spark
          .range(first, first + rows, 1, TASKS)
          .selectExpr(
              "id",
              "concat('label-', id % " + DataSet.LABELS + ") AS label",
              "%s(id, %d) AS content".formatted(Payloads.FUNCTION, data.bytes()))
          .createOrReplaceTempView("new_media");
      sql("INSERT INTO {table} SELECT id, label, content FROM new_media");
    }
  }

  private void scanLabels() {
    for (int i = 0; i < REPEATED_QUERIES; i++) {
      long rows =
          sql("SELECT label, count(*) FROM {table} GROUP BY label").collectAsList().stream()
              .mapToLong(row -> row.getLong(1))
              .sum();
      require("rows", data.values(), rows);
    }
  }

  private void scanContent() {
    Row sums = sql("SELECT count(*), sum(crc32(content)) FROM {table}").first();
    require("rows", data.values(), sums.getLong(0));
    require("sum of checksums", checksum, sums.getLong(1));
  }

  private void lookUp() {
    for (int i = 0; i < REPEATED_QUERIES; i++) {
      long id = (long) i * data.values() / REPEATED_QUERIES;
      byte[] content =
          sql("SELECT content FROM {table} WHERE id = " + id).as(Encoders.BINARY()).first();
      if (!Arrays.equals(Payloads.of(id, data.bytes()), content)) {
        throw new IllegalStateException("Wrong content of row %d of %s".formatted(id, table));
      }
    }
  }

  private void update() {
    sql("UPDATE {table} SET label = '" + CHANGED + "' WHERE " + DataSet.CHANGED);
  }

  private void compact() {
    spark.sql(contender.compaction(TABLE));
  }

  private Dataset<Row> sql(String statement) {
    return spark.sql(statement.replace(TABLE_MARK, table));
  }

  private void require(String what, long expected, long actual) {
    if (expected != actual) {
      throw new IllegalStateException(
          "Wrong %s in %s: %d, expected %d".formatted(what, table, actual, expected));
    }
  }
}
