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
package io.icepack.spark.arrow;

import io.icepack.spark.scan.ColumnarRows;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.FileSourceOptions;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.v2.FilePartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.util.SerializableConfiguration;

/** Makes the readers of Arrow files in a task. */
final class ArrowReaderFactory extends FilePartitionReaderFactory {

  private final Broadcast<SerializableConfiguration> configuration;
  private final ArrowColumns columns;
  private final FileSourceOptions options;

  ArrowReaderFactory(
      SparkContext context,
      Configuration configuration,
      ArrowColumns columns,
      FileSourceOptions options) {
    this.configuration = SerializableConfiguration.broadcast(context, configuration);
    this.columns = columns;
    this.options = options;
  }

  @Override
  public FileSourceOptions options() {
    return options;
  }

  @Override
  public boolean supportColumnarReads(InputPartition partition) {
    return true;
  }

  @Override
  public PartitionReader<ColumnarBatch> buildColumnarReader(PartitionedFile file) {
    try {
      return new ArrowBatchReader(configuration.value().value(), file, columns);
    } catch (IOException e) {
      // As it is: Spark tells a missing file from a corrupt one.
      Platform.throwException(e);
      throw new AssertionError(e);
    }
  }

  @Override
  public PartitionReader<InternalRow> buildReader(PartitionedFile file) {
    return new ColumnarRows(buildColumnarReader(file));
  }
}
