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

import io.icepack.blob.base.BlobBase;
import io.icepack.blob.base.TableLocations;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableBases;
import io.icepack.spark.table.TableOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.CloseableIterable;

/**
 * Tells whether a client that knows nothing of blobs may move rows to new data files. It copies
 * descriptors as they stand, which is right unless they are relative to their data file or to a
 * root that the new data file does not share. It gives new files one age, which is wrong for runs.
 */
public final class ForeignRewrite {

  private ForeignRewrite() {}

  /**
   * Checks a table before such a rewrite.
   *
   * @param branch the branch that is rewritten
   * @throws ValidationException naming the table, a data file and the remedy
   */
  public static void check(Table table, String branch) {
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
    if (snapshot != null && locations.registry().bases().stream().anyMatch(BlobBase::datasetRoot)) {
      checkRoots(table, snapshot, locations);
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
