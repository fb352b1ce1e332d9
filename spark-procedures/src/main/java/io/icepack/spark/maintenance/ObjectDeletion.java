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

import io.icepack.blob.store.BlobStore;
import io.icepack.spark.io.FileIoBlobStore;
import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes some of the {@link StoredObjects}. One that is gone already counts as deleted; one that
 * cannot be deleted does not keep the others.
 *
 * @param table the table as executors see it
 */
record ObjectDeletion(Table table) implements TaskJob.Work<Row, ObjectDeletion.Result> {

  private static final Logger LOG = LoggerFactory.getLogger(ObjectDeletion.class);

  /**
   * What has been deleted.
   *
   * @param deleted objects deleted
   * @param failed number of failures
   * @param failure what the first of these was, null if there was none
   */
  record Result(ObjectCounts deleted, long failed, String failure) implements Serializable {

    static final Result NONE = new Result(ObjectCounts.NONE, 0, null);

    Result plus(Result other) {
      return new Result(
          deleted.plus(other.deleted),
          failed + other.failed,
          failure == null ? other.failure : failure);
    }
  }

  /** Deletes objects, as far as that is possible. */
  static Result run(SparkSession spark, String description, Dataset<Row> objects, Table table) {
    AtomicReference<Result> total = new AtomicReference<>(Result.NONE);
    try {
      TaskJob.run(
          spark,
          description,
          objects.toJavaRDD(),
          new ObjectDeletion(SerializableTableWithSize.copyOf(table)),
          result -> total.updateAndGet(result::plus));
    } catch (Exception e) {
      LOG.warn("Cannot delete all objects: {}", description, e);
      return new Result(ObjectCounts.NONE, 1, SparkJobs.rootOf(e).getMessage()).plus(total.get());
    }
    return total.get();
  }

  @Override
  public Result run(Iterator<Row> objects, TaskContext task) {
    SparkJobs.closeAfterTask(table, task);
    BlobStore store = FileIoBlobStore.of(table.io());
    Result result = Result.NONE;
    while (objects.hasNext()) {
      task.killTaskIfInterrupted();
      result = result.plus(delete(store, objects.next()));
    }
    return result;
  }

  private static Result delete(BlobStore store, Row object) {
    String location = object.getAs(StoredObjects.LOCATION);
    ObjectType type = ObjectType.valueOf(object.getAs(StoredObjects.TYPE));
    long size = object.getAs(StoredObjects.SIZE);
    try {
      store.delete(location);
      return new Result(ObjectCounts.of(type, 1, size), 0, null);
    } catch (IOException | RuntimeException e) {
      LOG.warn("Cannot delete {}", location, e);
      return new Result(ObjectCounts.NONE, 1, e.getMessage());
    }
  }
}
