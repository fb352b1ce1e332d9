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
package io.icepack.spark.column;

import io.icepack.blob.read.RangeReader;
import io.icepack.blob.read.ReadOptions;
import io.icepack.blob.read.ReadStats;
import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.HadoopBlobStore;
import io.icepack.blob.store.RetryPolicy;
import io.icepack.blob.store.RetryingBlobStore;
import io.icepack.spark.io.ExternalStorage;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The readers of one task for objects that the table does not own. Nothing is opened before the
 * first of them is met.
 */
public final class ExternalReaders implements Closeable {

  private final Supplier<ExternalStorage> storage;
  private final Map<ReadOptions, RangeReader> readers = new HashMap<>();
  private HadoopBlobStore store;

  public ExternalReaders(Supplier<ExternalStorage> storage) {
    this.storage = storage;
  }

  /** The reader for an object; those of objects that are near to each other in kind share one. */
  public RangeReader reader(String location) {
    return readers.computeIfAbsent(ReadOptions.forLocation(location), this::open);
  }

  private RangeReader open(ReadOptions options) {
    if (store == null) {
      store = storage.get().open();
    }
    BlobStore retrying = new RetryingBlobStore(store, RetryPolicy.DEFAULT);
    return new RangeReader(retrying, options);
  }

  /** What all readers have done. */
  public ReadStats stats() {
    return readers.values().stream()
        .map(RangeReader::stats)
        .reduce(new ReadStats(0, 0, 0), ReadStats::plus);
  }

  @Override
  public void close() {
    readers.values().forEach(RangeReader::close);
    readers.clear();
    if (store != null) {
      try {
        store.close();
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot close external storage", e);
      } finally {
        store = null;
      }
    }
  }
}
