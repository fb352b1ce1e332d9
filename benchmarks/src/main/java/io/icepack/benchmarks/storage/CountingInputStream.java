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
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * Counts what is read from a Hadoop stream. A vectored read counts the ranges that were asked for;
 * it adds nothing to the stream's own abilities, so a caller chooses the same way to read as
 * without it.
 */
final class CountingInputStream extends FSInputStream implements StreamCapabilities {
  private final FSDataInputStream in;
  private final StorageCounters counters;

  CountingInputStream(FSDataInputStream in, StorageCounters counters) {
    this.in = in;
    this.counters = counters;
  }

  @Override
  public int read() throws IOException {
    int value = in.read();
    if (value >= 0) {
      counters.read(1);
    }
    return value;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    return counted(in.read(buffer, offset, length));
  }

  @Override
  public int read(long position, byte[] buffer, int offset, int length) throws IOException {
    return counted(in.read(position, buffer, offset, length));
  }

  @Override
  public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
    in.readFully(position, buffer, offset, length);
    counters.read(length);
  }

  @Override
  public void readFully(long position, byte[] buffer) throws IOException {
    readFully(position, buffer, 0, buffer.length);
  }

  @Override
  public int minSeekForVectorReads() {
    return in.minSeekForVectorReads();
  }

  @Override
  public int maxReadSizeForVectorReads() {
    return in.maxReadSizeForVectorReads();
  }

  @Override
  public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
      throws IOException {
    in.readVectored(ranges, allocate);
    countRanges(ranges);
  }

  @Override
  public void readVectored(
      List<? extends FileRange> ranges,
      IntFunction<ByteBuffer> allocate,
      Consumer<ByteBuffer> release)
      throws IOException {
    in.readVectored(ranges, allocate, release);
    countRanges(ranges);
  }

  @Override
  public void seek(long position) throws IOException {
    in.seek(position);
  }

  @Override
  public long getPos() throws IOException {
    return in.getPos();
  }

  @Override
  public boolean seekToNewSource(long target) throws IOException {
    return in.seekToNewSource(target);
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  @Override
  public boolean hasCapability(String capability) {
    return in.hasCapability(capability);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private int counted(int count) {
    if (count > 0) {
      counters.read(count);
    }
    return count;
  }

  private void countRanges(List<? extends FileRange> ranges) {
    ranges.forEach(range -> counters.read(range.getLength()));
  }
}
