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
package io.icepack.spark.testing;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/** The one Spark context of a test JVM. */
public final class Sessions {

  private static final String EXTENSIONS = "spark.sql.extensions";
  private static final String ICEBERG =
      "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions";
  private static final String ICEPACK = "io.icepack.spark.IcepackSparkSessionExtensions";

  private static SparkSession withExtension;
  private static SparkSession withoutExtension;
  private static Map<String, String> settings = Map.of();

  private Sessions() {}

  /** Adds settings of the Spark context, for a test class in a JVM of its own. */
  public static synchronized void configure(Map<String, String> contextSettings) {
    if (withExtension != null) {
      throw new IllegalStateException("Cannot configure Spark: it has been started");
    }
    settings = contextSettings;
  }

  /**
   * A session as users configure it, with both extensions. A task that fails is tried a second
   * time.
   */
  public static synchronized SparkSession withExtension() {
    if (withExtension == null) {
      withExtension =
          SparkSession.builder()
              .master("local[2,2]")
              .config("spark.ui.enabled", "false")
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.driver.host", "127.0.0.1")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config(EXTENSIONS, ICEBERG + "," + ICEPACK)
              .config(new HashMap<String, Object>(settings))
              .getOrCreate();
    }
    return withExtension;
  }

  /** A session on the same context with Iceberg's extension only. */
  public static synchronized SparkSession withoutExtension() {
    if (withoutExtension == null) {
      SparkConf conf = withExtension().sparkContext().conf();
      conf.set(EXTENSIONS, ICEBERG);
      SparkSession.clearActiveSession();
      SparkSession.clearDefaultSession();
      withoutExtension = SparkSession.builder().getOrCreate();
      SparkSession.setDefaultSession(withExtension);
      conf.set(EXTENSIONS, ICEBERG + "," + ICEPACK);
    }
    return withoutExtension;
  }
}
