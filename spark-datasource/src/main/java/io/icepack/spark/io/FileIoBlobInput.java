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
package io.icepack.spark.io;

import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.ByteRange;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.iceberg.io.FileRange;
import org.apache.iceberg.io.IOUtil;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/** Positional reads through an Iceberg stream, by ranges where it offers them, else by seeking. */
final class FileIoBlobInput extends BlobInput {

  private final InputFile file;
  private final SeekableInputStream stream;

  FileIoBlobInput(InputFile file, SeekableInputStream stream) {
    this.file = file;
    this.stream = stream;
  }

  @Override
  public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
    checkArguments(position, buffer, offset, length);
    if (length == 0) {
      return;
    }
    try {
      if (stream instanceof RangeReadable ranges) {
        ranges.readFully(position, buffer, offset, length);
      } else {
        stream.seek(position);
        IOUtil.readFully(stream, buffer, offset, length);
      }
    } catch (EOFException e) {
      EOFException truncated = truncated(file.location(), position, length, file.getLength());
      truncated.initCause(e);
      throw truncated;
    } catch (RuntimeException e) {
      throw FileIoBlobStore.failure("read", file.location(), e);
    }
  }

  @Override
  public byte[] readStart(int limit) throws IOException {
    checkLimit(limit);
    try {
      stream.seek(0);
      return stream.readNBytes(limit);
    } catch (RuntimeException e) {
      throw FileIoBlobStore.failure("read", file.location(), e);
    }
  }

  @Override
  public boolean isVectored() {
    return stream instanceof RangeReadable;
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readVectored(List<ByteRange> ranges)
      throws IOException {
    if (!(stream instanceof RangeReadable readable)) {
      return super.readVectored(ranges);
    }
    List<FileRange> requests =
        ranges.stream()
            .map(
                range -> new FileRange(new CompletableFuture<>(), range.position(), range.length()))
            .toList();
    readable.readVectored(requests, ByteBuffer::allocate);
    return requests.stream().map(FileRange::byteBuffer).toList();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
