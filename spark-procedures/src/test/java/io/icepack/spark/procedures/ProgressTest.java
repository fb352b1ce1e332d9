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
package io.icepack.spark.procedures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeoutException;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.junit.jupiter.api.Test;

/** Each Spark job of a procedure says what it is for. */
class ProgressTest extends ProcedureTest {

  @Test
  void describesEveryJob() {
    createSample("described");
    Map<String, String> calls = new TreeMap<>();
    calls.put("compact", "'db.described'");
    calls.put("remove_orphan_blobs", "'db.described', TIMESTAMP '2999-01-01 00:00:00'");
    calls.put("rebuild_blob_refs", "'db.described'");
    calls.put("verify_blobs", "'db.described'");
    calls.put("repack_blobs", "'db.described', 1.0");
    calls.put("clone", "'db.described', 'db.copy'");
    calls.forEach(
        (procedure, arguments) ->
            assertThat(jobs("CALL lake.sys." + procedure + "(" + arguments + ")"))
                .as(procedure)
                .isNotEmpty()
                .allSatisfy(
                    job ->
                        assertThat(job)
                            .matches(".+ (lake[.]db[.]described.*|sys[.]" + procedure + ")")));
  }

  private Set<String> jobs(String statement) {
    Set<String> descriptions = new ConcurrentSkipListSet<>();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart start) {
            descriptions.add(
                String.valueOf(start.properties().getProperty("spark.job.description")));
          }
        };
    spark.sparkContext().addSparkListener(listener);
    try {
      sql(statement);
      spark.sparkContext().listenerBus().waitUntilEmpty();
    } catch (TimeoutException e) {
      throw new IllegalStateException(e);
    } finally {
      spark.sparkContext().removeSparkListener(listener);
    }
    return descriptions;
  }
}
