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
package io.icepack.blob.descriptor;

/** Where a payload lies (Blob v2, Descriptor Kinds). */
public enum BlobKind {
  /** In the row itself. */
  INLINE(0),
  /** In a sidecar object that holds several payloads of one data file. */
  PACKED(1),
  /** In a sidecar object of its own that belongs to one data file. */
  DEDICATED(2),
  /** In an object that somebody else owns. */
  EXTERNAL(3),
  /** In an object of the table below the implicit base of the data file that holds the row. */
  MANAGED(4),
  /** In an object of a table below a registered base. */
  MANAGED_BASE(5);

  private static final BlobKind[] BY_CODE = values();

  private final int code;

  BlobKind(int code) {
    this.code = code;
  }

  /** The number that stands for this kind in a stored descriptor. */
  public int code() {
    return code;
  }

  /**
   * Whether the payload lies in an object named by the descriptor that the table owns (kinds 4 and
   * 5).
   */
  public boolean isManaged() {
    return this == MANAGED || this == MANAGED_BASE;
  }

  /** Whether the payload lies in a sidecar object of its data file (kinds 1 and 2). */
  public boolean isSidecar() {
    return this == PACKED || this == DEDICATED;
  }

  /**
   * Returns the kind of a stored number.
   *
   * @throws IllegalArgumentException if no kind has the number
   */
  public static BlobKind fromCode(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException(
          "Cannot read blob kind " + code + ": known kinds are 0 to " + (BY_CODE.length - 1));
    }
    return BY_CODE[code];
  }
}
