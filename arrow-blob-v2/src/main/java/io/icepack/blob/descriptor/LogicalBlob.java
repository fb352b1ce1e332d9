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
import java.util.Optional;

/**
 * A non-null value that a user writes to a blob column: bytes, or the URI of an object or of a part
 * of it (Blob v2, Logical Input Values). Arrays are not copied.
 *
 * @param data the bytes, or null if there is a uri
 * @param uri the URI, or null if there are bytes
 * @param position the first byte of the part, or null for the whole object
 * @param size the number of bytes of the part, or null for the whole object
 */
public record LogicalBlob(byte[] data, String uri, Long position, Long size) {

  public LogicalBlob {
    Optional<String> problem = problem(data, uri, position, size);
    if (problem.isPresent()) {
      throw new IllegalArgumentException("Cannot use blob value: " + problem.get());
    }
  }

  /**
   * Returns the value if it is valid.
   *
   * @param field the name of the field that it is written to, for the error
   * @throws IllegalArgumentException naming the field and the offending input
   */
  public static LogicalBlob validate(
      String field, byte[] data, String uri, Long position, Long size) {
    Optional<String> problem = problem(data, uri, position, size);
    if (problem.isPresent()) {
      throw new IllegalArgumentException(
          "Cannot write blob to field " + field + ": " + problem.get());
    }
    return new LogicalBlob(data, uri, position, size);
  }

  /**
   * Returns why a value is invalid, the end of a message that names its field; empty if it is not.
   */
  public static Optional<String> problem(byte[] data, String uri, Long position, Long size) {
    return Optional.ofNullable(reason(data, uri, position, size));
  }

  /** Whether the value selects a part of an object. */
  public boolean hasRange() {
    return size != null;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LogicalBlob that
        && Arrays.equals(data, that.data)
        && Objects.equals(uri, that.uri)
        && Objects.equals(position, that.position)
        && Objects.equals(size, that.size);
  }

  @Override
  public int hashCode() {
    return 31 * Objects.hash(uri, position, size) + Arrays.hashCode(data);
  }

  @Override
  public String toString() {
    if (data != null) {
      return "data of " + data.length + " bytes";
    }
    return shown(uri) + (hasRange() ? " at" + range(position, size) : "");
  }

  private static String reason(byte[] data, String uri, Long position, Long size) {
    if (data == null && uri == null) {
      return "data and uri are both null";
    }
    if (data != null && uri != null) {
      return "data of %d bytes and %s are both set".formatted(data.length, shown(uri));
    }
    if (uri != null && uri.isEmpty()) {
      return "uri is empty";
    }
    if (position == null && size == null) {
      return null;
    }
    return data != null
        ? "data of " + data.length + " bytes has a range," + range(position, size)
        : rangeProblem(uri, position, size);
  }

  private static String rangeProblem(String uri, Long position, Long size) {
    if (position == null || size == null) {
      return shown(uri) + " has half a range," + range(position, size);
    }
    if (size == 0) {
      return shown(uri) + " has an empty range," + range(position, size);
    }
    if (position < 0 || size < 0 || position > Long.MAX_VALUE - size) {
      return shown(uri) + " has a range beyond " + Long.MAX_VALUE + "," + range(position, size);
    }
    return null;
  }

  private static String shown(String uri) {
    return "uri '" + ExternalUri.redact(uri) + "'";
  }

  private static String range(Long position, Long size) {
    return " position " + text(position) + " and size " + text(size);
  }

  private static String text(Long value) {
    return value == null ? "null" : Long.toUnsignedString(value);
  }
}
