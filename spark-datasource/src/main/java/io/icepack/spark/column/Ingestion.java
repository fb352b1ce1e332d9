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

import io.icepack.blob.base.TableLocations;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.DataUri;
import io.icepack.blob.descriptor.ExternalUri;
import io.icepack.blob.descriptor.LogicalBlob;
import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.HadoopBlobStore;
import io.icepack.blob.store.PayloadRange;
import io.icepack.blob.store.RetryPolicy;
import io.icepack.blob.store.RetryingBlobStore;
import io.icepack.spark.io.ExternalStorage;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Supplier;

/** Copies objects and parts of them into the table, in constant memory. */
public final class Ingestion implements UriStore {

  private static final long UNKNOWN = -1;

  private final TableLocations locations;
  private final BlobStore own;
  private final Supplier<ExternalStorage> storage;
  private final int inlineThreshold;
  private HadoopBlobStore external;
  private BlobStore retrying;
  private String openLocation;
  private BlobInput open;

  /**
   * Prepares to copy.
   *
   * @param own storage of objects of the table
   * @param storage storage of all others, opened for the first of them
   * @param inlineThreshold bytes; payloads of at most this size go into the row
   */
  public Ingestion(
      TableLocations locations,
      BlobStore own,
      Supplier<ExternalStorage> storage,
      int inlineThreshold) {
    this.locations = locations;
    this.own = own;
    this.storage = storage;
    this.inlineThreshold = inlineThreshold;
  }

  @Override
  public BlobDescriptor store(LogicalBlob value, PayloadStore payloads) throws IOException {
    String uri = value.uri();
    Optional<String> refusal = ExternalUri.refusal(uri);
    if (refusal.isPresent()) {
      throw new IllegalArgumentException(refusal.get());
    }
    if (DataUri.matches(uri)) {
      return payloads.store(DataUri.read(range(value, PayloadRange.WHOLE)));
    }
    BlobStore store = locations.owns(uri) ? own : external();
    long length = value.hasRange() ? UNKNOWN : store.length(uri);
    PayloadRange range = range(value, length);
    try (InputStream bytes = stream(store, range, length)) {
      return range.length() <= inlineThreshold
          ? payloads.store(bytes.readNBytes((int) range.length()))
          : payloads.copy(bytes, range.length());
    }
  }

  private static PayloadRange range(LogicalBlob value, long wholeLength) {
    return value.hasRange()
        ? new PayloadRange(value.uri(), value.position(), value.size())
        : new PayloadRange(value.uri(), 0, wholeLength);
  }

  private BlobStore external() {
    if (external == null) {
      external = storage.get().open();
      retrying = new RetryingBlobStore(external, RetryPolicy.DEFAULT);
    }
    return retrying;
  }

  private InputStream stream(BlobStore store, PayloadRange range, long length) throws IOException {
    if (!range.location().equals(openLocation)) {
      closeObject();
      open =
          length == UNKNOWN ? store.open(range.location()) : store.open(range.location(), length);
      openLocation = range.location();
    }
    return open.stream(range.position(), range.length());
  }

  private void closeObject() throws IOException {
    openLocation = null;
    if (open != null) {
      BlobInput done = open;
      open = null;
      done.close();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      closeObject();
    } finally {
      if (external != null) {
        external.close();
      }
    }
  }
}
