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
package io.icepack.spark.write;

import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.iceberg.spark.SparkWriteUtil;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** The metrics of a write that Spark's UI shows: Iceberg's and the payload bytes. */
public final class WriteMetrics {

  private static final String PAYLOAD_BYTES_WRITTEN = "payloadBytesWritten";

  private WriteMetrics() {}

  /** All metrics of a write. */
  public static CustomMetric[] supported() {
    return Stream.concat(
            Arrays.stream(SparkWriteUtil.supportedCustomMetrics()),
            Stream.of(new PayloadBytesWritten()))
        .toArray(CustomMetric[]::new);
  }

  /** What a task has written so far. */
  public static CustomTaskMetric[] of(TaskWrite task) {
    long bytes = task.payloadBytes();
    return new CustomTaskMetric[] {
      new CustomTaskMetric() {
        @Override
        public String name() {
          return PAYLOAD_BYTES_WRITTEN;
        }

        @Override
        public long value() {
          return bytes;
        }
      }
    };
  }

  /** Sum over all tasks. Spark creates it by name. */
  public static final class PayloadBytesWritten extends CustomSumMetric {
    @Override
    public String name() {
      return PAYLOAD_BYTES_WRITTEN;
    }

    @Override
    public String description() {
      return "payload bytes written";
    }
  }
}
