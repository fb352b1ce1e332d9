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

import io.icepack.blob.descriptor.Unsigned;
import java.io.Serializable;
import java.util.Objects;

/**
 * A location that descriptors refer to by a number.
 *
 * @param id the number, an unsigned 32-bit value
 * @param location the absolute location, never null
 * @param datasetRoot whether it is or was the location of a table, whose data files then have it as
 *     their implicit base
 */
public record BlobBase(long id, String location, boolean datasetRoot) implements Serializable {

  public BlobBase {
    Unsigned.u32("base id", id);
    Objects.requireNonNull(location, "location");
    if (location.isEmpty()) {
      throw new IllegalArgumentException("Cannot use base " + id + ": its location is empty");
    }
  }

  /** Whether an object lies below this base, by object store and path components. */
  public boolean contains(String object) {
    return Location.parse(location).contains(Location.parse(object));
  }

  /** Whether both mean one location, however it is spelled. */
  boolean sameLocation(BlobBase other) {
    return Location.parse(location).equals(Location.parse(other.location));
  }
}
