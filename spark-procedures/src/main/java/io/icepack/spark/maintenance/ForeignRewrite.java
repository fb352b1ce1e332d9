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

import static org.apache.spark.sql.functions.col;

import io.icepack.blob.base.BlobBase;
import io.icepack.blob.base.TableLocations;
import io.icepack.blob.descriptor.BlobKind;
import io.icepack.spark.table.Capability;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableBases;
import io.icepack.spark.table.TableOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Tells whether a client that knows nothing of blobs may move rows to new data files. It copies
 * descriptors as they stand, which is right unless they are relative to their data file or to a
 * root that the new data file does not share. It gives new files one age, which is wrong for runs.
 */
public final class ForeignRewrite {

  private static final Object[] SIDECAR_KINDS = {BlobKind.PACKED.code(), BlobKind.DEDICATED.code()};

  private ForeignRewrite() {}

  /**
   * Checks a table before such a rewrite.
   *
   * @param branch the branch that is rewritten
   * @throws ValidationException naming the table, a data file and the remedy
   */
  public static void check(SparkSession spark, Table table, String branch) {
    if (table.properties().containsKey(PrimaryKey.FIELD_IDS)) {
      throw new ValidationException(
          "Cannot rewrite data files of table %s: it has a primary key, and Iceberg's procedure does "
              + "not know which rows of a key are newer; CALL sys.compact instead",
          table.name());
    }
    if (BlobHistory.of(table).isEmpty()) {
      return;
    }
    if ("false".equals(table.properties().get(TableOptions.MANAGED))) {
      throw new ValidationException(
          "Cannot rewrite data files of table %s: with '%s' = 'false' payloads belong to one data "
              + "file, which Iceberg's procedure does not know; CALL sys.compact instead",
          table.name(), TableOptions.MANAGED);
    }
    TableLocations locations = TableBases.resolver(table).locations();
    Snapshot snapshot = table.snapshot(branch);
    if (snapshot != null && table.properties().containsKey(Capability.SIDECAR_OBJECTS)) {
      checkKinds(spark, table, snapshot);
    }
    if (snapshot != null && locations.registry().bases().stream().anyMatch(BlobBase::datasetRoot)) {
      checkRoots(table, snapshot, locations);
    }
  }

  private static void checkKinds(SparkSession spark, Table table, Snapshot snapshot) {
    List<Row> beside =
        StoredDescriptors.shown(spark, table, snapshot.snapshotId(), table.schema())
            .filter(col(DescriptorReader.KIND).isin(SIDECAR_KINDS))
            .select(DescriptorReader.COLUMN, DescriptorReader.DATA_FILE)
            .takeAsList(1);
    if (!beside.isEmpty()) {
      throw new ValidationException(
          "Cannot rewrite data files of table %s: column %s of data file %s has payloads that belong "
              + "to this data file, which Iceberg's procedure does not know; CALL sys.compact with "
              + "options => map('rewrite-all', 'true') instead",
          table.name(), beside.get(0).getString(0), beside.get(0).getString(1));
    }
  }

  private static void checkRoots(Table table, Snapshot snapshot, TableLocations locations) {
    String newDataFile = table.locationProvider().newDataLocation("new");
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().useSnapshot(snapshot.snapshotId()).planFiles()) {
      for (FileScanTask task : tasks) {
        String dataFile = task.file().location();
        if (!locations.sameImplicitBase(dataFile, newDataFile)) {
          throw new ValidationException(
              "Cannot rewrite data files of table %s: the blobs of data file %s are relative to "
                  + "the former location %s, which Iceberg's procedure does not know; CALL "
                  + "sys.compact instead",
              table.name(), dataFile, locations.implicitBase(dataFile));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot plan a scan of table " + table.name(), e);
    }
  }
}
