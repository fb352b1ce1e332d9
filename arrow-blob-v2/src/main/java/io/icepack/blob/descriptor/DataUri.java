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

import io.icepack.blob.store.PayloadRange;
import java.util.Arrays;
import java.util.Base64;

/**
 * A payload that stands in a URI itself, {@code data:;base64,…}: what a serialised descriptor has
 * in the place of a location if there is no object.
 */
public final class DataUri {
  private static final String PREFIX = "data:;base64,";

  private DataUri() {}

  /** The URI that holds the given bytes. */
  public static String of(byte[] bytes) {
    return PREFIX + Base64.getEncoder().encodeToString(bytes);
  }

  /** Whether a URI is one of these. Its Base64 may still be invalid. */
  public static boolean matches(String uri) {
    return uri.startsWith(PREFIX);
  }

  /**
   * Returns a range of the bytes that a URI holds.
   *
   * @param range whose location is the URI
   * @throws IllegalArgumentException if its Base64 is invalid or the range is not within the bytes
   */
  public static byte[] read(PayloadRange range) {
    byte[] bytes = decode(range.location());
    PayloadRange settled = range.settle(bytes.length);
    if (range.position() > bytes.length || settled.length() > bytes.length - range.position()) {
      throw new IllegalArgumentException(
          "Cannot read %s at %d of a data uri: it holds %d bytes"
              .formatted(
                  range.isOpen() ? "all bytes" : range.length() + " bytes",
                  range.position(),
                  bytes.length));
    }
    return Arrays.copyOfRange(bytes, (int) range.position(), (int) settled.end());
  }

  private static byte[] decode(String uri) {
    try {
      return Base64.getDecoder().decode(uri.substring(PREFIX.length()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Cannot decode data uri of " + uri.length() + " characters: " + e.getMessage(), e);
    }
  }
}
