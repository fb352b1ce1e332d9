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

import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobStore;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The open inputs of a reader. An input that is given back stays open for the next read of its
 * object, but busy and idle ones together never exceed the capacity; the one that was idle longest
 * makes room. No more inputs than the capacity may be borrowed at a time.
 */
final class StreamPool implements Closeable {
  private final BlobStore store;
  private final int capacity;
  private final Deque<Idle> idle = new ArrayDeque<>();
  private int open;
  private boolean closed;

  StreamPool(BlobStore store, int capacity) {
    this.store = store;
    this.capacity = capacity;
  }

  /**
   * Lends an input of an object.
   *
   * @param knownLength the length of the object in bytes, or a negative number
   */
  BlobInput borrow(String location, long knownLength) throws IOException {
    Idle evicted = null;
    synchronized (this) {
      if (closed) {
        throw new IOException("Cannot open " + location + ": the reader is closed");
      }
      BlobInput cached = takeIdle(location);
      if (cached != null) {
        return cached;
      }
      if (open == capacity) {
        evicted = idle.removeFirst();
      } else {
        open++;
      }
    }
    if (evicted != null) {
      closeQuietly(evicted.input());
    }
    boolean opened = false;
    try {
      BlobInput input = knownLength < 0 ? store.open(location) : store.open(location, knownLength);
      opened = true;
      return input;
    } finally {
      if (!opened) {
        forget();
      }
    }
  }

  /** Takes back an input that may be used again. */
  void giveBack(String location, BlobInput input) {
    synchronized (this) {
      if (!closed) {
        idle.addLast(new Idle(location, input));
        return;
      }
    }
    discard(input);
  }

  /** Takes back an input that must not be used again. */
  void discard(BlobInput input) {
    closeQuietly(input);
    forget();
  }

  /** Closes the inputs that nobody has borrowed. */
  void closeIdle() {
    List<Idle> closing;
    synchronized (this) {
      closing = List.copyOf(idle);
      idle.clear();
    }
    closing.forEach(stream -> discard(stream.input()));
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    closeIdle();
  }

  private BlobInput takeIdle(String location) {
    for (Iterator<Idle> streams = idle.descendingIterator(); streams.hasNext(); ) {
      Idle stream = streams.next();
      if (stream.location().equals(location)) {
        streams.remove();
        return stream.input();
      }
    }
    return null;
  }

  private synchronized void forget() {
    open--;
  }

  private static void closeQuietly(BlobInput input) {
    try {
      input.close();
    } catch (IOException e) {
      // what was read is complete
    }
  }

  private record Idle(String location, BlobInput input) {}
}
