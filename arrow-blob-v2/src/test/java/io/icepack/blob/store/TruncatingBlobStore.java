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

/** Objects that end early: each seems to have no more than a number of bytes. */
public final class TruncatingBlobStore extends ForwardingBlobStore {
  private final long maxLength;

  public TruncatingBlobStore(BlobStore delegate, long maxLength) {
    super(delegate);
    this.maxLength = maxLength;
  }

  @Override
  public BlobInput open(String location) throws IOException {
    return new TruncatedInput(location, super.open(location));
  }

  @Override
  public BlobInput open(String location, long knownLength) throws IOException {
    return open(location);
  }

  @Override
  public long length(String location) throws IOException {
    return Math.min(maxLength, super.length(location));
  }

  private final class TruncatedInput extends Input {
    private final String location;

    TruncatedInput(String location, BlobInput delegate) {
      super(delegate);
      this.location = location;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      if (length > 0 && position + length > maxLength) {
        throw truncated(location, position, length, length(location));
      }
      super.readFully(position, buffer, offset, length);
    }

    @Override
    public boolean isVectored() {
      return false;
    }
  }
}
