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

import io.icepack.blob.base.BaseRegistry;
import io.icepack.blob.base.BlobBase;
import io.icepack.blob.base.TableLocations;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.ExternalUri;
import io.icepack.blob.descriptor.LogicalBlob;
import io.icepack.blob.store.PayloadRange;
import java.util.Optional;

/**
 * References objects and leaves their bytes where they are, without any request to storage. An
 * object of the table itself becomes a managed reference, so that garbage collection keeps it.
 */
public final class References implements UriStore {

  private final TableLocations locations;
  private final BlobBase root;
  private final boolean allowOutsideBases;
  private final boolean managed;

  /**
   * References for rows of new data files.
   *
   * @param newDataFile a location as new data files have it
   * @param allowOutsideBases whether URIs may lie below no registered base
   * @param managed whether rows may refer to payloads of the table itself, which are copied else
   */
  public References(
      TableLocations locations, String newDataFile, boolean allowOutsideBases, boolean managed) {
    this.locations = locations;
    this.root = new BlobBase(0, locations.implicitBase(newDataFile), true);
    this.allowOutsideBases = allowOutsideBases;
    this.managed = managed;
  }

  @Override
  public BlobDescriptor store(LogicalBlob value, PayloadStore payloads) {
    String uri = value.uri();
    Optional<String> refusal = ExternalUri.refusal(uri);
    if (refusal.isPresent()) {
      throw new IllegalArgumentException(refusal.get());
    }
    if (locations.isPayload(uri)) {
      return own(value);
    }
    long position = value.hasRange() ? value.position() : 0;
    long size = value.hasRange() ? value.size() : 0;
    Optional<BlobBase> base = locations.registry().externalBase(uri);
    if (base.isPresent()) {
      String path = BaseRegistry.relativize(base.get(), uri);
      if (path.isEmpty()) {
        throw new IllegalArgumentException(
            "uri '%s' is that of base %d, not of an object below it"
                .formatted(uri, base.get().id()));
      }
      return BlobDescriptor.external(base.get().id(), path, position, size);
    } else if (allowOutsideBases) {
      return BlobDescriptor.external(uri, position, size);
    }
    throw new IllegalArgumentException(
        ("uri '%s' lies below no registered base; register one by 'blob.base.<id>', or set "
                + "'blob.external.allow-outside-bases' = 'true'")
            .formatted(uri));
  }

  private BlobDescriptor own(LogicalBlob value) {
    String uri = value.uri();
    if (!value.hasRange()) {
      throw new IllegalArgumentException(
          "uri '%s' is an object of the table itself, which may hold many values; set position "
                  .formatted(uri)
              + "and size");
    }
    if (!managed) {
      return StagedPlacement.stage(new PayloadRange(uri, value.position(), value.size()));
    }
    if (root.contains(uri)) {
      String path = BaseRegistry.relativize(root, uri);
      return BlobDescriptor.managed(path, value.position(), value.size());
    }
    BlobBase former = locations.registry().datasetRoot(uri).orElseThrow();
    String path = BaseRegistry.relativize(former, uri);
    return BlobDescriptor.managed(former.id(), path, value.position(), value.size());
  }

  @Override
  public void close() {}
}
