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
package io.icepack.spark.write;

import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.PrimaryKey;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * Rows that a primary-key table has in a partitioning that another client replaced. An equality
 * delete holds in partitions of its own partitioning alone, so one that is written now would leave
 * them.
 */
public final class EarlierPartitioning {

  private EarlierPartitioning() {}

  /**
   * Refuses a statement that may delete keys.
   *
   * @param branch the branch that it writes to, null for the main one
   * @param statement what the statement does, such as {@code delete rows}
   * @throws ValidationException if the branch has data files in an earlier partitioning
   */
  public static void refuseDeletions(BlobTable table, String branch, String statement) {
    if (!table.primaryKey().map(PrimaryKey::isUpsert).orElse(false)) {
      return;
    }
    Table iceberg = table.table();
    Snapshot snapshot =
        iceberg.specs().size() == 1 ? null : SnapshotUtil.latestSnapshot(iceberg, branch);
    if (snapshot != null
        && snapshot.dataManifests(iceberg.io()).stream()
            .anyMatch(manifest -> isEarlier(iceberg, manifest))) {
      throw new ValidationException(
          "Cannot %s of table %s: another client changed the partitioning, and a deletion would "
              + "not reach the data files that are still in an earlier one; CALL sys.compact on "
              + "the table first",
          statement, table.name());
    }
  }

  private static boolean isEarlier(Table table, ManifestFile manifest) {
    return manifest.partitionSpecId() != table.spec().specId()
        && (manifest.hasAddedFiles() || manifest.hasExistingFiles());
  }
}
