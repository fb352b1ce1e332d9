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

import java.io.Serializable;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The registered bases of a table. Immutable: an id that is bound once is never bound to another
 * location.
 */
public final class BaseRegistry implements Serializable {
  private static final long serialVersionUID = 1L;

  private final TreeMap<Long, BlobBase> bases;

  private BaseRegistry(TreeMap<Long, BlobBase> bases) {
    this.bases = bases;
  }

  /** A registry without bases. */
  public static BaseRegistry empty() {
    return new BaseRegistry(new TreeMap<>());
  }

  /**
   * A registry of the given bases.
   *
   * @throws IllegalArgumentException if two of them bind one id to different locations
   */
  public static BaseRegistry of(Collection<BlobBase> bases) {
    BaseRegistry registry = empty();
    for (BlobBase base : bases) {
      registry = registry.with(base);
    }
    return registry;
  }

  /**
   * Returns a registry that also has the given base. Another spelling of the location that its id
   * is bound to already is accepted, and its {@code datasetRoot} then counts.
   *
   * @throws IllegalArgumentException if the id is bound to another location
   */
  public BaseRegistry with(BlobBase base) {
    BlobBase bound = bases.get(base.id());
    if (bound != null && !bound.sameLocation(base)) {
      throw new IllegalArgumentException(
          "Cannot bind base %d to %s: it is bound to %s"
              .formatted(base.id(), base.location(), bound.location()));
    }
    TreeMap<Long, BlobBase> more = new TreeMap<>(bases);
    more.put(base.id(), base);
    return new BaseRegistry(more);
  }

  /**
   * Returns the base of an id.
   *
   * @throws IllegalArgumentException listing the known ids, if there is none
   */
  public BlobBase base(long id) {
    BlobBase base = bases.get(id);
    if (base == null) {
      throw new IllegalArgumentException(
          "Cannot find base " + id + ": known bases are " + bases.keySet());
    }
    return base;
  }

  /** The bases by ascending id. */
  public List<BlobBase> bases() {
    return List.copyOf(bases.values());
  }

  /**
   * Returns the base under which an External reference to a location is recorded: the longest that
   * is no dataset root, by object store and path components (Blob v2, Writer Policy). Base 0 is
   * left out, because External descriptors use 0 for absolute URIs.
   */
  public Optional<BlobBase> externalBase(String location) {
    return longest(location, base -> !base.datasetRoot() && base.id() != 0);
  }

  /** Returns the longest base of any sort that contains a location. */
  public Optional<BlobBase> containing(String location) {
    return longest(location, base -> true);
  }

  /** Returns the longest dataset root that contains a location. */
  public Optional<BlobBase> datasetRoot(String location) {
    return longest(location, BlobBase::datasetRoot);
  }

  /** Returns the base with the smallest id that is bound to a location. */
  public Optional<BlobBase> boundTo(String location) {
    Location wanted = Location.parse(location);
    return bases.values().stream()
        .filter(base -> Location.parse(base.location()).equals(wanted))
        .findFirst();
  }

  /** Returns the path from a base to a location below it. */
  public static String relativize(BlobBase base, String location) {
    Location parent = Location.parse(base.location());
    Location child = Location.parse(location);
    if (!parent.contains(child)) {
      throw new IllegalArgumentException(
          "Cannot relativize " + location + ": it is not below base " + base.location());
    }
    return parent.relativize(child);
  }

  @Override
  public String toString() {
    return bases.values().toString();
  }

  private Optional<BlobBase> longest(String location, Predicate<BlobBase> eligible) {
    Location wanted = Location.parse(location);
    return bases.values().stream()
        .filter(eligible)
        .filter(base -> Location.parse(base.location()).contains(wanted))
        .max(
            Comparator.comparingInt(
                    (BlobBase base) -> Location.parse(base.location()).components().size())
                .thenComparing(BlobBase::id, Comparator.reverseOrder()));
  }
}
