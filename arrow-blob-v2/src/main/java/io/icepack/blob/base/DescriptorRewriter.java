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
import java.io.Serializable;
import java.util.Optional;

/**
 * What becomes of a descriptor when its row moves to another data file (Blob v2, Rewrites). No
 * payload byte moves: Inline, External and explicit Managed descriptors are carried over, Packed
 * and Dedicated objects are adopted by their path, and whatever lies below the implicit base of the
 * old file stays implicit only where the new file has the same.
 */
public final class DescriptorRewriter implements Serializable {
  private static final long serialVersionUID = 1L;

  private final DescriptorResolver resolver;
  private final TableLocations locations;
  private transient volatile Move lastMove;

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
    Move move = move(from, to);
    return move.sameBase()
        ? descriptor
        : explicit(descriptor, move.fromBase(), descriptor.blobUri());
  }

  private BlobDescriptor adopt(BlobDescriptor descriptor, String from, String to) {
    String object = resolver.uri(descriptor, from);
    Move move = move(from, to);
    Location parsedRoot = Location.parse(move.fromBase());
    Location parsedObject = Location.parse(object);
    if (parsedRoot.contains(parsedObject)) {
      String path = CanonicalPath.check(parsedRoot.relativize(parsedObject));
      return move.sameBase()
          ? BlobDescriptor.managed(path, descriptor.position(), descriptor.size())
          : explicit(descriptor, move.fromBase(), path);
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

  private Move move(String from, String to) {
    Move move = lastMove;
    if (move == null || !move.isFor(from, to)) {
      move = new Move(from, to, locations.implicitBase(from), locations.sameImplicitBase(from, to));
      lastMove = move;
    }
    return move;
  }

  private static IllegalArgumentException unregistered(String location) {
    return new IllegalArgumentException(
        "Cannot move blob to another data file: no base is registered for "
            + location
            + "; register one with blob.base.<id>");
  }

  /** What is the same for all rows that move from one data file to another. */
  private record Move(String from, String to, String fromBase, boolean sameBase) {
    boolean isFor(String otherFrom, String otherTo) {
      return from.equals(otherFrom) && to.equals(otherTo);
    }
  }
}
