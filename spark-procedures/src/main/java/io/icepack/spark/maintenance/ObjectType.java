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
package io.icepack.spark.maintenance;

import io.icepack.blob.base.SidecarObjects;
import io.icepack.blob.pack.PackNames;
import java.util.Optional;

/** The objects below a table that garbage collection knows by their names. */
enum ObjectType {
  /** A pack. */
  PACK,

  /** A Packed or Dedicated object, which belongs to one data file and may have been adopted. */
  SIDECAR_OBJECT,

  /** A sidecar, which lists what one data file references. */
  REFERENCES,

  /** The metadata of a table, which tells where a table lies. */
  TABLE_METADATA;

  private static final String METADATA_DIRECTORY = "/metadata/";

  /** The type of an object, empty for one that is none of garbage collection's business. */
  static Optional<ObjectType> of(String location) {
    if (PackNames.isPack(location)) {
      return Optional.of(PACK);
    } else if (SidecarObjects.isReferences(location)) {
      return Optional.of(REFERENCES);
    } else if (SidecarObjects.isObject(location)) {
      return Optional.of(SIDECAR_OBJECT);
    } else if (isTableMetadata(location)) {
      return Optional.of(TABLE_METADATA);
    } else {
      return Optional.empty();
    }
  }

  private static boolean isTableMetadata(String location) {
    int slash = location.lastIndexOf('/');
    return location.startsWith(METADATA_DIRECTORY, slash + 1 - METADATA_DIRECTORY.length())
        && location.indexOf(".metadata.json", slash) > 0;
  }

  /** Whether the object is one that holds payloads. */
  boolean isBlob() {
    return this == PACK || this == SIDECAR_OBJECT;
  }
}
