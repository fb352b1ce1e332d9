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

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Gives every data file of a table the sidecar that it lacks, as those do that another client wrote
 * or that were written before the table had blob columns, or whose sidecar cannot be read.
 */
public final class BlobRefsRebuild {

  private final SparkSession spark;
  private final Table table;
  private boolean force;
  private boolean dryRun;

  public BlobRefsRebuild(SparkSession spark, Table table) {
    this.spark = spark;
    this.table = table;
  }

  /**
   * Sets whether to replace also sidecars of an unknown version, and those that lack what the data
   * file references, which takes reading the descriptors of all data files.
   */
  public BlobRefsRebuild force(boolean newForce) {
    this.force = newForce;
    return this;
  }

  /** Sets whether to look only. */
  public BlobRefsRebuild dryRun(boolean newDryRun) {
    this.dryRun = newDryRun;
    return this;
  }

  /** Checks the data files of all snapshots that the table retains, on every branch and tag. */
  public BlobRefsReport run() {
    table.refresh();
    return run(DataFileRows.retained(spark, table));
  }

  /**
   * Does work in which another client adds data files, and then checks those, also if the work
   * fails half-way.
   */
  public <T> T after(Supplier<T> work) {
    table.refresh();
    if (BlobHistory.of(table).isEmpty()) {
      return work.get();
    }
    Set<Long> before = new HashSet<>();
    table.snapshots().forEach(snapshot -> before.add(snapshot.snapshotId()));
    T result;
    try {
      result = work.get();
    } catch (Exception e) {
      try {
        run(addedSince(before));
      } catch (Exception failure) {
        e.addSuppressed(failure);
      }
      throw e;
    }
    try {
      run(addedSince(before));
    } catch (Exception e) {
      throw new IllegalStateException(
          "Cannot write the blob references of data files just added to table "
              + table.name()
              + "; CALL sys.rebuild_blob_refs to do so",
          e);
    }
    return result;
  }

  private Dataset<Row> addedSince(Set<Long> before) {
    table.refresh();
    List<DataFile> added = new ArrayList<>();
    for (Snapshot snapshot : table.snapshots()) {
      if (!before.contains(snapshot.snapshotId())) {
        SnapshotChanges.builderFor(table)
            .snapshot(snapshot)
            .build()
            .addedDataFiles()
            .forEach(added::add);
      }
    }
    return DataFileRows.of(spark, added);
  }

  private BlobRefsReport run(Dataset<Row> files) {
    if (BlobHistory.of(table).isEmpty()) {
      return BlobRefsReport.NOTHING;
    }
    AtomicReference<BlobRefsReport> total = new AtomicReference<>(BlobRefsReport.NOTHING);
    TaskJob.run(
        spark,
        "Rebuild blob references of " + table.name(),
        files.toJavaRDD(),
        new BlobRefsTask(SerializableTableWithSize.copyOf(table), force, dryRun),
        report -> total.updateAndGet(report::plus));
    return total.get();
  }
}
