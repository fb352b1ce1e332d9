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
import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.HadoopBlobStore;
import io.icepack.blob.store.PayloadRange;
import io.icepack.blob.store.RetryPolicy;
import io.icepack.blob.store.RetryingBlobStore;
import io.icepack.spark.io.ExternalStorage;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/** Copies objects and parts of them into the table, in constant memory. */
public final class Ingestion implements UriStore {

  private final TableLocations locations;
  private final OpenObject own;
  private final Supplier<ExternalStorage> storage;
  private HadoopBlobStore opened;
  private OpenObject external;

  /**
   * Prepares to copy.
   *
   * @param own storage of objects of the table
   * @param storage storage of all others, opened for the first of them
   * @param source counts before that if it is not null
   */
  public Ingestion(
      TableLocations locations,
      BlobStore own,
      Supplier<ExternalStorage> storage,
      BlobStore source) {
    this.locations = locations;
    this.own = new OpenObject(own);
    this.storage = storage;
    this.external = source == null ? null : new OpenObject(source);
  }

  @Override
  public BlobDescriptor store(LogicalBlob value, PayloadStore payloads) throws IOException {
    String uri = value.uri();
    Optional<String> refusal = ExternalUri.refusal(uri);
    if (refusal.isPresent()) {
      throw new IllegalArgumentException(refusal.get());
    }
    if (DataUri.matches(uri)) {
      return payloads.storeBytes(DataUri.read(range(value, PayloadRange.WHOLE)));
    }
    OpenObject objects = locations.owns(uri) ? own : external();
    PayloadRange range = range(value, value.hasRange() ? 0 : objects.length(uri));
    return payloads.copy(new StoredPayload(objects, range));
  }

  private static PayloadRange range(LogicalBlob value, long wholeLength) {
    return value.hasRange()
        ? new PayloadRange(value.uri(), value.position(), value.size())
        : new PayloadRange(value.uri(), 0, wholeLength);
  }

  private OpenObject external() {
    if (external == null) {
      opened = storage.get().open();
      external = new OpenObject(new RetryingBlobStore(opened, RetryPolicy.DEFAULT));
    }
    return external;
  }

  @Override
  public void close() throws IOException {
    try {
      own.close();
      if (external != null) {
        external.close();
      }
    } finally {
      if (opened != null) {
        opened.close();
      }
    }
  }
}
