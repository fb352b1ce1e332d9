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

import java.util.Comparator;
import java.util.Objects;

/**
 * An object that the table owns and that rows may share, as a {@code .blobref} sidecar lists it.
 * Ordered by root, then by name.
 *
 * @param root the URI of its directory, without a trailing slash
 * @param name its file name
 */
public record OwnedObject(String root, String name) implements Comparable<OwnedObject> {
  private static final Comparator<OwnedObject> ORDER =
      Comparator.comparing(OwnedObject::root).thenComparing(OwnedObject::name);

  public OwnedObject {
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(name, "name");
    if (root.isEmpty() || name.isEmpty() || name.indexOf('/') >= 0) {
      throw new IllegalArgumentException(
          "Cannot use object '"
              + name
              + "' in '"
              + root
              + "': root or name is empty, or the name has a slash");
    }
  }

  /** The object at a location. */
  public static OwnedObject at(String location) {
    int slash = location.lastIndexOf('/');
    return new OwnedObject(
        slash == 0 ? "/" : location.substring(0, Math.max(slash, 0)),
        location.substring(slash + 1));
  }

  /** The location of the object. */
  public String location() {
    return Location.join(root, name);
  }

  /** What makes two spellings of a location the same object. */
  public String identity() {
    return ObjectIdentity.of(location());
  }

  @Override
  public int compareTo(OwnedObject other) {
    return ORDER.compare(this, other);
  }
}
