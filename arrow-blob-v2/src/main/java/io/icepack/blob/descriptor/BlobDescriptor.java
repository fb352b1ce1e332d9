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

import java.util.Arrays;
import java.util.Objects;

/**
 * What a row holds in the place of a payload (Blob v2, Descriptor Kinds). A null blob has no
 * descriptor.
 *
 * <p>Values that the kind does not use are ignored and set to 0 or the empty string. A canonical
 * {@code blobUri} of the Managed kinds is checked where the descriptor is resolved. Arrays are not
 * copied.
 *
 * @param kind the kind, never null
 * @param position the first byte in the object; 0 for Inline and Dedicated
 * @param size the number of bytes; for External, 0 stands for the length of the whole object
 * @param blobId the sidecar id (Packed, Dedicated; at least 1), the base id (External, 0 for none;
 *     explicit Managed, any), or 0
 * @param blobUri an absolute URI or a path below a base (External), the canonical relative path
 *     (Managed), or ""
 * @param inline the payload of an Inline descriptor, else null
 */
public record BlobDescriptor(
    BlobKind kind, long position, long size, long blobId, String blobUri, byte[] inline) {
  private static final byte[] NO_BYTES = {};

  public BlobDescriptor {
    Objects.requireNonNull(kind, "kind");
    Unsigned.u64("size", size);
    if (kind == BlobKind.INLINE) {
      position = 0;
      inline = inline == null && size == 0 ? NO_BYTES : inline;
      checkInline(size, inline);
    } else {
      inline = null;
      Unsigned.end(position, size);
    }
    if (kind == BlobKind.DEDICATED && position != 0) {
      throw new IllegalArgumentException(
          "Cannot use DEDICATED descriptor: its position is " + position + ", not 0");
    }
    blobId =
        kind == BlobKind.INLINE || kind == BlobKind.MANAGED ? 0 : Unsigned.u32("blob_id", blobId);
    if (kind.isSidecar() && blobId == 0) {
      throw new IllegalArgumentException("Cannot use " + kind + " descriptor: its blob_id is 0");
    }
    blobUri = kind == BlobKind.INLINE || kind.isSidecar() ? "" : checkUri(kind, blobUri);
  }

  /**
   * Returns the descriptor that nullable columns hold, or null if {@code kind} is null (Blob v2,
   * Null Descriptors).
   *
   * @throws IllegalArgumentException if a value that the kind uses is null or invalid
   */
  public static BlobDescriptor ofNullable(
      Integer kind, Long position, Long size, Long blobId, String blobUri, byte[] inline) {
    if (kind == null) {
      return null;
    }
    BlobKind known = BlobKind.fromCode(kind);
    boolean inRow = known == BlobKind.INLINE;
    return new BlobDescriptor(
        known,
        inRow ? 0 : require(known, "position", position),
        require(known, "size", size),
        inRow || known == BlobKind.MANAGED ? 0 : require(known, "blob_id", blobId),
        blobUri,
        inline);
  }

  /** A payload in the row itself (kind 0); the array is not copied. */
  public static BlobDescriptor inline(byte[] bytes) {
    return new BlobDescriptor(BlobKind.INLINE, 0, bytes.length, 0, "", bytes);
  }

  /** A payload in a shared sidecar object (kind 1). */
  public static BlobDescriptor packed(long id, long position, long size) {
    return new BlobDescriptor(BlobKind.PACKED, position, size, id, "", null);
  }

  /** A payload that is a whole sidecar object (kind 2). */
  public static BlobDescriptor dedicated(long id, long size) {
    return new BlobDescriptor(BlobKind.DEDICATED, 0, size, id, "", null);
  }

  /** A payload at an absolute URI (kind 3); position and size 0 for the whole object. */
  public static BlobDescriptor external(String uri, long position, long size) {
    return external(0, uri, position, size);
  }

  /**
   * A payload at a path below a registered base (kind 3), or at an absolute URI if {@code baseId}
   * is 0.
   */
  public static BlobDescriptor external(long baseId, String path, long position, long size) {
    return new BlobDescriptor(BlobKind.EXTERNAL, position, size, baseId, path, null);
  }

  /** A payload at a path below the implicit base of the data file (kind 4). */
  public static BlobDescriptor managed(String path, long position, long size) {
    return new BlobDescriptor(BlobKind.MANAGED, position, size, 0, path, null);
  }

  /** A payload at a path below a registered base (kind 5). */
  public static BlobDescriptor managed(long baseId, String path, long position, long size) {
    return new BlobDescriptor(BlobKind.MANAGED_BASE, position, size, baseId, path, null);
  }

  /** Whether the payload is known to be empty. An External size of 0 says nothing about it. */
  public boolean isEmpty() {
    return size == 0 && kind != BlobKind.EXTERNAL;
  }

  /** Whether the number of bytes is known only to the object (External with size 0). */
  public boolean isWholeObject() {
    return size == 0 && kind == BlobKind.EXTERNAL;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlobDescriptor that
        && kind == that.kind
        && position == that.position
        && size == that.size
        && blobId == that.blobId
        && blobUri.equals(that.blobUri)
        && Arrays.equals(inline, that.inline);
  }

  @Override
  public int hashCode() {
    return 31 * Objects.hash(kind, position, size, blobId, blobUri) + Arrays.hashCode(inline);
  }

  @Override
  public String toString() {
    return "%s[position=%d, size=%d, blobId=%d, blobUri=%s]"
        .formatted(kind, position, size, blobId, blobUri);
  }

  private static void checkInline(long size, byte[] inline) {
    if (inline == null || inline.length != size) {
      throw new IllegalArgumentException(
          "Cannot use INLINE descriptor: its size is %d, its bytes are %s"
              .formatted(size, inline == null ? "null" : Integer.toString(inline.length)));
    }
  }

  private static String checkUri(BlobKind kind, String blobUri) {
    if (blobUri == null || blobUri.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot use "
              + kind
              + " descriptor: its blob_uri is "
              + (blobUri == null ? "null" : "empty"));
    }
    return blobUri;
  }

  private static long require(BlobKind kind, String name, Long value) {
    if (value == null) {
      throw new IllegalArgumentException(
          "Cannot use " + kind + " descriptor: its " + name + " is null");
    }
    return value;
  }
}
