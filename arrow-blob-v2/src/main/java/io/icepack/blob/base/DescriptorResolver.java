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
package io.icepack.blob.base;

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.BlobKind;
import io.icepack.blob.store.PayloadRange;
import java.io.Serializable;
import java.util.Optional;

/**
 * Finds the object that a descriptor means (Blob v2, External Resolution, Managed Resolution and
 * Sidecar Resolution). No I/O happens here: a resolved object may be missing. Safe for use by many
 * threads.
 */
public final class DescriptorResolver implements Serializable {
  private static final long serialVersionUID = 1L;

  private final TableLocations locations;
  private transient volatile KnownBase lastBase;

  /**
   * A resolver for one table.
   *
   * @param tableLocation the current location of the table, absolute
   */
  public DescriptorResolver(BaseRegistry registry, String tableLocation) {
    this(new TableLocations(registry, tableLocation));
  }

  public DescriptorResolver(TableLocations locations) {
    this.locations = locations;
  }

  public TableLocations locations() {
    return locations;
  }

  /**
   * Returns where a payload lies. The length is {@link PayloadRange#WHOLE} for a whole External
   * object.
   *
   * @param dataFileLocation the location of the data file that holds the row
   * @throws IllegalArgumentException if the descriptor is Inline, its base is unknown, or its path
   *     is not canonical
   */
  public PayloadRange resolve(BlobDescriptor descriptor, String dataFileLocation) {
    return new PayloadRange(
        uri(descriptor, dataFileLocation),
        descriptor.position(),
        descriptor.isWholeObject() ? PayloadRange.WHOLE : descriptor.size());
  }

  /**
   * Returns the absolute location of the object that holds a payload; throws as {@link #resolve}
   * does.
   */
  public String uri(BlobDescriptor descriptor, String dataFileLocation) {
    return switch (descriptor.kind()) {
      case INLINE ->
          throw new IllegalArgumentException(
              "Cannot resolve an INLINE descriptor: its bytes are in the row");
      case PACKED, DEDICATED -> SidecarObjects.location(dataFileLocation, descriptor.blobId());
      case EXTERNAL -> descriptor.blobId() == 0 ? descriptor.blobUri() : below(descriptor);
      case MANAGED ->
          Location.join(implicitBase(dataFileLocation), CanonicalPath.check(descriptor.blobUri()));
      case MANAGED_BASE -> {
        CanonicalPath.check(descriptor.blobUri());
        yield below(descriptor);
      }
    };
  }

  /**
   * Returns what the {@code .blobref} sidecar of a data file lists for a descriptor in it: the
   * object of either Managed kind, adopted or not, also if the range is empty. Inline bytes, and
   * Packed and Dedicated objects, live and die with the data file itself, and External objects are
   * not owned.
   */
  public Optional<OwnedObject> ownedObject(BlobDescriptor descriptor, String dataFileLocation) {
    BlobKind kind = descriptor.kind();
    return kind.isManaged()
        ? Optional.of(OwnedObject.at(uri(descriptor, dataFileLocation)))
        : Optional.empty();
  }

  private String below(BlobDescriptor descriptor) {
    return Location.join(
        locations.registry().base(descriptor.blobId()).location(), descriptor.blobUri());
  }

  private String implicitBase(String dataFileLocation) {
    KnownBase known = lastBase;
    if (known == null || !known.dataFile().equals(dataFileLocation)) {
      known = new KnownBase(dataFileLocation, locations.implicitBase(dataFileLocation));
      lastBase = known;
    }
    return known.base();
  }

  private record KnownBase(String dataFile, String base) {}
}
