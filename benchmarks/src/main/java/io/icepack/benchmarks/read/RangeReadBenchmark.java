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
package io.icepack.benchmarks.read;

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.store.PayloadRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reads 1,000 payloads of 100 KiB from local packs that the page cache holds. One operation is the
 * whole batch; every payload ends in an array of its own.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 8, time = 1)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xmx2g"})
public class RangeReadBenchmark {

  /** What Icepack does: resolve, sort, merge, read, hand out. */
  @Benchmark
  public List<ByteBuffer> icepack(StoredPayloads payloads) throws IOException {
    List<PayloadRange> ranges = new ArrayList<>(payloads.descriptors().size());
    for (BlobDescriptor descriptor : payloads.descriptors()) {
      ranges.add(payloads.resolver().resolve(descriptor, payloads.dataFile()));
    }
    return payloads.reader().read(ranges);
  }

  /**
   * The limit: a positional read for each payload, from channels that are open already, with places
   * known beforehand.
   */
  @Benchmark
  public List<ByteBuffer> positionalReads(StoredPayloads payloads) throws IOException {
    List<ByteBuffer> results = new ArrayList<>(payloads.places().size());
    for (StoredPayloads.Place place : payloads.places()) {
      results.add(read(place));
    }
    return results;
  }

  /** The same limit with a thread for each core. */
  @Benchmark
  public List<ByteBuffer> parallelPositionalReads(StoredPayloads payloads) {
    return payloads.places().parallelStream().map(RangeReadBenchmark::readUnchecked).toList();
  }

  private static ByteBuffer readUnchecked(StoredPayloads.Place place) {
    try {
      return read(place);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ByteBuffer read(StoredPayloads.Place place) throws IOException {
    FileChannel channel = place.channel();
    ByteBuffer buffer = ByteBuffer.allocate(place.length());
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, place.position() + buffer.position()) < 0) {
        throw new IOException("Cannot read payload: its pack ended early");
      }
    }
    return buffer.flip();
  }
}
