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

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Positional reads of one object. Not safe for use by several threads at once. */
public abstract class BlobInput implements Closeable {

  /**
   * Fills a part of an array from a position of the object, however few bytes the store returns at
   * a time. Reading nothing succeeds at any position.
   *
   * @throws EOFException naming location, range and length of the object, if the object ends before
   *     the range; the array may be filled in part
   * @throws java.io.FileNotFoundException naming the location, if the object does not exist (any
   *     more)
   * @throws IndexOutOfBoundsException if the part is not within the array
   */
  public abstract void readFully(long position, byte[] buffer, int offset, int length)
      throws IOException;

  /**
   * Returns the first bytes of the object: all of it, if it has at most {@code limit}. This takes
   * no knowledge of its length.
   *
   * @throws java.io.FileNotFoundException as {@link #readFully} does
   */
  public abstract byte[] readStart(int limit) throws IOException;

  /**
   * Reads several ranges, which must not overlap. Future i belongs to range i; it completes with a
   * heap buffer holding exactly that range, or fails as {@link #readFully} does. No other read may
   * start before all are complete; closing the input gives up those that are not.
   *
   * <p>The default reads one range after the other before it returns, and what follows a failed
   * range fails likewise.
   */
  public List<CompletableFuture<ByteBuffer>> readVectored(List<ByteRange> ranges)
      throws IOException {
    List<CompletableFuture<ByteBuffer>> results = new ArrayList<>(ranges.size());
    for (ByteRange range : ranges) {
      results.add(readOne(range));
    }
    return results;
  }

  /** Whether {@link #readVectored} serves its ranges at the same time. */
  public boolean isVectored() {
    return false;
  }

  /**
   * Returns the bytes of a range in order, of any length and in constant memory. Closing the stream
   * leaves this input open.
   *
   * @throws IllegalArgumentException if the range is negative or overflows; an object that ends
   *     early makes the stream fail as {@link #readFully} does
   */
  public final InputStream stream(long position, long length) {
    checkRange("stream", position, length);
    return new RangeStream(this, position, length);
  }

  /**
   * Appends a range to an output, of any length and in constant memory. After a failure the output
   * may have a part of it.
   *
   * @throws IllegalArgumentException if the range is negative or overflows
   * @throws EOFException as {@link #readFully} does, if the object ends before the range
   */
  public final void copyTo(BlobOutput target, long position, long length) throws IOException {
    checkRange("copy", position, length);
    long done = transfer(target, position, length);
    if (done < length) {
      new PieceCopy(this, target).copy(position + done, length - done);
    }
  }

  /**
   * Appends the beginning of a range to an output without taking it through the memory of this
   * process.
   *
   * @return the number of bytes appended, 0 where there is no such way
   */
  protected long transfer(BlobOutput target, long position, long length) throws IOException {
    return 0;
  }

  private static void checkRange(String verb, long position, long length) {
    if (position < 0 || length < 0 || position > Long.MAX_VALUE - length) {
      throw new IllegalArgumentException(
          "Cannot %s %d bytes at %d: the range is negative or overflows"
              .formatted(verb, length, position));
    }
  }

  private CompletableFuture<ByteBuffer> readOne(ByteRange range) {
    try {
      byte[] bytes = new byte[range.length()];
      readFully(range.position(), bytes, 0, bytes.length);
      return CompletableFuture.completedFuture(ByteBuffer.wrap(bytes));
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Refuses arguments of {@link #readFully} that can never be valid. */
  protected static void checkArguments(long position, byte[] buffer, int offset, int length) {
    if (position < 0) {
      throw new IllegalArgumentException(
          "Cannot read at position " + position + ": it is negative");
    }
    Objects.checkFromIndexSize(offset, length, buffer.length);
  }

  /** Refuses arguments of {@link #readStart} that can never be valid. */
  protected static void checkLimit(int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("Cannot read at most " + limit + " bytes: it is negative");
    }
  }

  /** The error for a range that the object does not cover. */
  protected static EOFException truncated(
      String location, long position, long length, long objectLength) {
    return new EOFException(
        "Cannot read %d bytes at %d of %s: the object has %d bytes"
            .formatted(length, position, location, objectLength));
  }
}
