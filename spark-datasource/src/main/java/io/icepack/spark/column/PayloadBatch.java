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
package io.icepack.spark.column;

import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.blob.read.PayloadReadException;
import io.icepack.blob.read.PayloadTooLargeException;
import io.icepack.blob.store.PayloadRange;
import io.icepack.spark.column.ReadSession.Located;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The payloads of one column over one batch of rows; errors name the column and path within. */
final class PayloadBatch {

  private final ReadSession session;
  private final String column;
  private final RangeBatch ranges = new RangeBatch();
  private final List<Asked> asked = new ArrayList<>();

  /** A payload that was announced or asked for, and the path of its value. */
  private record Asked(PayloadRange range, String path) {

    boolean isOf(PayloadReadException failure) {
      return range.location().equals(failure.location())
          && range.position() == failure.position()
          && (range.isOpen() || range.length() == failure.length());
    }
  }

  PayloadBatch(ReadSession session, String column) {
    this.session = session;
    this.column = column;
  }

  /** Announces a payload, so that it is measured. */
  void expect(String path, Handle handle) {
    expect(path, session.locate(path, handle));
  }

  /** Announces a payload, so that it is measured. */
  void expect(SerializedDescriptor descriptor) {
    expect(column, session.locate(descriptor));
  }

  private void expect(String path, Located payload) {
    asked.add(new Asked(payload.range(), path));
    ranges.expect(payload.range(), payload.reader());
  }

  /** Measures what was announced since the last call. */
  void measure() throws IOException {
    try {
      ranges.measure();
    } catch (IOException | IllegalArgumentException e) {
      throw unreadable(e);
    }
  }

  /**
   * Asks for a payload.
   *
   * @param path of its value, which begins with the column
   * @return the bytes it will take, as far as that is known
   */
  long ask(String path, Handle handle) {
    byte[] inline = handle.descriptor().inline();
    return inline == null ? ask(path, session.locate(path, handle)) : ranges.add(inline);
  }

  /**
   * Asks for a payload.
   *
   * @return the bytes it will take, as far as that is known
   */
  long ask(SerializedDescriptor descriptor) {
    return ask(column, session.locate(descriptor));
  }

  private long ask(String path, Located payload) {
    asked.add(new Asked(payload.range(), path));
    try {
      return ranges.ask(payload.range(), payload.reader());
    } catch (IllegalArgumentException e) {
      throw session.unresolved(path, e);
    }
  }

  /** Fetches everything asked for since the last call. */
  void fetch() throws IOException {
    try {
      ranges.fetch();
      asked.clear();
    } catch (IOException | IllegalArgumentException e) {
      throw unreadable(e);
    }
  }

  private IOException unreadable(Exception cause) {
    String remedy =
        cause instanceof PayloadTooLargeException
            ? "; read parts of it by the function sys.read_blob, from the descriptor that the "
                + "option 'blob-as-descriptor' gives"
            : "";
    return new IOException(
        String.format(
            "Cannot read column %s of table %s: %s%s",
            path(cause), session.table(), cause.getMessage(), remedy),
        cause);
  }

  private String path(Exception cause) {
    return cause instanceof PayloadReadException failure
        ? asked.stream()
            .filter(one -> one.isOf(failure))
            .map(Asked::path)
            .findFirst()
            .orElse(column)
        : column;
  }

  /** The next payload; after the last one, the batch is empty again. */
  byte[] take() {
    return ranges.take();
  }
}
