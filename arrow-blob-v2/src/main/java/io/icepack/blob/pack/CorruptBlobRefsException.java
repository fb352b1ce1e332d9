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

import java.io.IOException;

/**
 * A reference sidecar that is damaged or of an unknown version, so that nothing can be concluded
 * from it.
 */
public final class CorruptBlobRefsException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean unknownVersion;

  CorruptBlobRefsException(String message, boolean unknownVersion) {
    super(message);
    this.unknownVersion = unknownVersion;
  }

  CorruptBlobRefsException(String message, Throwable cause) {
    super(message, cause);
    this.unknownVersion =
        cause instanceof CorruptBlobRefsException corrupt && corrupt.unknownVersion;
  }

  /** Whether a later release may be able to read the sidecar: only its version is unknown. */
  public boolean isUnknownVersion() {
    return unknownVersion;
  }
}
