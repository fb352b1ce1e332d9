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

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/**
 * Repeats requests to a store that fail for a reason that may pass. Reads go on with a fresh input.
 * Creating is repeated only while there is no object, so that no object of another writer, nor one
 * that a failed attempt left, is ever mistaken for a new one. What is written cannot be repeated: a
 * failed write or close stays failed.
 */
public final class RetryingBlobStore implements BlobStore {
  private final BlobStore store;
  private final RetryPolicy policy;

  public RetryingBlobStore(BlobStore store, RetryPolicy policy) {
    this.store = Objects.requireNonNull(store, "store");
    this.policy = Objects.requireNonNull(policy, "policy");
  }

  @Override
  public BlobInput open(String location) throws IOException {
    return new Input(() -> store.open(location));
  }

  @Override
  public BlobInput open(String location, long knownLength) throws IOException {
    return new Input(() -> store.open(location, knownLength));
  }

  @Override
  public BlobOutput create(String location) throws IOException {
    return policy.call(() -> store.create(location), () -> isMissing(location));
  }

  @Override
  public long length(String location) throws IOException {
    return policy.call(() -> store.length(location));
  }

  /** Lists as the store does; only the beginning of the listing is repeated. */
  @Override
  public Stream<ObjectStatus> list(String directory) throws IOException {
    return policy.call(() -> store.list(directory));
  }

  @Override
  public void delete(String location) throws IOException {
    policy.call(
        () -> {
          store.delete(location);
          return null;
        });
  }

  private boolean isMissing(String location) throws IOException {
    try {
      policy.call(() -> store.length(location));
      return false;
    } catch (FileNotFoundException e) {
      return true;
    }
  }

  /** A read of an input that is open. */
  private interface Read<T> {
    T from(BlobInput open) throws IOException;
  }

  private final class Input extends BlobInput {
    private final RetryPolicy.Request<BlobInput> opening;
    private BlobInput input;

    Input(RetryPolicy.Request<BlobInput> opening) throws IOException {
      this.opening = opening;
      this.input = policy.call(opening);
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      call(
          open -> {
            open.readFully(position, buffer, offset, length);
            return null;
          });
    }

    @Override
    public byte[] readStart(int limit) throws IOException {
      return call(open -> open.readStart(limit));
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readVectored(List<ByteRange> ranges)
        throws IOException {
      if (!isVectored()) {
        return super.readVectored(ranges);
      }
      List<CompletableFuture<ByteBuffer>> results = new ArrayList<>(ranges.size());
      List<CompletableFuture<ByteBuffer>> first = call(open -> open.readVectored(ranges));
      boolean[] failed = new boolean[ranges.size()];
      for (int i = 0; i < failed.length; i++) {
        failed[i] = !isAnswered(first.get(i));
      }
      for (int i = 0; i < failed.length; i++) {
        results.add(failed[i] ? super.readVectored(ranges.subList(i, i + 1)).get(0) : first.get(i));
      }
      return results;
    }

    /** Not repeated, since it writes. What it leaves is read as ever. */
    @Override
    protected long transfer(BlobOutput target, long position, long length) throws IOException {
      return input == null ? 0 : input.transfer(target, position, length);
    }

    @Override
    public boolean isVectored() {
      return input != null && input.isVectored();
    }

    @Override
    public void close() throws IOException {
      if (input != null) {
        input.close();
      }
    }

    private <T> T call(Read<T> read) throws IOException {
      return policy.call(
          () -> {
            reopen();
            try {
              return read.from(input);
            } catch (IOException e) {
              dropUnlessFinal(e);
              throw e;
            }
          });
    }

    /** Waits for an answer, and tells whether it is one that a repetition would not change. */
    private boolean isAnswered(CompletableFuture<ByteBuffer> pending)
        throws InterruptedIOException {
      try {
        pending.get();
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("Cannot read ranges: the thread was interrupted");
      } catch (ExecutionException e) {
        return !(e.getCause() instanceof IOException cause) || !RetryPolicy.mayPass(cause);
      }
    }

    private void reopen() throws IOException {
      if (input == null) {
        input = opening.send();
      }
    }

    private void dropUnlessFinal(IOException failure) {
      if (RetryPolicy.mayPass(failure)) {
        try {
          input.close();
        } catch (IOException e) {
          failure.addSuppressed(e);
        }
        input = null;
      }
    }
  }
}
