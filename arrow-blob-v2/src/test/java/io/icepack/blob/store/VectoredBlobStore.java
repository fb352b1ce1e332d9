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
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Serves the ranges of a vectored read at the same time; the inputs of the other store must not
 * mind.
 */
public final class VectoredBlobStore extends ForwardingBlobStore {

  public VectoredBlobStore(BlobStore delegate) {
    super(delegate);
  }

  @Override
  public BlobInput open(String location) throws IOException {
    return new VectoredInput(super.open(location));
  }

  @Override
  public BlobInput open(String location, long knownLength) throws IOException {
    return new VectoredInput(super.open(location, knownLength));
  }

  private static final class VectoredInput extends Input {
    VectoredInput(BlobInput delegate) {
      super(delegate);
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readVectored(List<ByteRange> ranges) {
      return ranges.stream()
          .map(range -> CompletableFuture.supplyAsync(() -> read(range)))
          .toList();
    }

    @Override
    public boolean isVectored() {
      return true;
    }

    private ByteBuffer read(ByteRange range) {
      byte[] bytes = new byte[range.length()];
      try {
        readFully(range.position(), bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new CompletionException(e);
      }
      return ByteBuffer.wrap(bytes);
    }
  }
}
