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
package io.icepack.spark.function;

import io.icepack.blob.read.ReadStats;
import io.icepack.blob.store.PayloadRange;
import io.icepack.spark.column.ExternalReaders;
import io.icepack.spark.column.RangeBatch;
import io.icepack.spark.scan.ReadSettings;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;

/**
 * The rows of one task with the results of calls of {@code read_blob} behind their columns.
 * Payloads are fetched for batches of rows, which grow so that a query with a limit reads little
 * too much.
 */
public final class BlobReads implements Iterator<InternalRow>, AutoCloseable {

  private static final int GROWTH = 4;

  private final Iterator<InternalRow> rows;
  private final UnsafeProjection copy;
  private final List<Call> calls;
  private final Consumer<ReadStats> metrics;
  private final Deque<Row> ahead = new ArrayDeque<>();
  private final Deque<InternalRow> batch = new ArrayDeque<>();
  private final RangeBatch payloads = new RangeBatch();
  private final JoinedRow joined = new JoinedRow();
  private int batchRows = 1;

  /**
   * A call in the plan of a query.
   *
   * @param function the function, of which {@link #isCall} says that it is one
   * @param arguments computes its arguments from a row
   */
  public record Read(ScalarFunction<?> function, UnaryOperator<InternalRow> arguments) {}

  private record Call(
      ReadBlob function, UnaryOperator<InternalRow> arguments, ExternalReaders readers) {}

  /** A row and the range of each call, null where the result is. */
  private record Row(UnsafeRow row, PayloadRange[] ranges) {}

  /**
   * Begins to read.
   *
   * @param copy makes a row of its input one that can be kept after a copy
   * @param metrics told what was read in all after each batch
   */
  public BlobReads(
      Iterator<InternalRow> rows,
      UnsafeProjection copy,
      List<Read> reads,
      Consumer<ReadStats> metrics) {
    this.rows = rows;
    this.copy = copy;
    this.metrics = metrics;
    this.calls = new ArrayList<>();
    for (Read read : reads) {
      ReadBlob function = (ReadBlob) read.function();
      calls.add(new Call(function, read.arguments(), function.open()));
    }
  }

  /** Whether a function is one whose calls can be made here. */
  public static boolean isCall(ScalarFunction<?> function) {
    return function instanceof ReadBlob;
  }

  @Override
  public boolean hasNext() {
    return !batch.isEmpty() || !ahead.isEmpty() || rows.hasNext();
  }

  @Override
  public InternalRow next() {
    if (batch.isEmpty()) {
      try {
        gather();
      } catch (IOException e) {
        throw ReadBlob.unreadable(e);
      }
    }
    Object[] results = new Object[calls.size()];
    for (int i = 0; i < results.length; i++) {
      results[i] = payloads.take();
    }
    return joined.apply(batch.remove(), new GenericInternalRow(results));
  }

  private void gather() throws IOException {
    lookAhead();
    long bytes = 0;
    while (!ahead.isEmpty() && bytes < batchBytes()) {
      Row row = ahead.remove();
      for (int i = 0; i < row.ranges().length; i++) {
        PayloadRange range = row.ranges()[i];
        bytes +=
            range == null
                ? payloads.add(null)
                : payloads.ask(range, calls.get(i).readers().reader(range.location()));
      }
      batch.add(row.row());
    }
    payloads.fetch();
    batchRows = (int) Math.min((long) batchRows * GROWTH, settings().batchRows());
    metrics.accept(
        calls.stream()
            .map(call -> call.readers().stats())
            .reduce(new ReadStats(0, 0, 0), ReadStats::plus));
  }

  // How many rows fill a batch is not known before their payloads are measured.
  private void lookAhead() throws IOException {
    long bytes = ahead.stream().mapToLong(row -> row.row().getSizeInBytes()).sum();
    while (ahead.size() < batchRows && bytes < batchBytes() && rows.hasNext()) {
      InternalRow row = rows.next();
      PayloadRange[] ranges = new PayloadRange[calls.size()];
      for (int i = 0; i < ranges.length; i++) {
        Call call = calls.get(i);
        ranges[i] = call.function().range(call.arguments().apply(row));
        if (ranges[i] != null) {
          payloads.expect(ranges[i], call.readers().reader(ranges[i].location()));
        }
      }
      ahead.add(new Row(copy.apply(row).copy(), ranges));
      bytes += ahead.getLast().row().getSizeInBytes();
    }
    payloads.measure();
  }

  private ReadSettings settings() {
    return calls.get(0).function().settings();
  }

  private long batchBytes() {
    return settings().batchBytes();
  }

  @Override
  public void close() {
    calls.forEach(call -> call.readers().close());
  }
}
