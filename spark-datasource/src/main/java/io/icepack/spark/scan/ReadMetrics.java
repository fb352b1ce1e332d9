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
package io.icepack.spark.scan;

import io.icepack.blob.read.ReadStats;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** The metrics of a scan that Spark's UI shows beside Iceberg's. */
public final class ReadMetrics {

  private static final String BYTES = "payloadBytesRead";
  private static final String REQUESTS = "payloadRequests";

  private ReadMetrics() {}

  static CustomMetric[] supported() {
    return new CustomMetric[] {new PayloadBytesRead(), new PayloadRequests()};
  }

  static CustomTaskMetric[] add(CustomTaskMetric[] iceberg, ReadStats stats) {
    return Stream.concat(
            Arrays.stream(iceberg),
            Stream.of(
                new TaskMetric(BYTES, stats.bytesRead()),
                new TaskMetric(REQUESTS, stats.requests())))
        .toArray(CustomTaskMetric[]::new);
  }

  private record TaskMetric(String name, long value) implements CustomTaskMetric {}

  /** Sum over all tasks. Spark creates it by name. */
  public static final class PayloadBytesRead extends CustomSumMetric {
    @Override
    public String name() {
      return BYTES;
    }

    @Override
    public String description() {
      return "payload bytes read";
    }
  }

  /** Sum over all tasks. Spark creates it by name. */
  public static final class PayloadRequests extends CustomSumMetric {
    @Override
    public String name() {
      return REQUESTS;
    }

    @Override
    public String description() {
      return "payload read requests";
    }
  }
}
