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
package io.icepack.spark.column;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A payload that lies elsewhere and is read when it is stored. */
public interface PayloadSource {

  /** Number of bytes. */
  long length();

  /** Begins to read; the caller closes the stream. */
  InputStream open() throws IOException;

  /** Reads a payload that is known to be small. */
  default byte[] read() throws IOException {
    int length = Math.toIntExact(length());
    if (length == 0) {
      return new byte[0];
    }
    try (InputStream bytes = open()) {
      byte[] payload = bytes.readNBytes(length);
      if (payload.length < length) {
        throw new EOFException(
            "Cannot store payload of %d bytes: its source ended after %d"
                .formatted(length, payload.length));
      }
      return payload;
    }
  }
}
