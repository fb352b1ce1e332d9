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

import io.icepack.spark.table.PrimaryKey;
import java.util.List;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.IsolationLevel;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.ReplacePartitions;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.spark.SparkWriteConf;

/** How the new rows of a statement enter the table. */
@FunctionalInterface
interface RowCommit {

  /** The operation to commit, null if there is nothing to do. */
  SnapshotUpdate<?> operation(Table table, SparkWriteConf conf, List<TaskCommit> tasks);

  /** INSERT INTO. */
  static SnapshotUpdate<?> append(Table table, SparkWriteConf conf, List<TaskCommit> tasks) {
    AppendFiles append = table.newAppend();
    dataFiles(tasks).forEach(append::appendFile);
    return append;
  }

  /**
   * INSERT INTO a primary-key table. Nothing is validated: the order of commits is the order of
   * runs, so that writers do not conflict.
   */
  static SnapshotUpdate<?> upsert(Table table, SparkWriteConf conf, List<TaskCommit> tasks) {
    RowDelta delta = table.newRowDelta();
    tasks.forEach(task -> task.dataFiles().forEach(delta::addRows));
    tasks.forEach(task -> task.deleteFiles().forEach(delta::addDeletes));
    return delta;
  }

  /** INSERT OVERWRITE of the partitions that new rows fall into. */
  static SnapshotUpdate<?> dynamicOverwrite(
      Table table, SparkWriteConf conf, List<TaskCommit> tasks) {
    List<DataFile> files = dataFiles(tasks);
    if (files.isEmpty()) {
      return null;
    }
    ReplacePartitions replace = table.newReplacePartitions();
    IsolationLevel isolation = conf.isolationLevel();
    if (isolation != null) {
      if (conf.validateFromSnapshotId() != null) {
        replace.validateFromSnapshot(conf.validateFromSnapshotId());
      }
      replace.validateNoConflictingDeletes();
      if (isolation == IsolationLevel.SERIALIZABLE) {
        replace.validateNoConflictingData();
      }
    }
    files.forEach(replace::addFile);
    return replace;
  }

  /** INSERT OVERWRITE of the rows that match a filter. */
  static RowCommit overwrite(Expression filter) {
    return (table, conf, tasks) -> {
      List<DataFile> files = dataFiles(tasks);
      OverwriteFiles overwrite =
          table.newOverwrite().caseSensitive(conf.caseSensitive()).overwriteByRowFilter(filter);
      if (!files.isEmpty() && table.properties().containsKey(PrimaryKey.FIELD_IDS)) {
        overwrite.validateAddedFilesMatchOverwriteFilter();
      }
      IsolationLevel isolation = conf.isolationLevel();
      if (isolation != null) {
        if (conf.validateFromSnapshotId() != null) {
          overwrite.validateFromSnapshot(conf.validateFromSnapshotId());
        }
        overwrite.validateNoConflictingDeletes();
        if (isolation == IsolationLevel.SERIALIZABLE) {
          overwrite.validateNoConflictingData();
        }
      }
      files.forEach(overwrite::addFile);
      return overwrite;
    };
  }

  private static List<DataFile> dataFiles(List<TaskCommit> tasks) {
    return tasks.stream().flatMap(task -> task.dataFiles().stream()).toList();
  }
}
