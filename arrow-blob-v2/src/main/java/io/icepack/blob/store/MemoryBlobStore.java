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

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Clock;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/**
 * Objects on the heap, gone with the store. An object appears all at once when its output is
 * closed.
 */
public final class MemoryBlobStore implements BlobStore {
  private final NavigableMap<String, StoredObject> objects = new ConcurrentSkipListMap<>();
  private final Clock clock;

  public MemoryBlobStore() {
    this(Clock.systemUTC());
  }

  /** A store whose objects get their time of modification from a clock. */
  public MemoryBlobStore(Clock clock) {
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  @Override
  public BlobInput open(String location) throws IOException {
    return new Input(location, find("open", location).bytes());
  }

  @Override
  public BlobOutput create(String location) throws IOException {
    if (objects.containsKey(location)) {
      throw exists(location);
    }
    return new Output(location);
  }

  @Override
  public long length(String location) throws IOException {
    return find("measure", location).bytes().length;
  }

  @Override
  public Stream<ObjectStatus> list(String directory) {
    String prefix = directory.endsWith("/") ? directory : directory + "/";
    return objects.tailMap(prefix).entrySet().stream()
        .takeWhile(entry -> entry.getKey().startsWith(prefix))
        .map(entry -> entry.getValue().status(entry.getKey()));
  }

  @Override
  public void delete(String location) {
    objects.remove(location);
  }

  private StoredObject find(String verb, String location) throws FileNotFoundException {
    StoredObject object = objects.get(location);
    if (object == null) {
      throw new FileNotFoundException(
          "Cannot " + verb + " " + location + ": there is no such object");
    }
    return object;
  }

  private static FileAlreadyExistsException exists(String location) {
    return new FileAlreadyExistsException(location, null, "it exists already");
  }

  private record StoredObject(byte[] bytes, long modifiedMillis) {
    ObjectStatus status(String location) {
      return new ObjectStatus(location, bytes.length, modifiedMillis);
    }
  }

  private static final class Input extends BlobInput {
    private final String location;
    private byte[] bytes;

    Input(String location, byte[] bytes) {
      this.location = location;
      this.bytes = bytes;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      checkArguments(position, buffer, offset, length);
      checkOpen();
      if (length == 0) {
        return;
      }
      if (position > bytes.length - length) {
        throw truncated(location, position, length, bytes.length);
      }
      System.arraycopy(bytes, (int) position, buffer, offset, length);
    }

    @Override
    public byte[] readStart(int limit) throws IOException {
      checkLimit(limit);
      checkOpen();
      return Arrays.copyOf(bytes, Math.min(limit, bytes.length));
    }

    @Override
    public void close() {
      bytes = null;
    }

    private void checkOpen() throws IOException {
      if (bytes == null) {
        throw new IOException("Cannot read " + location + ": the input is closed");
      }
    }
  }

  private final class Output extends BlobOutput {
    private final String location;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean closed;

    Output(String location) {
      this.location = location;
    }

    @Override
    public void write(int value) throws IOException {
      checkOpen();
      bytes.write(value);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      checkOpen();
      bytes.write(buffer, offset, length);
    }

    @Override
    public long position() {
      return bytes.size();
    }

    @Override
    public String location() {
      return location;
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      if (objects.putIfAbsent(location, new StoredObject(bytes.toByteArray(), clock.millis()))
          != null) {
        throw exists(location);
      }
    }

    private void checkOpen() throws IOException {
      if (closed) {
        throw new IOException("Cannot write " + location + ": the output is closed");
      }
    }
  }
}
