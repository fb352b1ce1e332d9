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
import java.util.Optional;

/**
 * What becomes of a descriptor when its row moves to another data file (Blob v2, Rewrites). No
 * payload byte moves: Inline, External and explicit Managed descriptors are carried over, Packed
 * and Dedicated objects are adopted by their path, and whatever lies below the implicit base of the
 * old file stays implicit only where the new file has the same.
 */
public final class DescriptorRewriter {
  private final DescriptorResolver resolver;
  private final TableLocations locations;

  public DescriptorRewriter(DescriptorResolver resolver) {
    this.resolver = resolver;
    this.locations = resolver.locations();
  }

  /**
   * Returns the descriptor that means the same payload in another data file.
   *
   * @param fromDataFile the location of the data file that holds the row
   * @param toDataFile the location of the data file that will hold it
   * @throws IllegalArgumentException if a base that the new descriptor needs is not registered, or
   *     a path is not canonical
   */
  public BlobDescriptor rewrite(BlobDescriptor descriptor, String fromDataFile, String toDataFile) {
    return switch (descriptor.kind()) {
      case INLINE, EXTERNAL, MANAGED_BASE -> descriptor;
      case MANAGED -> moveManaged(descriptor, fromDataFile, toDataFile);
      case PACKED, DEDICATED -> adopt(descriptor, fromDataFile, toDataFile);
    };
  }

  private BlobDescriptor moveManaged(BlobDescriptor descriptor, String from, String to) {
    return locations.sameImplicitBase(from, to)
        ? descriptor
        : explicit(descriptor, locations.implicitBase(from), descriptor.blobUri());
  }

  private BlobDescriptor adopt(BlobDescriptor descriptor, String from, String to) {
    String object = resolver.uri(descriptor, from);
    String root = locations.implicitBase(from);
    Location parsedRoot = Location.parse(root);
    Location parsedObject = Location.parse(object);
    if (parsedRoot.contains(parsedObject)) {
      String path = CanonicalPath.check(parsedRoot.relativize(parsedObject));
      return locations.sameImplicitBase(from, to)
          ? BlobDescriptor.managed(path, descriptor.position(), descriptor.size())
          : explicit(descriptor, root, path);
    }
    BlobBase base = locations.registry().containing(object).orElseThrow(() -> unregistered(object));
    String path = CanonicalPath.check(BaseRegistry.relativize(base, object));
    return BlobDescriptor.managed(base.id(), path, descriptor.position(), descriptor.size());
  }

  private BlobDescriptor explicit(BlobDescriptor descriptor, String root, String path) {
    Optional<BlobBase> base = locations.registry().boundTo(root);
    long id = base.orElseThrow(() -> unregistered(root)).id();
    return BlobDescriptor.managed(id, path, descriptor.position(), descriptor.size());
  }

  private static IllegalArgumentException unregistered(String location) {
    return new IllegalArgumentException(
        "Cannot move blob to another data file: no base is registered for "
            + location
            + "; register one with blob.base.<id>");
  }
}
