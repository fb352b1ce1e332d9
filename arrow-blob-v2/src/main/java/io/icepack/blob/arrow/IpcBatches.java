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
package io.icepack.blob.arrow;

import java.io.Closeable;
import java.io.IOException;
import java.util.NoSuchElementException;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;

/** The record batches of an {@link IpcFile}, of which one is in memory at a time. */
public final class IpcBatches implements Closeable {

  private final String location;
  private final BatchLoader loader;
  private final Source source;
  private VectorSchemaRoot batch;

  /** Where messages with record batches and dictionaries come from, in order. */
  @FunctionalInterface
  interface Source {
    /** Answers the next one, or null after the last. */
    IpcMessage next() throws IOException;
  }

  IpcBatches(String location, BatchLoader loader, Source source) {
    this.location = location;
    this.loader = loader;
    this.source = source;
  }

  /**
   * Releases the current batch, and reads the next one.
   *
   * @return whether there is one
   * @throws IOException if it is malformed or cut off
   */
  public boolean next() throws IOException {
    release();
    try {
      IpcMessage message = source.next();
      for (; message != null && message.dictionaryBatch() != null; message = source.next()) {
        loader.addDictionary(message);
      }
      if (message == null) {
        return false;
      }
      batch = loader.load(message);
      return true;
    } catch (OutOfMemoryException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw IpcFile.failure(location, IpcFile.reason(e), e);
    }
  }

  /** The current batch, which lives until {@link #next} or {@link #close}. */
  public VectorSchemaRoot batch() {
    if (batch == null) {
      throw new NoSuchElementException("Cannot answer a batch of " + location + ": none is read");
    }
    return batch;
  }

  /** Releases the current batch and all dictionaries; the file stays open. */
  @Override
  public void close() {
    release();
    loader.close();
  }

  private void release() {
    if (batch != null) {
      batch.close();
      batch = null;
    }
  }
}
