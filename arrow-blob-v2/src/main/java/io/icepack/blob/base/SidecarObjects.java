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
import java.util.regex.Pattern;

/** Names of the objects that live and die with one data file (Blob v2, Sidecar Resolution). */
public final class SidecarObjects {
  private static final String BLOB_SUFFIX = ".blob";
  private static final String REFERENCES_SUFFIX = ".blobref";
  private static final Pattern OBJECT = Pattern.compile(".*/_[^/]+/[01]{32}\\.blob");
  private static final Pattern REFERENCES = Pattern.compile("(?:.*/)?_[^/]+\\.blobref");

  private SidecarObjects() {}

  /**
   * Returns the location of a Packed or Dedicated object: {@code <dir>/_<file>/<id-bits>.blob} for
   * the data file {@code <dir>/<file>.parquet}.
   *
   * @param id the sidecar id, an unsigned 32-bit value of at least 1
   */
  public static String location(String dataFileLocation, long id) {
    return directory(dataFileLocation) + "/" + fileName(id);
  }

  /**
   * Returns the directory of the Packed and Dedicated objects of a data file, without a trailing
   * slash.
   */
  public static String directory(String dataFileLocation) {
    int name = nameStart(dataFileLocation);
    int dot = dataFileLocation.lastIndexOf('.');
    int end = dot > name ? dot : dataFileLocation.length();
    return dataFileLocation.substring(0, name) + "_" + dataFileLocation.substring(name, end);
  }

  /** Returns the location of the sidecar that lists the owned objects a data file references. */
  public static String references(String dataFileLocation) {
    int name = nameStart(dataFileLocation);
    return dataFileLocation.substring(0, name)
        + "_"
        + dataFileLocation.substring(name)
        + REFERENCES_SUFFIX;
  }

  /** Whether a location is named like a Packed or Dedicated object. */
  public static boolean isObject(String location) {
    return OBJECT.matcher(location).matches();
  }

  /** Whether a location is named like a sidecar that lists owned objects. */
  public static boolean isReferences(String location) {
    return REFERENCES.matcher(location).matches();
  }

  /** Returns the 32 binary digits of an id, the least significant first, and {@code .blob}. */
  static String fileName(long id) {
    if (Unsigned.u32("sidecar id", id) == 0) {
      throw new IllegalArgumentException("Cannot use sidecar id 0: ids begin with 1");
    }
    StringBuilder bits = new StringBuilder(Integer.SIZE + BLOB_SUFFIX.length());
    for (int bit = 0; bit < Integer.SIZE; bit++) {
      bits.append((id >>> bit & 1) == 0 ? '0' : '1');
    }
    return bits.append(BLOB_SUFFIX).toString();
  }

  private static int nameStart(String dataFileLocation) {
    int name = dataFileLocation.lastIndexOf('/') + 1;
    if (name == dataFileLocation.length()) {
      throw new IllegalArgumentException(
          "Cannot name sidecar of '" + dataFileLocation + "': it has no file name");
    }
    return name;
  }
}
