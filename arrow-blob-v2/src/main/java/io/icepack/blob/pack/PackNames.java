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
package io.icepack.blob.pack;

import java.util.UUID;

/** Names of packs: {@code <table location>/_blobs/<uuid>.managed.blob}. */
public final class PackNames {
  /** The directory of packs below a table location. */
  public static final String DIRECTORY = "_blobs";

  /** How the name of a pack ends. */
  public static final String SUFFIX = ".managed.blob";

  private PackNames() {}

  /** Returns the directory of the packs of a table, without a trailing slash. */
  public static String directory(String tableLocation) {
    return tableLocation.endsWith("/")
        ? tableLocation + DIRECTORY
        : tableLocation + "/" + DIRECTORY;
  }

  /** Whether a location is named like a pack. */
  public static boolean isPack(String location) {
    return location.endsWith(SUFFIX);
  }

  static String fresh() {
    return UUID.randomUUID() + SUFFIX;
  }
}
