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

import io.icepack.blob.base.TableLocations;
import io.icepack.spark.catalog.TablePurge;
import io.icepack.spark.table.TableBases;
import java.util.List;
import org.apache.iceberg.Table;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the packs and sidecars of a table that Iceberg has purged. They go from every location
 * that the table owns, except below one that still has metadata of a table: that may be of another
 * one, whose packs cannot be told apart.
 */
public final class BlobPurge implements TablePurge {

  private static final Logger LOG = LoggerFactory.getLogger(BlobPurge.class);

  @Override
  public Runnable prepare(SparkSession spark, Table table) {
    List<String> roots = TableLocations.outermost(TableBases.ownRoots(table));
    DataFileSidecars sidecars = new DataFileSidecars(spark, table);
    Dataset<String> dataFiles = sidecars.listDataFiles();
    return () -> {
      try {
        sidecars.delete(dataFiles);
        deleteBelow(spark, table, roots);
      } catch (Exception e) {
        LOG.warn("Cannot delete all packs and sidecars of the purged table {}", table.name(), e);
      }
    };
  }

  private static void deleteBelow(SparkSession spark, Table table, List<String> roots)
      throws UnprovenException {
    Dataset<Row> stored =
        SparkJobs.keep(
            spark,
            "List what is left of table " + table.name(),
            StoredObjects.list(spark, table, roots));
    OtherTables others = OtherTables.remaining(stored);
    if (!others.directories().isEmpty()) {
      LOG.warn(
          "Keeping packs of the purged table {} below {}: metadata of another table is there",
          table.name(),
          others.directories());
    }
    ObjectDeletion.run(
        spark, "Delete packs of table " + table.name(), others.exclude(stored), table);
  }
}
