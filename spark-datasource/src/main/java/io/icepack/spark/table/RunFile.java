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
package io.icepack.spark.table;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the name of a file of a primary-key table promises about it. A file whose name promises
 * nothing was written by another client and may hold rows in any order, keys more than once.
 */
public enum RunFile {
  /** Rows sorted by key; a key may occur more than once. */
  SORTED("run"),

  /** Rows sorted by key, each key once, none of them a retraction. */
  UNIQUE("unique"),

  /** Equality deletes, sorted, of the very keys that the data files of the same task hold. */
  UPSERTED_KEYS("upserts"),

  /** Equality deletes, sorted. */
  DELETED_KEYS("deletes");

  private static final Pattern NAME =
      Pattern.compile("(?:.*/)?([^/]+)-\\d+-(run|unique|upserts|deletes)\\.[a-z]+");

  private final String suffix;

  RunFile(String suffix) {
    this.suffix = suffix;
  }

  /** The end of the name, before the extension. */
  public String suffix() {
    return suffix;
  }

  /** What the name of a file promises, empty if nothing. */
  public static Optional<RunFile> of(String location) {
    Matcher name = NAME.matcher(location);
    return name.matches()
        ? Arrays.stream(values()).filter(file -> file.suffix.equals(name.group(2))).findFirst()
        : Optional.empty();
  }

  /** The part of a name that all files of one task attempt share, empty for other files. */
  public static Optional<String> attempt(String location) {
    Matcher name = NAME.matcher(location);
    return name.matches() ? Optional.of(name.group(1)) : Optional.empty();
  }
}
