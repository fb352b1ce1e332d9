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

import io.icepack.blob.store.BlobOutput;
import io.icepack.blob.store.BlobStore;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Appends payloads to packs of one table, in constant memory. A pack is opened by the first payload
 * that needs one, and it is complete after the payload that reaches the target size. Not safe for
 * use by several threads.
 *
 * <p>After any failure nothing that was appended may be published: the writer refuses every later
 * append and {@link #close()}, and only {@link #abort()} is left.
 */
public final class PackWriter implements Closeable {
  private static final int BUFFER_BYTES = 128 * 1024;

  private final BlobStore store;
  private final String directory;
  private final long targetBytes;
  private final List<String> created = new ArrayList<>();
  private final List<PackFile> complete = new ArrayList<>();
  private BlobOutput output;
  private String path;
  private byte[] buffer;
  private State state = State.OPEN;

  /**
   * A writer of packs below a table location.
   *
   * @param tableLocation the absolute location of the table
   * @param targetBytes the size in bytes at which a pack is complete, at least 1
   */
  public PackWriter(BlobStore store, String tableLocation, long targetBytes) {
    this.store = Objects.requireNonNull(store, "store");
    this.directory = PackNames.directory(tableLocation);
    this.targetBytes = targetBytes;
    if (targetBytes < 1) {
      throw new IllegalArgumentException(
          "Cannot use pack size " + targetBytes + ": it is below 1 byte");
    }
  }

  /** Appends a payload. The empty payload is in no pack; see {@link PackSlice#isEmpty()}. */
  public PackSlice append(byte[] payload) throws IOException {
    return append(ByteBuffer.wrap(payload));
  }

  /** Appends the remaining bytes of a buffer, whose position stays. */
  public PackSlice append(ByteBuffer payload) throws IOException {
    ByteBuffer source = payload.duplicate();
    return attempt(() -> source.hasRemaining() ? writeAll(source) : PackSlice.EMPTY);
  }

  /**
   * Appends exactly as many bytes of a stream as told, and leaves the stream open behind them.
   *
   * @param length the number of bytes
   * @throws EOFException if the stream has fewer
   */
  public PackSlice append(InputStream source, long length) throws IOException {
    if (length < 0) {
      throw new IllegalArgumentException(
          "Cannot append " + length + " bytes: the length is negative");
    }
    return attempt(() -> length == 0 ? PackSlice.EMPTY : writeExactly(source, length));
  }

  /** Appends a stream to its end, and leaves it open. */
  public PackSlice append(InputStream source) throws IOException {
    return attempt(() -> writeToEnd(source));
  }

  /**
   * Completes the last pack, after which every slice may be published. Closing again does nothing,
   * nor does closing an aborted writer.
   *
   * @throws IOException if this or anything before it failed
   */
  @Override
  public void close() throws IOException {
    switch (state) {
      case OPEN -> {
        attempt(this::completePack);
        state = State.CLOSED;
      }
      case FAILED -> {
        closeQuietly();
        throw new IOException(
            "Cannot close packs in " + directory + ": an earlier append or close failed");
      }
      case CLOSED, ABORTED -> {}
    }
  }

  /** Returns the packs in the order of their creation. Only a closed writer has all. */
  public List<PackFile> packs() {
    if (state != State.CLOSED) {
      throw new IllegalStateException(
          "Cannot list packs in " + directory + ": the writer is " + state);
    }
    return List.copyOf(complete);
  }

  /**
   * Closes the writer, also after {@link #close()}, and deletes every pack that it created and
   * nothing else.
   *
   * @throws IOException if a pack could not be deleted; every one was tried, and calling again
   *     tries the rest
   */
  public void abort() throws IOException {
    state = State.ABORTED;
    closeQuietly();
    IOException failure = null;
    for (String location : List.copyOf(created)) {
      try {
        store.delete(location);
        created.remove(location);
      } catch (IOException e) {
        if (failure == null) {
          failure = new IOException("Cannot delete pack " + location + " of an aborted writer", e);
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
      throw new IOException("Cannot append to packs in " + directory + ": the writer is " + state);
    }
    state = State.FAILED;
    T result = step.run();
    state = State.OPEN;
    return result;
  }

  private PackSlice writeAll(ByteBuffer source) throws IOException {
    long start = openPack();
    if (source.hasArray()) {
      output.write(source.array(), source.arrayOffset() + source.position(), source.remaining());
    } else {
      while (source.hasRemaining()) {
        int count = Math.min(source.remaining(), buffer().length);
        source.get(buffer(), 0, count);
        output.write(buffer(), 0, count);
      }
    }
    return finishSlice(start);
  }

  private PackSlice writeExactly(InputStream source, long length) throws IOException {
    long start = openPack();
    long left = length;
    while (left > 0) {
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

  private PackSlice writeToEnd(InputStream source) throws IOException {
    int count = source.read(buffer());
    if (count < 0) {
      return PackSlice.EMPTY;
    }
    long start = openPack();
    for (; count >= 0; count = source.read(buffer())) {
      output.write(buffer(), 0, count);
    }
    return finishSlice(start);
  }

  private long openPack() throws IOException {
    if (output == null) {
      String name = PackNames.fresh();
      String location = directory + "/" + name;
      created.add(location);
      try {
        output = store.create(location);
      } catch (FileAlreadyExistsException e) {
        created.remove(location);
        throw e;
      }
      path = PackNames.DIRECTORY + "/" + name;
    }
    return output.position();
  }

  private PackSlice finishSlice(long start) throws IOException {
    long end = output.position();
    PackSlice slice = new PackSlice(path, start, end - start);
    if (end >= targetBytes) {
      completePack();
    }
    return slice;
  }

  private Void completePack() throws IOException {
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
