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

import io.icepack.blob.descriptor.BlobDescriptor;

/**
 * Where an appended payload lies.
 *
 * @param path the canonical path of the pack below the table location, or "" for the empty payload,
 *     which is in no pack
 * @param position the first byte in the pack
 * @param size the number of bytes
 */
public record PackSlice(String path, long position, long size) {
  static final PackSlice EMPTY = new PackSlice("", 0, 0);
  private static final byte[] NO_BYTES = {};

  public boolean isEmpty() {
    return size == 0;
  }

  /**
   * The descriptor for a row of a data file whose implicit base is the table location: Managed, or
   * empty Inline.
   */
  public BlobDescriptor descriptor() {
    return isEmpty()
        ? BlobDescriptor.inline(NO_BYTES)
        : BlobDescriptor.managed(path, position, size);
  }
}
