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
package io.icepack.benchmarks.spark;

import io.icepack.benchmarks.storage.LocalFiles;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * A {@code local[2]} Spark with two Hadoop catalogs below one directory: {@value #LAKE}, an Icepack
 * catalog, and {@value #PLAIN}, a stock Iceberg one. Everything else is at Spark's and Iceberg's
 * defaults. Closing it stops Spark and removes the directory.
 */
public record LocalSpark(SparkSession session, Path directory) implements AutoCloseable {
  public static final String LAKE = "lake";
  public static final String PLAIN = "plain";

  /**
   * Starts Spark in a new directory among the temporary files, over local files of the given kind.
   */
  public static LocalSpark start(LocalFiles files) {
    files.install();
    Path directory = Directories.createTemporary();
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local[2]")
            .appName("icepack")
            .config("spark.ui.enabled", false)
            .config("spark.driver.host", "localhost")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.local.dir", directory.resolve("scratch").toString())
            .config("spark.sql.warehouse.dir", "file:" + directory.resolve("spark"))
            .config(
                "spark.sql.extensions",
                "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions,"
                    + "io.icepack.spark.IcepackSparkSessionExtensions");
    catalog(directory, LAKE, "io.icepack.spark.IcepackCatalog").forEach(builder::config);
    catalog(directory, PLAIN, "org.apache.iceberg.spark.SparkCatalog").forEach(builder::config);
    return new LocalSpark(builder.getOrCreate(), directory);
  }

  @Override
  public void close() {
    session.stop();
    Directories.delete(directory);
  }

  private static Map<String, String> catalog(Path directory, String name, String implementation) {
    String key = "spark.sql.catalog." + name;
    return Map.of(
        key,
        implementation,
        key + ".type",
        "hadoop",
        key + ".warehouse",
        "file:" + directory.resolve(name));
  }
}
