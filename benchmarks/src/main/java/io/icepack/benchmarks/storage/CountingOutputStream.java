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
package io.icepack.benchmarks.storage;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;

/** Counts what is written to a Hadoop stream. */
final class CountingOutputStream extends OutputStream implements Syncable, StreamCapabilities {
  private final FSDataOutputStream out;
  private final StorageCounters counters;

  CountingOutputStream(FSDataOutputStream out, StorageCounters counters) {
    this.out = out;
    this.counters = counters;
  }

  @Override
  public void write(int value) throws IOException {
    out.write(value);
    counters.wrote(1);
  }

  @Override
  public void write(byte[] buffer, int offset, int length) throws IOException {
    out.write(buffer, offset, length);
    counters.wrote(length);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void hflush() throws IOException {
    out.hflush();
  }

  @Override
  public void hsync() throws IOException {
    out.hsync();
  }

  @Override
  public boolean hasCapability(String capability) {
    return out.hasCapability(capability);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
