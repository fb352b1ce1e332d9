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
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Copies a range in pieces, several of which are read at once where the input does that. */
final class PieceCopy {
  static final int PIECE_BYTES = 4 * 1024 * 1024;
  static final int PIECES_AT_ONCE = 4;

  private final BlobInput input;
  private final BlobOutput output;

  PieceCopy(BlobInput input, BlobOutput output) {
    this.input = input;
    this.output = output;
  }

  void copy(long position, long length) throws IOException {
    if (input.isVectored() && length > PIECE_BYTES) {
      copyAtOnce(position, length);
    } else {
      copyInTurn(position, length);
    }
  }

  private void copyInTurn(long position, long length) throws IOException {
    byte[] piece = new byte[(int) Math.min(length, PIECE_BYTES)];
    for (long done = 0; done < length; ) {
      int count = (int) Math.min(length - done, piece.length);
      input.readFully(position + done, piece, 0, count);
      output.write(piece, 0, count);
      done += count;
    }
  }

  private void copyAtOnce(long position, long length) throws IOException {
    for (long done = 0; done < length; ) {
      List<ByteRange> pieces = new ArrayList<>(PIECES_AT_ONCE);
      for (int i = 0; i < PIECES_AT_ONCE && done < length; i++) {
        int count = (int) Math.min(length - done, PIECE_BYTES);
        pieces.add(new ByteRange(position + done, count));
        done += count;
      }
      for (CompletableFuture<ByteBuffer> piece : input.readVectored(pieces)) {
        ByteBuffer bytes = await(piece);
        output.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
      }
    }
  }

  private static ByteBuffer await(CompletableFuture<ByteBuffer> piece) throws IOException {
    try {
      return piece.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Cannot copy a range: the thread was interrupted");
    }
  }
}
