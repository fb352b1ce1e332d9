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

import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.PayloadRange;
import java.io.IOException;

/**
 * A payload that lies elsewhere and is read when it is stored.
 *
 * @param objects opens its object
 * @param range where it lies, with a settled length
 */
public record StoredPayload(OpenObject objects, PayloadRange range) {

  /** Number of bytes. */
  long length() {
    return range.length();
  }

  /** Position of the first byte in its object. */
  long position() {
    return range.position();
  }

  /** Opens the object. The caller must be done with it before the next payload is opened. */
  BlobInput open() throws IOException {
    return objects.open(range.location());
  }

  /** Reads a payload that is known to be small. */
  byte[] read() throws IOException {
    byte[] payload = new byte[Math.toIntExact(length())];
    if (payload.length > 0) {
      open().readFully(position(), payload, 0, payload.length);
    }
    return payload;
  }
}
