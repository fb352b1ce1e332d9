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

import java.io.Serializable;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.iceberg.util.SerializationUtil;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.unsafe.Platform;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Function2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import scala.runtime.BoxedUnit;

/**
 * A Spark job whose results reach the driver one by one, so that those of finished tasks are known
 * if another task fails. Results travel in Java's serialised form, whatever serializer Spark uses.
 */
final class TaskJob {

  private static final Logger LOG = LoggerFactory.getLogger(TaskJob.class);
  private static final long STEPS = 10;
  private static final ClassTag<byte[]> BYTES = ClassTag$.MODULE$.apply(byte[].class);

  private TaskJob() {}

  /** What a task does with its part of the input; sent to executors. */
  @FunctionalInterface
  interface Work<T, R extends Serializable> extends Serializable {
    R run(Iterator<T> input, TaskContext context) throws Exception;
  }

  /**
   * Runs a job and waits for it.
   *
   * @param description what Spark's UI shows
   * @param finished takes the result of each task that finishes, one at a time
   */
  static <T, R extends Serializable> void run(
      SparkSession spark,
      String description,
      JavaRDD<T> input,
      Work<T, R> work,
      Consumer<R> finished) {
    SparkJobs.run(
        spark,
        description,
        () -> {
          Progress progress = new Progress(description, input.getNumPartitions());
          spark.sparkContext().runJob(input.rdd(), task(work), handler(finished, progress), BYTES);
          return null;
        });
  }

  /** Says in the log how far a job is, at each tenth of it. */
  private static final class Progress {
    private final String description;
    private final int tasks;
    private final long start = System.nanoTime();
    private int done;

    Progress(String description, int tasks) {
      this.description = description;
      this.tasks = tasks;
    }

    void taskDone() {
      done++;
      if (STEPS * done / tasks > STEPS * (done - 1) / tasks) {
        LOG.info(
            "{}: {} of {} tasks done after {} s",
            description,
            done,
            tasks,
            TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
      }
    }
  }

  private static <T, R extends Serializable>
      Function2<TaskContext, scala.collection.Iterator<T>, byte[]> task(Work<T, R> work) {
    return (Function2<TaskContext, scala.collection.Iterator<T>, byte[]> & Serializable)
        (context, input) -> {
          try {
            return SerializationUtil.serializeToBytes(
                work.run(CollectionConverters.asJava(input), context));
          } catch (Exception e) {
            Platform.throwException(e);
            throw new AssertionError(e);
          }
        };
  }

  private static <R extends Serializable> Function2<Object, byte[], BoxedUnit> handler(
      Consumer<R> finished, Progress progress) {
    return (partition, result) -> {
      progress.taskDone();
      finished.accept(SerializationUtil.deserializeFromBytes(result));
      return BoxedUnit.UNIT;
    };
  }
}
