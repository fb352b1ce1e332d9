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
package io.icepack.blob.store;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.security.AccessControlException;

/**
 * How often a request is repeated that failed for a reason that may pass, such as throttling.
 * Delays double from the first to the longest, and each is shortened by up to a half at random, so
 * that clients do not come back together.
 *
 * @param retries how often a request is repeated, at least 0
 * @param firstDelayMillis the delay before the first repetition, in milliseconds; 0 never waits
 * @param maxDelayMillis the longest delay, in milliseconds
 */
public record RetryPolicy(int retries, long firstDelayMillis, long maxDelayMillis) {
  /** Outlasts a store that refuses every other request: 8 repetitions within about 7 seconds. */
  public static final RetryPolicy DEFAULT = new RetryPolicy(8, 50, 2_000);

  public RetryPolicy {
    if (retries < 0 || firstDelayMillis < 0 || maxDelayMillis < firstDelayMillis) {
      throw new IllegalArgumentException(
          "Cannot use %d retries with delays of %d to %d ms: one is negative or they descend"
              .formatted(retries, firstDelayMillis, maxDelayMillis));
    }
  }

  /** A request to a store. */
  interface Request<T> {
    T send() throws IOException;
  }

  /** Returns the answer to a request that may be sent again after any failure. */
  <T> T call(Request<T> request) throws IOException {
    return call(request, () -> true);
  }

  /**
   * Returns the answer to a request that may be sent again after a failure if a second request says
   * so.
   */
  <T> T call(Request<T> request, Request<Boolean> mayRepeat) throws IOException {
    for (int attempt = 0; ; attempt++) {
      try {
        return request.send();
      } catch (IOException e) {
        if (attempt == retries || !mayPass(e) || !mayRepeat.send()) {
          throw e;
        }
        pause(attempt);
      }
    }
  }

  /**
   * Whether a repetition may succeed: the answer is neither a fact about the object nor a refusal,
   * nor a cancellation.
   */
  static boolean mayPass(IOException failure) {
    boolean cancelled =
        (failure instanceof InterruptedIOException && !(failure instanceof SocketTimeoutException))
            || failure instanceof ClosedChannelException;
    return !cancelled
        && !(failure instanceof FileNotFoundException)
        && !(failure instanceof EOFException)
        && !isRefusal(failure);
  }

  private static boolean isRefusal(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileSystemException
          || cause instanceof ChecksumException
          || cause instanceof AccessControlException
          || cause instanceof UnsupportedFileSystemException) {
        return true;
      }
    }
    return false;
  }

  private void pause(int attempt) throws InterruptedIOException {
    long delay = Math.min(maxDelayMillis, firstDelayMillis << Math.min(attempt, 20));
    if (delay == 0) {
      return;
    }
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(delay - delay / 2, delay + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Cannot repeat request: the thread was interrupted");
    }
  }
}
