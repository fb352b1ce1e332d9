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

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;

/** Counts what is written to a Hadoop stream. */
final class CountingOutputStream extends FilterOutputStream
    implements Syncable, StreamCapabilities {
  private final StorageCounters counters;

  CountingOutputStream(OutputStream out, StorageCounters counters) {
    super(out);
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
  public void hflush() throws IOException {
    if (out instanceof Syncable syncable) {
      syncable.hflush();
    } else {
      out.flush();
    }
  }

  @Override
  public void hsync() throws IOException {
    if (out instanceof Syncable syncable) {
      syncable.hsync();
    } else {
      out.flush();
    }
  }

  @Override
  public boolean hasCapability(String capability) {
    return out instanceof StreamCapabilities capable && capable.hasCapability(capability);
  }
}
