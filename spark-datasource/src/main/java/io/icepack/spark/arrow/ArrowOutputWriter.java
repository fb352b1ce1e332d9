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

import io.icepack.blob.arrow.IpcWriter;
import io.icepack.blob.arrow.SignedSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.arrow.ArrowWriter;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.util.ArrowUtils;

/**
 * Writes one Arrow file, a record batch at a time. Spark's commit protocol says where it stands
 * until the job is committed, and deletes it if the task is aborted.
 */
final class ArrowOutputWriter extends OutputWriter {

  private final String path;
  private final ArrowWriteOptions options;
  private final OutputStream out;
  private final BufferAllocator allocator;
  private final VectorSchemaRoot batch;
  private final ArrowWriter rows;
  private final IpcWriter file;
  private int count;

  /** Whether a row could not be written, after which the file stays incomplete. */
  private boolean failed;

  ArrowOutputWriter(
      String path, Schema schema, ArrowWriteOptions options, Configuration configuration)
      throws IOException {
    this.path = path;
    this.options = options;
    Path location = new Path(path);
    this.out = location.getFileSystem(configuration).create(location, false);
    this.allocator =
        ArrowUtils.rootAllocator().newChildAllocator("write " + path, 0, Long.MAX_VALUE);
    this.batch = VectorSchemaRoot.create(SignedSchema.of(schema), allocator);
    this.rows = ArrowWriter.create(batch);
    this.file = new IpcWriter(schema, IpcWriter.Format.FILE, options.compression(), out, allocator);
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public void write(InternalRow row) {
    failed = true;
    rows.write(row);
    count++;
    long bytes = rows.sizeInBytes();
    // Spark adds up sizes as ints, so one huge value may make the sum negative.
    if (count >= options.batchRows() || bytes >= options.batchBytes() || bytes < 0) {
      flush();
    }
    failed = false;
  }

  @Override
  public void close() {
    try {
      if (!failed) {
        finish();
      }
    } finally {
      release();
    }
  }

  private void finish() {
    try {
      if (count > 0) {
        flush();
      }
      file.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void release() {
    try {
      AutoCloseables.close(file, batch, allocator, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Exception e) {
      throw new IllegalStateException("Cannot close " + path + ": " + e.getMessage(), e);
    }
  }

  private void flush() {
    rows.finish();
    try {
      file.write(batch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.reset();
    count = 0;
  }
}
