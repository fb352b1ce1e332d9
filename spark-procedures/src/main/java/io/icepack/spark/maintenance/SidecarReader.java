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

import io.icepack.blob.base.ObjectIdentity;
import io.icepack.blob.base.OwnedObject;
import io.icepack.blob.base.SidecarObjects;
import io.icepack.blob.pack.BlobRefs;
import io.icepack.blob.pack.CorruptBlobRefsException;
import io.icepack.blob.store.BlobStore;
import io.icepack.spark.io.FileIoBlobStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.SortedSet;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.iceberg.Table;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Reads the sidecars of data files, given with the length that a listing tells of it, or null. A
 * sidecar that cannot be trusted becomes a row that says so; a failure of storage fails the task,
 * since another attempt may succeed.
 *
 * @param table the table as executors see it
 */
record SidecarReader(Table table) implements MapPartitionsFunction<Row, Row> {

  @Override
  public Iterator<Row> call(Iterator<Row> dataFiles) {
    SparkJobs.closeAfterTask(table, TaskContext.get());
    BlobStore store = FileIoBlobStore.of(table.io());
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(dataFiles, 0), false)
        .flatMap(row -> read(store, row.getString(0), row.isNullAt(1) ? -1 : row.getLong(1)))
        .iterator();
  }

  private Stream<Row> read(BlobStore store, String dataFile, long listedLength) {
    TaskContext.get().killTaskIfInterrupted();
    String sidecar = SidecarObjects.references(dataFile);
    Stream<Row> own =
        Stream.of(sidecar, SidecarObjects.directory(dataFile)).map(SidecarReader::referenced);
    try {
      SortedSet<OwnedObject> objects = BlobRefs.readListed(store, sidecar, listedLength);
      return Stream.concat(own, objects.stream().map(SidecarReader::referenced));
    } catch (CorruptBlobRefsException | ChecksumException e) {
      return Stream.of(problem(e.getMessage()));
    } catch (FileNotFoundException e) {
      // Manifests may name data files that expiry has deleted, and their sidecars with them.
      return table.io().newInputFile(dataFile).exists()
          ? Stream.of(problem("data file " + dataFile + " has no sidecar " + sidecar))
          : own;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row referenced(OwnedObject object) {
    return RowFactory.create(object.identity(), null);
  }

  private static Row referenced(String location) {
    return RowFactory.create(ObjectIdentity.of(location), null);
  }

  private static Row problem(String problem) {
    return RowFactory.create(null, problem);
  }
}
