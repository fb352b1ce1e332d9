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
package io.icepack.spark.catalog;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Paths of blobs, such as {@code pic} and {@code items.element.pic}, under changes of columns. */
final class BlobPaths {

  private BlobPaths() {}

  /** The blob that a column is or lies within. */
  static Optional<String> containing(Set<String> blobs, String[] column) {
    for (int length = 1; length <= column.length; length++) {
      String path = String.join(".", Arrays.copyOf(column, length));
      if (blobs.contains(path)) {
        return Optional.of(path);
      }
    }
    return Optional.empty();
  }

  /** Removes a column and everything in it. */
  static <T> void remove(Map<String, T> blobs, String column) {
    blobs.keySet().removeIf(path -> isWithin(path, column));
  }

  /** Renames a column. */
  static <T> void rename(Map<String, T> blobs, String from, String to) {
    Map<String, T> renamed = new TreeMap<>();
    blobs.forEach(
        (path, blob) ->
            renamed.put(isWithin(path, from) ? to + path.substring(from.length()) : path, blob));
    blobs.clear();
    blobs.putAll(renamed);
  }

  private static boolean isWithin(String path, String column) {
    return path.equals(column) || path.startsWith(column + ".");
  }
}
