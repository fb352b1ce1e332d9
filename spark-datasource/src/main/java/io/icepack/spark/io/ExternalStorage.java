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
package io.icepack.spark.io;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import io.icepack.blob.store.HadoopBlobStore;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.spark.SparkUtil;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.SerializableConfiguration;

/**
 * How tasks reach objects that a table does not own: through Hadoop, as Spark is configured, with
 * the options {@code blob-descriptor.<hadoop key>} laid over it. Sent to executors.
 */
@DefaultSerializer(JavaSerializer.class)
public final class ExternalStorage implements Serializable {

  /** Before a Hadoop key: a table property, a session setting of the catalog, a read option. */
  public static final String OPTION = "blob-descriptor.";

  /** The one option of that form that names no Hadoop key. */
  public static final String SOURCE_TABLE = OPTION + "source-table";

  private static final long serialVersionUID = 1L;

  private final SerializableConfiguration configuration;
  private final Map<String, String> overrides;

  private ExternalStorage(Configuration configuration, Map<String, String> overrides) {
    this.configuration = new SerializableConfiguration(configuration);
    this.overrides = overrides;
  }

  /**
   * The storage of one statement.
   *
   * @param catalog name of the catalog, whose {@code hadoop.*} options count, too
   * @param properties table properties
   * @param options read options, which count before session settings, and those before properties
   */
  public static ExternalStorage of(
      SparkSession spark,
      String catalog,
      Map<String, String> properties,
      CaseInsensitiveStringMap options) {
    Map<String, String> overrides = new HashMap<>();
    add(overrides, OPTION, properties);
    add(overrides, "spark.sql.catalog." + catalog + "." + OPTION, settings(spark));
    add(overrides, OPTION, options.asCaseSensitiveMap());
    Configuration configuration = SparkUtil.hadoopConfCatalogOverrides(spark, catalog);
    overrides.forEach(configuration::set);
    return new ExternalStorage(configuration, overrides);
  }

  private static Map<String, String> settings(SparkSession spark) {
    return scala.jdk.javaapi.CollectionConverters.asJava(spark.conf().getAll());
  }

  private static void add(
      Map<String, String> overrides, String prefix, Map<String, String> settings) {
    settings.forEach(
        (key, value) -> {
          if (key.startsWith(prefix) && !key.endsWith(SOURCE_TABLE)) {
            overrides.put(key.substring(prefix.length()), value);
          }
        });
  }

  /** Opens the storage for one task, which closes it. */
  public HadoopBlobStore open() {
    // Hadoop shares file systems by their URI alone, so one with other credentials is not shared.
    return overrides.isEmpty()
        ? new HadoopBlobStore(configuration.value())
        : HadoopBlobStore.withOwnFileSystems(configuration.value());
  }
}
