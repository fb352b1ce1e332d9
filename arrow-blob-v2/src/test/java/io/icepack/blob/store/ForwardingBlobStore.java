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
import java.util.stream.Stream;

/** A store that passes everything on to another one; decorators override what they change. */
public abstract class ForwardingBlobStore implements BlobStore {
  private final BlobStore delegate;

  protected ForwardingBlobStore(BlobStore delegate) {
    this.delegate = delegate;
  }

  @Override
  public BlobInput open(String location) throws IOException {
    return delegate.open(location);
  }

  @Override
  public BlobInput open(String location, long knownLength) throws IOException {
    return delegate.open(location, knownLength);
  }

  @Override
  public BlobOutput create(String location) throws IOException {
    return delegate.create(location);
  }

  @Override
  public long length(String location) throws IOException {
    return delegate.length(location);
  }

  @Override
  public Stream<ObjectStatus> list(String directory) throws IOException {
    return delegate.list(directory);
  }

  @Override
  public void delete(String location) throws IOException {
    delegate.delete(location);
  }

  /** An input that passes everything on to another one. */
  public static class Input extends BlobInput {
    private final BlobInput delegate;

    public Input(BlobInput delegate) {
      this.delegate = delegate;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      delegate.readFully(position, buffer, offset, length);
    }

    @Override
    public byte[] readStart(int limit) throws IOException {
      return delegate.readStart(limit);
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readVectored(List<ByteRange> ranges)
        throws IOException {
      return isVectored() ? delegate.readVectored(ranges) : super.readVectored(ranges);
    }

    @Override
    public boolean isVectored() {
      return delegate.isVectored();
    }

    @Override
    public void close() throws IOException {
      delegate.close();
    }
  }

  /** An output that passes everything on to another one. */
  public static class Output extends BlobOutput {
    private final BlobOutput delegate;

    public Output(BlobOutput delegate) {
      this.delegate = delegate;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      delegate.write(buffer, offset, length);
    }

    @Override
    public void flush() throws IOException {
      delegate.flush();
    }

    @Override
    public void close() throws IOException {
      delegate.close();
    }

    @Override
    public long position() {
      return delegate.position();
    }

    @Override
    public String location() {
      return delegate.location();
    }
  }
}
