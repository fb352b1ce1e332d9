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
package io.icepack.spark.maintenance;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/**
 * Hands copies of rows to another thread, in their order, so that rows are encoded while the next
 * ones are decoded. Holds {@value #BATCHES} batches of some {@value #BATCH_BYTES} bytes and at most
 * {@value #BATCH_ROWS} rows, or one row where that is larger.
 */
final class RowHandoff implements AutoCloseable {

  private static final int BATCHES = 4;
  private static final int BATCH_BYTES = 1 << 20;
  private static final int BATCH_ROWS = 1_000;

  /** Takes rows in the other thread; a row is valid until the next. */
  @FunctionalInterface
  interface Output {
    void add(InternalRow row) throws IOException;
  }

  private static final List<InternalRow> END = List.of();

  private final Output output;
  private final RowCopier copier;
  private final BlockingQueue<List<InternalRow>> batches = new ArrayBlockingQueue<>(BATCHES);
  private final Thread thread;
  private List<InternalRow> batch = new ArrayList<>();
  private long batchStart;
  private boolean finished;
  private volatile Throwable failure;
  private volatile boolean closed;

  /**
   * Starts the other thread.
   *
   * @param type columns of the rows
   * @param name of the thread
   */
  RowHandoff(StructType type, String name, Output output) {
    this.output = output;
    this.copier = new RowCopier(type);
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Takes a copy of a row.
   *
   * @throws IOException also one that an earlier row has met in the other thread
   */
  void add(InternalRow row) throws IOException {
    batch.add(copier.copy(row));
    if (batch.size() == BATCH_ROWS || copier.bytes() - batchStart >= BATCH_BYTES) {
      send(batch);
      batch = new ArrayList<>();
      batchStart = copier.bytes();
    }
  }

  /** Waits until all rows have been written. */
  void finish() throws IOException {
    send(batch);
    send(END);
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw interrupted();
    }
    rethrow();
    finished = true;
  }

  private void send(List<InternalRow> rows) throws IOException {
    try {
      batches.put(rows);
    } catch (InterruptedException e) {
      throw interrupted();
    }
    rethrow();
  }

  private static IOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while rows were handed to another thread");
  }

  private void rethrow() throws IOException {
    Throwable thrown = failure;
    if (thrown instanceof IOException e) {
      throw e;
    } else if (thrown instanceof Error e) {
      throw e;
    } else if (thrown != null) {
      throw (RuntimeException) thrown;
    }
  }

  private void run() {
    try {
      // Storage may have swallowed the interrupt of close().
      while (!closed) {
        List<InternalRow> rows = batches.take();
        if (rows == END) {
          return;
        } else if (failure == null) {
          write(rows);
        }
      }
    } catch (InterruptedException e) {
      // By close(), when nobody waits for rows to be written any more.
      Thread.currentThread().interrupt();
    }
  }

  private void write(List<InternalRow> rows) {
    try {
      for (InternalRow row : rows) {
        output.add(row);
      }
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    }
  }

  /** Returns when the other thread has stopped, whether or not all rows have been written. */
  @Override
  public void close() {
    if (!finished) {
      closed = true;
      thread.interrupt();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
