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
import io.icepack.blob.store.BlobStore;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
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
  private final ObjectWriter packs;
  private final int rootLength;

  /**
   * A writer of packs below a table location.
   *
   * @param tableLocation the absolute location of the table
   * @param targetBytes the size in bytes at which a pack is complete, at least 1
   */
  public PackWriter(BlobStore store, String tableLocation, long targetBytes) {
    Objects.requireNonNull(store, "store");
    String directory = PackNames.directory(tableLocation);
    this.packs = new ObjectWriter(store, () -> directory + "/" + PackNames.fresh(), targetBytes);
    this.rootLength = directory.length() - PackNames.DIRECTORY.length();
  }

  /** Appends a payload. The empty payload is in no pack; see {@link PackSlice#isEmpty()}. */
  public PackSlice append(byte[] payload) throws IOException {
    return append(ByteBuffer.wrap(payload));
  }

  /** Appends the remaining bytes of a buffer, whose position stays. */
  public PackSlice append(ByteBuffer payload) throws IOException {
    return slice(packs.append(payload));
  }

  /**
   * Appends exactly as many bytes of a stream as told, and leaves the stream open behind them.
   *
   * @param length the number of bytes
   * @throws java.io.EOFException if the stream has fewer
   */
  public PackSlice append(InputStream source, long length) throws IOException {
    return slice(packs.append(source, length));
  }

  /**
   * Appends a range of a stored object, and leaves its input open.
   *
   * @throws java.io.EOFException if the object ends before the range
   */
  public PackSlice append(BlobInput source, long position, long length) throws IOException {
    return slice(packs.append(source, position, length));
  }

  /** Appends a stream to its end, and leaves it open. */
  public PackSlice append(InputStream source) throws IOException {
    return slice(packs.append(source));
  }

  /**
   * Completes the last pack, after which every slice may be published. Closing again does nothing,
   * nor does closing an aborted writer.
   *
   * @throws IOException if this or anything before it failed
   */
  @Override
  public void close() throws IOException {
    packs.close();
  }

  /**
   * Returns the packs in the order of their creation.
   *
   * @throws IllegalStateException unless the writer was closed without a failure
   */
  public List<PackFile> packs() {
    return packs.objects();
  }

  /**
   * Closes the writer, also after {@link #close()}, and deletes every pack that it created and
   * nothing else.
   *
   * @throws IOException if a pack could not be deleted; every one was tried, and calling again
   *     tries the rest
   */
  public void abort() throws IOException {
    packs.abort();
  }

  private PackSlice slice(ObjectWriter.Slice slice) {
    return slice.location() == null
        ? PackSlice.EMPTY
        : new PackSlice(slice.location().substring(rootLength), slice.position(), slice.size());
  }
}
