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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.testing.SparkTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TaskJobTest extends SparkTest {

  private final List<Integer> results = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void forgetResults() {
    results.clear();
  }

  private JavaRDD<Integer> numbers(int count) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      numbers.add(i);
    }
    return JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(numbers, count);
  }

  @Test
  void handsOverEveryResult() {
    TaskJob.run(spark, "Add", numbers(5), (input, context) -> input.next() + 10, results::add);
    assertThat(results).containsExactlyInAnyOrder(10, 11, 12, 13, 14);
  }

  @Test
  void handsOverTheResultsOfTasksThatFinishedBeforeAnotherFailed() {
    assertThatThrownBy(
            () ->
                TaskJob.run(
                    spark,
                    "Fail",
                    numbers(20),
                    (input, context) -> {
                      int number = input.next();
                      if (number == 19) {
                        throw new IllegalStateException("injected");
                      }
                      return number;
                    },
                    results::add))
        .hasMessageContaining("injected");
    assertThat(results).contains(0, 1, 2, 3).doesNotContain(19);
  }

  @Test
  void letsOneAttemptOfATaskPublish() {
    TaskJob.run(
        spark,
        "Publish",
        numbers(2),
        (input, context) -> {
          CommitPermission.request(context);
          boolean other =
              SparkEnv.get()
                  .outputCommitCoordinator()
                  .canCommit(
                      context.stageId(),
                      context.stageAttemptNumber(),
                      context.partitionId(),
                      context.attemptNumber() + 1);
          return other ? 1 : 0;
        },
        results::add);
    assertThat(results).containsExactly(0, 0);
  }
}
