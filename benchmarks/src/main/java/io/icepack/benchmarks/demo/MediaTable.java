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
package io.icepack.benchmarks.demo;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lower;
import static org.apache.spark.sql.functions.substring_index;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;

/** The table of the demo: one row for every file of a folder. */
final class MediaTable {
  static final String NAME = "lake.db.media";

  private final SparkSession spark;

  MediaTable(SparkSession spark) {
    this.spark = spark;
  }

  void create() {
    spark.sql(
        """
        CREATE TABLE %s (
          name STRING NOT NULL,
          label STRING,
          modified TIMESTAMP,
          content BINARY COMMENT '__BLOB_FIELD; the file, byte for byte')
        """
            .formatted(NAME));
  }

  /**
   * Adds every file below {@code folder}, named by its path from there and labelled by its
   * extension.
   */
  void load(Path folder) {
    String root = "file:" + folder + "/";
    Dataset<Row> files =
        spark.read().format("binaryFile").option("recursiveFileLookup", true).load(root);
    Dataset<Row> rows =
        files.select(
            expr("substring(path, %d)".formatted(root.codePointCount(0, root.length()) + 1))
                .as("name"),
            lower(substring_index(col("path"), ".", -1)).as("label"),
            col("modificationTime").as("modified"),
            col("content"));
    try {
      rows.writeTo(NAME).append();
    } catch (NoSuchTableException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Count and sizes for each label, from descriptors alone. */
  Dataset<Row> sizes() {
    return spark.sql(
        """
        SELECT label, count(*) AS files, min(_blobs.content.size) AS smallest,
          max(_blobs.content.size) AS largest, sum(_blobs.content.size) AS bytes
        FROM %s GROUP BY label ORDER BY label
        """
            .formatted(NAME));
  }

  /** The {@code count} files with the most bytes. */
  Dataset<Row> largest(int count) {
    return spark.sql(
        """
        SELECT name, label, _blobs.content.size AS bytes, _blobs.content.position AS position
        FROM %s ORDER BY bytes DESC, name LIMIT %d
        """
            .formatted(NAME, count));
  }

  byte[] content(String name) {
    return spark
        .table(NAME)
        .where(col("name").equalTo(name))
        .select("content")
        .as(Encoders.BINARY())
        .first();
  }

  /** Gives every file of label {@code from} the label {@code to}. */
  void relabel(String from, String to) {
    spark.sql(
        "UPDATE " + NAME + " SET label = :to WHERE label = :from", Map.of("from", from, "to", to));
  }

  Row compact() {
    return spark.sql("CALL lake.sys.compact(table => 'db.media')").first();
  }

  long count() {
    return spark.table(NAME).count();
  }

  long count(String label) {
    return spark.table(NAME).where(col("label").equalTo(label)).count();
  }

  /** The SHA-256 of every file by its name. */
  Map<String, String> hashes() {
    List<Row> rows = spark.sql("SELECT name, sha2(content, 256) FROM " + NAME).collectAsList();
    Map<String, String> hashes = new HashMap<>();
    rows.forEach(row -> hashes.put(row.getString(0), row.getString(1)));
    return hashes;
  }
}
