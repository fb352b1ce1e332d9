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

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A location taken apart for comparison: the object store, and the components of the path as they
 * are spelled. Repeated and trailing slashes and the components {@code .} and {@code ..} make no
 * difference; no scheme means {@code file}; {@code s3a} and {@code s3n} are {@code s3}.
 *
 * @param store the scheme and authority
 * @param components the components of the path, none of them empty
 */
record Location(String store, List<String> components) {

  static Location parse(String location) {
    int colon = location.indexOf(':');
    int slash = location.indexOf('/');
    boolean hasScheme = colon > 0 && (slash < 0 || colon < slash);
    String scheme = hasScheme ? location.substring(0, colon).toLowerCase(Locale.ROOT) : "file";
    String rest = hasScheme ? location.substring(colon + 1) : location;
    String authority = "";
    if (rest.startsWith("//") && hasScheme) {
      int end = rest.indexOf('/', 2);
      authority = end < 0 ? rest.substring(2) : rest.substring(2, end);
      rest = end < 0 ? "" : rest.substring(end);
    }
    return new Location(store(scheme, authority), components(rest));
  }

  /** Whether this location is the other one or a directory above it. */
  boolean contains(Location other) {
    int size = components.size();
    return store.equals(other.store)
        && size <= other.components.size()
        && components.equals(other.components.subList(0, size));
  }

  /** The path from this location, which contains the other one, to that. */
  String relativize(Location other) {
    return String.join("/", other.components.subList(components.size(), other.components.size()));
  }

  /** The path with a leading slash and no trailing one. */
  String path() {
    return "/" + String.join("/", components);
  }

  static String join(String directory, String path) {
    return directory.endsWith("/") ? directory + path : directory + "/" + path;
  }

  private static String store(String scheme, String authority) {
    return switch (scheme) {
      case "s3a", "s3n" -> "s3://" + authority;
      case "file" -> "file://" + (authority.equalsIgnoreCase("localhost") ? "" : authority);
      default -> scheme + "://" + authority;
    };
  }

  private static List<String> components(String path) {
    List<String> components = new ArrayList<>();
    for (String component : path.split("/")) {
      if (component.equals("..") && !components.isEmpty()) {
        components.remove(components.size() - 1);
      } else if (!component.isEmpty() && !component.equals(".") && !component.equals("..")) {
        components.add(component);
      }
    }
    return List.copyOf(components);
  }
}
