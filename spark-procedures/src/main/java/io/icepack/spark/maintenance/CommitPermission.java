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

import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.executor.CommitDeniedException;

/**
 * Spark's rule that of all attempts of a task, retried or speculative, only one may publish what it
 * made. The others take back their objects.
 */
final class CommitPermission {

  private CommitPermission() {}

  /**
   * Takes back what a task has published if it turns out to be killed: Spark drops its result then.
   */
  static void onKill(TaskContext context, Runnable takeBack) {
    context.addTaskCompletionListener(
        ended -> {
          if (ended.isInterrupted()) {
            takeBack.run();
          }
        });
  }

  /**
   * Asks the driver for permission, which an attempt gets once.
   *
   * @throws CommitDeniedException if another attempt has it
   */
  static void request(TaskContext context) throws CommitDeniedException {
    boolean granted =
        SparkEnv.get()
            .outputCommitCoordinator()
            .canCommit(
                context.stageId(),
                context.stageAttemptNumber(),
                context.partitionId(),
                context.attemptNumber());
    if (!granted) {
      throw new CommitDeniedException(
          "Cannot publish attempt %d of task %d: another attempt does"
              .formatted(context.attemptNumber(), context.partitionId()),
          context.stageId(),
          context.partitionId(),
          context.attemptNumber());
    }
  }
}
