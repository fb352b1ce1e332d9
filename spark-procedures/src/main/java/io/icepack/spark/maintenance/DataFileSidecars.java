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
package io.icepack.spark.maintenance;

import static org.apache.spark.sql.functions.lit;

import io.icepack.blob.base.SidecarObjects;
import io.icepack.spark.table.Capability;
import java.util.function.Supplier;
import org.apache.iceberg.Table;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sidecars of data files that Iceberg deletes. What goes wrong here never fails the statement:
 * a sidecar that stays is left to garbage collection.
 */
public final class DataFileSidecars {

  private static final Logger LOG = LoggerFactory.getLogger(DataFileSidecars.class);

  private final SparkSession spark;
  private final Table table;

  public DataFileSidecars(SparkSession spark, Table table) {
    this.spark = spark;
    this.table = table;
  }

  /**
   * Does work in which Iceberg expires snapshots, and then deletes the sidecars of the data files
   * that no retained snapshot has any more, also if the work fails half-way.
   */
  public <T> T after(Supplier<T> work) {
    table.refresh();
    if (!Capability.storesPayloads(table.name(), table.properties())) {
      return work.get();
    }
    Dataset<String> before = listDataFiles();
    try {
      return work.get();
    } finally {
      try {
        table.refresh();
        delete(before.except(dataFiles()));
      } catch (Exception e) {
        warn(e);
      }
    }
  }

  /** The data files of all retained snapshots, none if they cannot be read. */
  Dataset<String> listDataFiles() {
    try {
      return SparkJobs.keep(spark, "List data files of table " + table.name(), dataFiles());
    } catch (Exception e) {
      warn(e);
      return spark.emptyDataset(Encoders.STRING());
    }
  }

  private Dataset<String> dataFiles() {
    return ReferencedObjects.dataFiles(spark, table, SparkJobs.defaultParallelism(spark));
  }

  /** Deletes the sidecars of data files. */
  void delete(Dataset<String> dataFiles) {
    ObjectDeletion.run(
        spark,
        "Delete sidecars of table " + table.name(),
        dataFiles
            .map((MapFunction<String, String>) SidecarObjects::references, Encoders.STRING())
            .toDF(StoredObjects.LOCATION)
            .withColumn(StoredObjects.TYPE, lit(ObjectType.REFERENCES.name()))
            .withColumn(StoredObjects.SIZE, lit(0L)),
        table);
  }

  private void warn(Exception e) {
    LOG.warn(
        "Cannot delete the sidecars of expired data files of table {}; garbage collection will",
        table.name(),
        e);
  }
}
