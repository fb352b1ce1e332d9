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

/** A payload that does not fit in an array; it can be read in parts. */
public final class PayloadTooLargeException extends PayloadReadException {
  private static final long serialVersionUID = 1L;

  /** The largest number of bytes that one range may have. */
  public static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  PayloadTooLargeException(PayloadRange range) {
    super(range, "at most " + MAX_BYTES + " bytes fit in one value", null);
  }
}
