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
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * Reads of one Hadoop file; vectored where the stream serves ranges itself and its latency makes
 * that worthwhile.
 */
final class HadoopBlobInput extends BlobInput {
  /**
   * The most bytes of a local read, which the JDK copies through a buffer that it keeps for the
   * thread.
   */
  private static final int LOCAL_PIECE_BYTES = 1024 * 1024;

  private final String location;
  private final FileSystem fileSystem;
  private final Path path;
  private final FSDataInputStream stream;
  private final boolean local;
  private final boolean vectored;
  private final int pieceBytes;

  HadoopBlobInput(String location, FileSystem fileSystem, Path path, FSDataInputStream stream) {
    this.location = location;
    this.fileSystem = fileSystem;
    this.path = path;
    this.stream = stream;
    this.local = HadoopBlobStore.isLocal(fileSystem);
    this.vectored = !local && stream.hasCapability(StreamCapabilities.VECTOREDIO);
    this.pieceBytes = local ? LOCAL_PIECE_BYTES : Integer.MAX_VALUE;
  }

  @Override
  public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
    checkArguments(position, buffer, offset, length);
    if (length == 0) {
      return;
    }
    try {
      for (int done = 0, count; done < length; done += count) {
        count = Math.min(pieceBytes, length - done);
        stream.readFully(position + done, buffer, offset + done, count);
      }
    } catch (EOFException e) {
      throw truncatedBy(e, position, length);
    } catch (FileNotFoundException e) {
      throw HadoopBlobStore.missing("read", location, e);
    } catch (FSError e) {
      throw HadoopBlobStore.unwrap(e);
    }
  }

  @Override
  public byte[] readStart(int limit) throws IOException {
    checkLimit(limit);
    try {
      stream.seek(0);
      return stream.readNBytes(limit);
    } catch (FileNotFoundException e) {
      throw HadoopBlobStore.missing("read", location, e);
    } catch (FSError e) {
      throw HadoopBlobStore.unwrap(e);
    }
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readVectored(List<ByteRange> ranges)
      throws IOException {
    if (!vectored || ranges.size() < 2) {
      return super.readVectored(ranges);
    }
    List<FileRange> fileRanges =
        ranges.stream().map(r -> FileRange.createFileRange(r.position(), r.length())).toList();
    try {
      stream.readVectored(fileRanges, ByteBuffer::allocate);
    } catch (EOFException e) {
      ByteRange last = ranges.get(ranges.size() - 1);
      throw truncatedBy(e, last.position(), last.length());
    }
    return fileRanges.stream().map(FileRange::getData).toList();
  }

  @Override
  protected long transfer(BlobOutput target, long position, long length) throws IOException {
    if (!local || !(target instanceof LocalBlobOutput output)) {
      return 0;
    }
    // The descriptor stays that of the stream, whose closing closes the channel as well.
    FileChannel file = new FileInputStream(stream.getFileDescriptor()).getChannel();
    return output.append(file, position, length);
  }

  @Override
  public boolean isVectored() {
    return vectored;
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }

  private EOFException truncatedBy(EOFException cause, long position, int length)
      throws IOException {
    EOFException truncated =
        truncated(location, position, length, fileSystem.getFileStatus(path).getLen());
    truncated.initCause(cause);
    return truncated;
  }
}
