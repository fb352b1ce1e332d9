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
package io.icepack.spark.rowlevel;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.DeleteLoader;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.encryption.EncryptingFileIO;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.util.DeleteFileSet;

/**
 * The position deletes that the scanned data files have already, which a new deletion vector takes
 * in; sent to executors.
 */
@DefaultSerializer(JavaSerializer.class)
final class PreviousDeletes implements Serializable {

  private final Map<String, DeleteFileSet> byDataFile;

  private PreviousDeletes(Map<String, DeleteFileSet> byDataFile) {
    this.byDataFile = byDataFile;
  }

  /**
   * Collects the deletes of the files that a statement has read.
   *
   * @param scanned null if nothing was read
   */
  static PreviousDeletes of(Table table, ScannedRows scanned) {
    Map<String, DeleteFileSet> deletes = new HashMap<>();
    if (scanned != null && scanned.snapshotId() != null) {
      TableScan scan =
          table
              .newScan()
              .useSnapshot(scanned.snapshotId())
              .filter(scanned.filter())
              .ignoreResiduals();
      try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
        tasks.forEach(task -> add(deletes, task));
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot plan deletes of table " + table.name(), e);
      }
    }
    return new PreviousDeletes(deletes);
  }

  private static void add(Map<String, DeleteFileSet> deletes, FileScanTask task) {
    for (DeleteFile delete : task.deletes()) {
      if (delete.content() == FileContent.POSITION_DELETES) {
        deletes.computeIfAbsent(task.file().location(), file -> DeleteFileSet.create()).add(delete);
      }
    }
  }

  /** Loads the positions deleted from a data file; null for none. */
  Function<CharSequence, PositionDeleteIndex> loader(Table table) {
    DeleteLoader loader =
        new BaseDeleteLoader(
            file -> EncryptingFileIO.combine(table.io(), table.encryption()).newInputFile(file));
    return dataFile -> {
      DeleteFileSet deletes = byDataFile.get(dataFile.toString());
      return deletes == null ? null : loader.loadPositionDeletes(deletes, dataFile);
    };
  }
}
