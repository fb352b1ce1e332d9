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

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** The bytes of a range in order, fetched in large pieces. */
final class RangeStream extends InputStream {
  private static final int PIECE_BYTES = 4 * 1024 * 1024;

  private final BlobInput input;
  private long position;
  private long left;
  private byte[] piece;
  private int next;

  RangeStream(BlobInput input, long position, long length) {
    this.input = input;
    this.position = position;
    this.left = length;
    this.piece = new byte[0];
  }

  @Override
  public int read() throws IOException {
    return fill() ? Byte.toUnsignedInt(piece[next++]) : -1;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    if (length == 0) {
      return 0;
    }
    if (next == piece.length && left > 0 && length >= Math.min(left, PIECE_BYTES)) {
      return readDirectly(buffer, offset);
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, piece.length - next);
    System.arraycopy(piece, next, buffer, offset, count);
    next += count;
    return count;
  }

  private int readDirectly(byte[] buffer, int offset) throws IOException {
    int count = (int) Math.min(left, PIECE_BYTES);
    input.readFully(position, buffer, offset, count);
    position += count;
    left -= count;
    return count;
  }

  private boolean fill() throws IOException {
    if (next < piece.length) {
      return true;
    }
    if (left == 0) {
      return false;
    }
    int length = (int) Math.min(left, PIECE_BYTES);
    byte[] target = piece.length == length ? piece : new byte[length];
    input.readFully(position, target, 0, length);
    piece = target;
    next = 0;
    position += length;
    left -= length;
    return true;
  }
}
