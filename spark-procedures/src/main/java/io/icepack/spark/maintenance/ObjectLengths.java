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

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.store.BlobStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Looks whether objects are there and long enough, without reading them. One task asks once for
 * each of the objects that it met last.
 */
final class ObjectLengths {

  private static final int REMEMBERED = 10_000;

  /** Null if nothing is to be looked at. */
  private final BlobStore store;

  private final Map<String, Long> lengths =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > REMEMBERED;
        }
      };

  ObjectLengths(BlobStore store) {
    this.store = store;
  }

  /**
   * Checks the range of a descriptor.
   *
   * @throws IllegalArgumentException if the object does not have it
   */
  void check(String location, BlobDescriptor descriptor) {
    if (store == null) {
      return;
    }
    long length = lengths.computeIfAbsent(location, this::length);
    if (length < 0) {
      throw new IllegalArgumentException("there is no object " + location);
    }
    long size = descriptor.isWholeObject() ? length : descriptor.size();
    if (descriptor.position() > length - size) {
      throw new IllegalArgumentException(
          "object %s has %d bytes, too few for %d at %d"
              .formatted(location, length, size, descriptor.position()));
    }
  }

  private long length(String location) {
    try {
      return store.length(location);
    } catch (FileNotFoundException e) {
      return -1;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot look for object " + location, e);
    }
  }
}
