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

import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.PayloadRange;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;

/** Says of a failure of storage which object and range it concerns. An interrupt concerns none. */
final class ReadFailures {
  private final BlobStore store;

  ReadFailures(BlobStore store) {
    this.store = store;
  }

  /**
   * Explains the failure of a merged read: a truncated object concerns the first range beyond its
   * end.
   */
  IOException explain(MergedRead read, IOException cause) {
    if (!(cause instanceof EOFException)) {
      return explain(read.culprit(0), cause);
    }
    try {
      long length = store.length(read.culprit(0).location());
      return truncated(read.culprit(length), length, cause);
    } catch (IOException e) {
      cause.addSuppressed(e);
      return explain(read.culprit(0), cause);
    }
  }

  static IOException explain(PayloadRange range, IOException cause) {
    if (cause instanceof InterruptedIOException) {
      return cause;
    }
    if (cause instanceof ClosedByInterruptException) {
      return interrupted(cause);
    }
    String reason =
        cause instanceof FileNotFoundException ? "there is no such object" : cause.toString();
    return new PayloadReadException(range, reason, cause);
  }

  static PayloadReadException truncated(PayloadRange range, long objectLength, IOException cause) {
    return new PayloadReadException(range, "the object has " + objectLength + " bytes", cause);
  }

  static InterruptedIOException interrupted(Exception cause) {
    InterruptedIOException interrupted =
        new InterruptedIOException("Cannot read payloads: the thread was interrupted");
    interrupted.initCause(cause);
    return interrupted;
  }
}
