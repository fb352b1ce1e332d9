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

import io.icepack.benchmarks.spark.Directories;
import io.icepack.benchmarks.spark.Payloads;
import io.icepack.blob.base.BaseRegistry;
import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.pack.PackWriter;
import io.icepack.blob.read.RangeReader;
import io.icepack.blob.read.ReadOptions;
import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.HadoopBlobStore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Payloads in local packs, their descriptors in random order, and the places of the same bytes for
 * plain reads.
 */
@State(Scope.Benchmark)
public class StoredPayloads {
  private static final int PACKS = 4;
  private static final int SEED = 20;

  /**
   * {@code adjacent}: every payload of the packs is read; {@code scattered}: every second, so that
   * nothing can be merged.
   */
  @Param({"adjacent", "scattered"})
  public String layout = "adjacent";

  @Param("1000")
  public int count = 1000;

  @Param("102400")
  public int bytes = 100 << 10;

  private final Map<String, FileChannel> channels = new HashMap<>();
  private Path directory;
  private DescriptorResolver resolver;
  private RangeReader reader;
  private List<BlobDescriptor> descriptors;
  private List<Place> places;

  /** Where a payload lies, for a plain read. */
  record Place(FileChannel channel, long position, int length) {}

  @Setup(Level.Trial)
  public void write() throws IOException {
    directory = Directories.createTemporary();
    BlobStore store = new HadoopBlobStore(new Configuration());
    descriptors = store(store, layout.equals("scattered") ? 2 : 1);
    Collections.shuffle(descriptors, new Random(SEED));
    resolver = new DescriptorResolver(BaseRegistry.empty(), directory.toString());
    reader = new RangeReader(store, ReadOptions.forLocation(directory.toString()));
    places = new ArrayList<>();
    for (BlobDescriptor descriptor : descriptors) {
      places.add(new Place(channel(descriptor), descriptor.position(), (int) descriptor.size()));
    }
  }

  @TearDown(Level.Trial)
  public void remove() throws IOException {
    reader.close();
    for (FileChannel channel : channels.values()) {
      channel.close();
    }
    Directories.delete(directory);
  }

  DescriptorResolver resolver() {
    return resolver;
  }

  RangeReader reader() {
    return reader;
  }

  List<BlobDescriptor> descriptors() {
    return descriptors;
  }

  List<Place> places() {
    return places;
  }

  /** A data file that the descriptors' rows could be in. */
  String dataFile() {
    return directory + "/data/rows.parquet";
  }

  private List<BlobDescriptor> store(BlobStore store, int every) throws IOException {
    List<BlobDescriptor> stored = new ArrayList<>();
    long packBytes = (long) count * every * bytes / PACKS;
    try (PackWriter writer = new PackWriter(store, directory.toString(), packBytes)) {
      for (int i = 0; i < count * every; i++) {
        BlobDescriptor descriptor = writer.append(Payloads.of(i, bytes)).descriptor();
        if (i % every == 0) {
          stored.add(descriptor);
        }
      }
    }
    return stored;
  }

  private FileChannel channel(BlobDescriptor descriptor) throws IOException {
    FileChannel channel = channels.get(descriptor.blobUri());
    if (channel == null) {
      channel = FileChannel.open(directory.resolve(descriptor.blobUri()), StandardOpenOption.READ);
      channels.put(descriptor.blobUri(), channel);
    }
    return channel;
  }
}
