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

import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.TaskCompletionListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Jobs of maintenance, each with a description in Spark's UI and a line in the log. */
public final class SparkJobs {

  private static final Logger LOG = LoggerFactory.getLogger(SparkJobs.class);
  private static final String DESCRIPTION = "spark.job.description";

  private SparkJobs() {}

  /** The number of tasks that Spark uses after a shuffle. */
  static int defaultParallelism(SparkSession spark) {
    return Integer.parseInt(spark.conf().get("spark.sql.shuffle.partitions"));
  }

  /** Does what runs jobs. Those inside it that have a description of their own keep it. */
  public static <T> T run(SparkSession spark, String description, Supplier<T> work) {
    SparkContext context = spark.sparkContext();
    String outer = context.getLocalProperty(DESCRIPTION);
    context.setJobDescription(description);
    LOG.info("{}", description);
    try {
      return work.get();
    } finally {
      context.setJobDescription(outer);
    }
  }

  /**
   * Computes rows now and keeps them on the executors. They are never computed again: if an
   * executor is lost with some of them, what reads them fails.
   */
  static <T> Dataset<T> keep(SparkSession spark, String description, Dataset<T> rows) {
    return run(spark, description, () -> rows.localCheckpoint(true));
  }

  /** What made a job fail, below what Spark wraps around it. */
  static Throwable rootOf(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /** Releases what a task has opened when the task is over. */
  static void closeAfterTask(Object resource, TaskContext task) {
    if (resource instanceof AutoCloseable closeable) {
      task.addTaskCompletionListener(new Closing(closeable));
    }
  }

  private record Closing(AutoCloseable resource) implements TaskCompletionListener {
    @Override
    public void onTaskCompletion(TaskContext task) {
      try {
        resource.close();
      } catch (Exception e) {
        LOG.warn("Cannot close {} after a task", resource, e);
      }
    }
  }
}
