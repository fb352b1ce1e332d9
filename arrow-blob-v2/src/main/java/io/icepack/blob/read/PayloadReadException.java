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
package io.icepack.blob.read;

import io.icepack.blob.store.PayloadRange;
import java.io.IOException;

/** A payload that could not be read. The message names the object and the range. */
public class PayloadReadException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String location;
  private final long position;
  private final long length;

  PayloadReadException(PayloadRange range, String reason, Throwable cause) {
    super(
        "Cannot read %s at %d of %s: %s"
            .formatted(size(range), range.position(), range.location(), reason),
        cause);
    this.location = range.location();
    this.position = range.position();
    this.length = range.length();
  }

  /** The location of the object. */
  public String location() {
    return location;
  }

  /** The first byte of the range. */
  public long position() {
    return position;
  }

  /** The number of bytes of the range; negative if it is still to be discovered. */
  public long length() {
    return length;
  }

  private static String size(PayloadRange range) {
    return range.isOpen() ? "all bytes" : range.length() + " bytes";
  }
}
