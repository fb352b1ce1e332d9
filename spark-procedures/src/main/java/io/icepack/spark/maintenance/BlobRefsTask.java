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

import java.util.Iterator;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;

/**
 * Checks the sidecars of some data files and writes those that are missing or corrupt.
 *
 * @param table the table as executors see it
 * @param force whether to replace also those of an unknown version, and to compare sidecars with
 *     their data files
 * @param dryRun whether to write nothing
 */
record BlobRefsTask(Table table, boolean force, boolean dryRun)
    implements TaskJob.Work<Row, BlobRefsReport> {

  @Override
  public BlobRefsReport run(Iterator<Row> files, TaskContext task) throws Exception {
    try {
      SidecarRebuild rebuild = new SidecarRebuild(table);
      BlobRefsReport report = BlobRefsReport.NOTHING;
      boolean permitted = false;
      while (files.hasNext()) {
        task.killTaskIfInterrupted();
        DataFile file = DataFileRows.dataFile(files.next());
        SidecarRebuild.State state = rebuild.state(file, force);
        boolean needed =
            switch (state) {
              case SOUND -> false;
              case MISSING, CORRUPT -> !dryRun;
              case UNKNOWN, INCOMPLETE -> !dryRun && force;
            };
        if (needed && !permitted) {
          CommitPermission.request(task);
          permitted = true;
        }
        report = report.plus(state.report());
        if (needed && rebuild.write(file, state)) {
          report = report.plus(new BlobRefsReport(0, 0, 0, 1));
        }
      }
      return report;
    } finally {
      if (table instanceof AutoCloseable copy) {
        copy.close();
      }
    }
  }
}
