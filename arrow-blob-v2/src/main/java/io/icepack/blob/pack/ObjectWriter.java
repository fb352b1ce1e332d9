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

import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobOutput;
import io.icepack.blob.store.BlobStore;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Appends payloads to objects that it creates one after the other, in constant memory. An object is
 * created by the first payload that needs one, and it is complete after the payload that reaches
 * the target size. After any failure it refuses everything but {@link #abort()}.
 */
final class ObjectWriter {
  private static final int BUFFER_BYTES = 128 * 1024;

  private final BlobStore store;
  private final Supplier<String> names;
  private final long targetBytes;
  private final List<String> created = new ArrayList<>();
  private final List<PackFile> complete = new ArrayList<>();
  private BlobOutput output;
  private byte[] buffer;
  private State state = State.OPEN;

  /**
   * A writer of objects.
   *
   * @param names the locations of the objects, all of them new
   * @param targetBytes the size in bytes at which an object is complete, at least 1
   */
  ObjectWriter(BlobStore store, Supplier<String> names, long targetBytes) {
    this.store = store;
    this.names = names;
    this.targetBytes = targetBytes;
    if (targetBytes < 1) {
      throw new IllegalArgumentException(
          "Cannot use object size " + targetBytes + ": it is below 1 byte");
    }
  }

  /** Where a payload was appended; {@code location} is null if the payload is empty. */
  record Slice(String location, long position, long size) {
    static final Slice EMPTY = new Slice(null, 0, 0);
  }

  Slice append(ByteBuffer payload) throws IOException {
    ByteBuffer source = payload.duplicate();
    return attempt(() -> source.hasRemaining() ? write(source) : Slice.EMPTY);
  }

  Slice append(InputStream source, long length) throws IOException {
    if (length < 0) {
      throw new IllegalArgumentException(
          "Cannot append " + length + " bytes: the length is negative");
    }
    return attempt(() -> length == 0 ? Slice.EMPTY : write(source, length));
  }

  Slice append(BlobInput source, long position, long length) throws IOException {
    return attempt(() -> length == 0 ? Slice.EMPTY : write(source, position, length));
  }

  Slice append(InputStream source) throws IOException {
    return attempt(() -> write(source));
  }

  void close() throws IOException {
    switch (state) {
      case OPEN -> {
        attempt(this::completeObject);
        state = State.CLOSED;
      }
      case FAILED -> {
        closeQuietly();
        throw new IOException("Cannot close blob writer: an earlier append or close failed");
      }
      case CLOSED, ABORTED -> {}
    }
  }

  List<PackFile> objects() {
    if (state != State.CLOSED) {
      throw new IllegalStateException("Cannot list written blobs: the writer is " + state);
    }
    return List.copyOf(complete);
  }

  void abort() throws IOException {
    state = State.ABORTED;
    closeQuietly();
    IOException failure = null;
    for (String location : List.copyOf(created)) {
      try {
        store.delete(location);
        created.remove(location);
      } catch (IOException e) {
        if (failure == null) {
          failure = new IOException("Cannot delete " + location + " of an aborted writer", e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private <T> T attempt(Step<T> step) throws IOException {
    if (state != State.OPEN) {
      throw new IOException("Cannot append blob: the writer is " + state);
    }
    state = State.FAILED;
    T result = step.run();
    state = State.OPEN;
    return result;
  }

  private Slice write(ByteBuffer source) throws IOException {
    long start = openObject();
    if (source.hasArray()) {
      output.write(source.array(), source.arrayOffset() + source.position(), source.remaining());
      return finishSlice(start);
    }
    while (source.hasRemaining()) {
      int count = Math.min(source.remaining(), buffer().length);
      source.get(buffer(), 0, count);
      output.write(buffer(), 0, count);
    }
    return finishSlice(start);
  }

  private Slice write(BlobInput source, long position, long length) throws IOException {
    long start = openObject();
    source.copyTo(output, position, length);
    return finishSlice(start);
  }

  private Slice write(InputStream source, long length) throws IOException {
    long start = openObject();
    for (long left = length; left > 0; ) {
      int count = source.read(buffer(), 0, (int) Math.min(left, buffer().length));
      if (count < 0) {
        throw new EOFException(
            "Cannot append payload of %d bytes: its source ended after %d"
                .formatted(length, length - left));
      }
      output.write(buffer(), 0, count);
      left -= count;
    }
    return finishSlice(start);
  }

  private Slice write(InputStream source) throws IOException {
    int count = source.read(buffer());
    if (count < 0) {
      return Slice.EMPTY;
    }
    long start = openObject();
    for (; count >= 0; count = source.read(buffer())) {
      output.write(buffer(), 0, count);
    }
    return finishSlice(start);
  }

  private long openObject() throws IOException {
    if (output == null) {
      String location = names.get();
      created.add(location);
      try {
        output = store.create(location);
      } catch (FileAlreadyExistsException e) {
        created.remove(location);
        throw e;
      }
    }
    return output.position();
  }

  private Slice finishSlice(long start) throws IOException {
    Slice slice = new Slice(output.location(), start, output.position() - start);
    if (output.position() >= targetBytes) {
      completeObject();
    }
    return slice;
  }

  private Void completeObject() throws IOException {
    if (output != null) {
      output.close();
      complete.add(new PackFile(output.location(), output.position()));
      output = null;
    }
    return null;
  }

  private void closeQuietly() {
    if (output != null) {
      try {
        output.close();
      } catch (IOException e) {
        // what it holds is not published
      }
      output = null;
    }
  }

  private byte[] buffer() {
    if (buffer == null) {
      buffer = new byte[BUFFER_BYTES];
    }
    return buffer;
  }

  private enum State {
    OPEN,
    FAILED,
    CLOSED,
    ABORTED
  }

  private interface Step<T> {
    T run() throws IOException;
  }
}
