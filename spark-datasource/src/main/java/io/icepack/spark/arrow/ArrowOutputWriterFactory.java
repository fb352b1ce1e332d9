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

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.types.StructType;

/** Makes the writers of Arrow files in a task. */
final class ArrowOutputWriterFactory extends OutputWriterFactory {

  private final ArrowLayout layout;
  private final ArrowWriteOptions options;

  ArrowOutputWriterFactory(ArrowLayout layout, ArrowWriteOptions options) {
    this.layout = layout;
    this.options = options;
  }

  @Override
  public String getFileExtension(TaskAttemptContext context) {
    return ".arrow";
  }

  @Override
  public OutputWriter newInstance(String path, StructType schema, TaskAttemptContext context) {
    try {
      return new ArrowOutputWriter(path, layout.schema(), options, context.getConfiguration());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
