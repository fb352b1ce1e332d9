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

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** The bytes of a local file that is being created. */
final class LocalBlobOutput extends BlobOutput {
  /**
   * The most bytes of a write, which the JDK copies through a buffer that it keeps for the thread.
   */
  private static final int PIECE_BYTES = 1024 * 1024;

  private final String location;
  private final FileChannel file;
  private final OutputStream stream;
  private long position;

  private LocalBlobOutput(String location, FileChannel file) {
    this.location = location;
    this.file = file;
    this.stream = new BufferedOutputStream(Channels.newOutputStream(file));
  }

  /**
   * Creates a file and the directories above it, without the process that Hadoop starts to set its
   * permissions.
   */
  static LocalBlobOutput create(String location, Path file) throws IOException {
    try {
      Files.createDirectories(file.getParent());
    } catch (FileAlreadyExistsException e) {
      throw new NotDirectoryException(file.getParent().toString());
    }
    return new LocalBlobOutput(location, FileChannel.open(file, CREATE_NEW, WRITE));
  }

  @Override
  public void write(int value) throws IOException {
    stream.write(value);
    position++;
  }

  @Override
  public void write(byte[] buffer, int offset, int length) throws IOException {
    for (int done = 0, count; done < length; done += count) {
      count = Math.min(PIECE_BYTES, length - done);
      stream.write(buffer, offset + done, count);
      position += count;
    }
  }

  /**
   * Appends a range of another file, as far as that reaches, which the operating system copies.
   *
   * @return the number of bytes appended
   */
  long append(FileChannel source, long start, long length) throws IOException {
    stream.flush();
    long done = 0;
    for (long count = 1; done < length && count > 0; done += count) {
      count = source.transferTo(start + done, length - done, file);
      position += count;
    }
    return done;
  }

  @Override
  public void flush() throws IOException {
    stream.flush();
  }

  @Override
  public void close() throws IOException {
    if (file.isOpen()) {
      try (file) {
        stream.flush();
      }
    }
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public String location() {
    return location;
  }
}
