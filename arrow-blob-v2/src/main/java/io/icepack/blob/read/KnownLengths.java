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
package io.icepack.blob.read;

import java.util.LinkedHashMap;
import java.util.Map;

/** The lengths of objects in bytes, as many as there is room for, those used last. */
final class KnownLengths {
  private final Map<String, Long> lengths;

  KnownLengths(int capacity) {
    this.lengths =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > capacity;
          }
        };
  }

  synchronized void putAll(Map<String, Long> more) {
    lengths.putAll(more);
  }

  /** The length of an object, null if it is not known. */
  synchronized Long get(String location) {
    return lengths.get(location);
  }
}
