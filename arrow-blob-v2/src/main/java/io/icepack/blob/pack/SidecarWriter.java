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

import io.icepack.blob.base.SidecarObjects;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobStore;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Writes the payloads of one data file without the Managed opt-in: large ones to an object of their
 * own (Dedicated), others to shared objects (Packed). All blob columns of the data file use one
 * writer, because they share its sidecar ids. Failures leave only {@link #abort()}, as with {@link
 * PackWriter}. Not safe for use by several threads.
 */
public final class SidecarWriter implements Closeable {
  private static final byte[] NO_BYTES = {};

  private final String dataFileLocation;
  private final long dedicatedThreshold;
  private final ObjectWriter packed;
  private final ObjectWriter dedicated;
  private final Map<String, Long> ids = new HashMap<>();

  /**
   * A writer of the sidecar objects of a data file.
   *
   * @param dataFileLocation the absolute location of the data file, which need not exist yet
   * @param dedicatedThreshold payloads of more bytes than this get an object of their own
   * @param targetBytes the size in bytes at which a shared object is complete, at least 1
   */
  public SidecarWriter(
      BlobStore store, String dataFileLocation, long dedicatedThreshold, long targetBytes) {
    this.dataFileLocation = Objects.requireNonNull(dataFileLocation, "dataFileLocation");
    this.dedicatedThreshold = dedicatedThreshold;
    this.packed = new ObjectWriter(store, this::nextLocation, targetBytes);
    this.dedicated = new ObjectWriter(store, this::nextLocation, 1);
  }

  /** Appends a payload. The empty payload is Inline. */
  public BlobDescriptor append(byte[] payload) throws IOException {
    return append(ByteBuffer.wrap(payload));
  }

  /** Appends the remaining bytes of a buffer, whose position stays. */
  public BlobDescriptor append(ByteBuffer payload) throws IOException {
    boolean large = payload.remaining() > dedicatedThreshold;
    return large ? dedicated(dedicated.append(payload)) : packed(packed.append(payload));
  }

  /**
   * Appends a range of a stored object, and leaves its input open.
   *
   * @throws java.io.EOFException if the object ends before the range
   */
  public BlobDescriptor append(BlobInput source, long position, long length) throws IOException {
    boolean large = length > dedicatedThreshold;
    return large
        ? dedicated(dedicated.append(source, position, length))
        : packed(packed.append(source, position, length));
  }

  /**
   * Completes all objects, after which every descriptor may be published.
   *
   * @throws IOException if this or anything before it failed
   */
  @Override
  public void close() throws IOException {
    try {
      packed.close();
    } finally {
      dedicated.close();
    }
  }

  /**
   * Returns the objects, shared ones first.
   *
   * @throws IllegalStateException unless the writer was closed without a failure
   */
  public List<PackFile> objects() {
    return Stream.of(packed, dedicated).flatMap(writer -> writer.objects().stream()).toList();
  }

  /**
   * Closes the writer, also after {@link #close()}, and deletes every object that it created and
   * nothing else.
   *
   * @throws IOException if an object could not be deleted; every one was tried, and calling again
   *     tries the rest
   */
  public void abort() throws IOException {
    try {
      packed.abort();
    } finally {
      dedicated.abort();
    }
  }

  private String nextLocation() {
    long id = ids.size() + 1L;
    String location = SidecarObjects.location(dataFileLocation, id);
    ids.put(location, id);
    return location;
  }

  private BlobDescriptor packed(ObjectWriter.Slice slice) {
    return slice.location() == null
        ? BlobDescriptor.inline(NO_BYTES)
        : BlobDescriptor.packed(ids.get(slice.location()), slice.position(), slice.size());
  }

  private BlobDescriptor dedicated(ObjectWriter.Slice slice) {
    return slice.location() == null
        ? BlobDescriptor.inline(NO_BYTES)
        : BlobDescriptor.dedicated(ids.get(slice.location()), slice.size());
  }
}
