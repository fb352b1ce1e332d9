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

/**
 * The rule for the path of a Managed payload below its base (Blob v2, Managed Resolution): not
 * empty, no {@code ://}, no backslash, no slash at either end, and no component that is empty,
 * {@code .} or {@code ..}. The path is taken literally.
 */
public final class CanonicalPath {
  private CanonicalPath() {}

  /**
   * Returns the path if it is canonical.
   *
   * @throws IllegalArgumentException naming the path and the part of the rule that it breaks
   */
  public static String check(String path) {
    String problem = problem(path);
    if (problem != null) {
      throw new IllegalArgumentException("Cannot use path '" + path + "': " + problem);
    }
    return path;
  }

  private static String problem(String path) {
    if (path.isEmpty()) {
      return "it is empty";
    }
    if (path.contains("://")) {
      return "it contains ://";
    }
    if (path.indexOf('\\') >= 0) {
      return "it contains a backslash";
    }
    if (path.startsWith("/") || path.endsWith("/")) {
      return "it begins or ends with a slash";
    }
    return componentProblem(path);
  }

  private static String componentProblem(String path) {
    for (int start = 0, end; start <= path.length(); start = end + 1) {
      end = path.indexOf('/', start);
      if (end < 0) {
        end = path.length();
      }
      int length = end - start;
      if (length == 0) {
        return "it has an empty component";
      }
      if (path.charAt(start) == '.'
          && (length == 1 || (length == 2 && path.charAt(start + 1) == '.'))) {
        return "it has the component " + path.substring(start, end);
      }
    }
    return null;
  }
}
