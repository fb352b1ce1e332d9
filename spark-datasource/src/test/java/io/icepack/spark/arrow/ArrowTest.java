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
package io.icepack.spark.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.blob.arrow.BlobSchemas;
import io.icepack.blob.arrow.FieldPath;
import io.icepack.blob.arrow.IpcBatches;
import io.icepack.blob.arrow.IpcFile;
import io.icepack.blob.store.HadoopBlobStore;
import io.icepack.spark.testing.ProbedFileSystem;
import io.icepack.spark.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.util.ArrowUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** Arrow files of one test class, through Spark. */
abstract class ArrowTest extends SparkTest {

  /** Blobs of the complete shape: bytes, none, empty, a whole object, a part of one. */
  static final String BLOBS =
      "SELECT id, named_struct('data', data, 'uri', uri, 'position', position, 'size', size) AS b,"
          + " data FROM VALUES (1, X'0102', NULL, NULL, NULL),"
          + " (3, X'', NULL, NULL, NULL), (4, NULL, 's3://b/k', NULL, NULL),"
          + " (5, NULL, 's3://b/k', 4L, 2L)"
          + " AS v(id, data, uri, position, size)"
          + " UNION ALL SELECT 2, NULL, NULL";

  static final String NESTED =
      "SELECT 1 AS id, array(named_struct('data', X'01', 'uri', STRING(NULL)), NULL) AS list,"
          + " named_struct('deep', array(named_struct('b', named_struct('data', BINARY(NULL),"
          + " 'uri', 'file:/x')))) AS s UNION ALL SELECT 2, array(), NULL UNION ALL"
          + " SELECT 3, NULL, named_struct('deep', NULL)";

  @BeforeAll
  void knowTheProbe() {
    ProbedFileSystem.configuration()
        .forEach((key, value) -> spark.sparkContext().hadoopConfiguration().set(key, value));
  }

  @AfterEach
  void releasesMemory() {
    assertThat(ArrowUtils.rootAllocator().getAllocatedMemory()).isZero();
  }

  DataFrameWriter<Row> write(String query) {
    return spark.sql(query).coalesce(1).write().format("icepack-arrow");
  }

  Dataset<Row> load(String path, String... columns) {
    return spark.read().format("icepack-arrow").load(path).selectExpr(columns);
  }

  static String path(String name) {
    return directory.resolve("arrow").resolve(name).toString();
  }

  static Path onlyFile(String path) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(path))) {
      return files.filter(file -> file.toString().endsWith(".arrow")).findFirst().orElseThrow();
    }
  }

  static List<String> blobPaths(String path) throws IOException {
    try (IpcFile file = open(path)) {
      return BlobSchemas.blobPaths(file.schema()).stream().map(FieldPath::toString).toList();
    }
  }

  static List<Integer> batchRows(String path) throws IOException {
    List<Integer> rows = new ArrayList<>();
    try (RootAllocator allocator = new RootAllocator();
        IpcFile file = open(path);
        IpcBatches batches = file.batches(allocator)) {
      while (batches.next()) {
        rows.add(batches.batch().getRowCount());
      }
    }
    return rows;
  }

  static IpcFile open(String path) throws IOException {
    return IpcFile.open(new HadoopBlobStore(new Configuration()), onlyFile(path).toString());
  }
}
