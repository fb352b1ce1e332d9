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
import io.icepack.blob.read.PayloadTooLargeException;
import io.icepack.spark.column.ReadSession.Located;
import java.io.IOException;

/** The payloads of one column over one batch of rows; errors name the column. */
final class PayloadBatch {

  private final ReadSession session;
  private final String column;
  private final RangeBatch ranges = new RangeBatch();

  PayloadBatch(ReadSession session, String column) {
    this.session = session;
    this.column = column;
  }

  /** Announces a payload, so that it is measured. */
  void expect(Handle handle) {
    expect(session.locate(column, handle));
  }

  /** Announces a payload, so that it is measured. */
  void expect(SerializedDescriptor descriptor) {
    expect(session.locate(descriptor));
  }

  private void expect(Located payload) {
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
   * @return the bytes it will take, as far as that is known
   */
  long ask(Handle handle) {
    byte[] inline = handle.descriptor().inline();
    return inline == null ? ask(session.locate(column, handle)) : ranges.add(inline);
  }

  /**
   * Asks for a payload.
   *
   * @return the bytes it will take, as far as that is known
   */
  long ask(SerializedDescriptor descriptor) {
    return ask(session.locate(descriptor));
  }

  private long ask(Located payload) {
    try {
      return ranges.ask(payload.range(), payload.reader());
    } catch (IllegalArgumentException e) {
      throw session.unresolved(column, e);
    }
  }

  /** Fetches everything asked for since the last call. */
  void fetch() throws IOException {
    try {
      ranges.fetch();
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
            column, session.table(), cause.getMessage(), remedy),
        cause);
  }

  /** The next payload; after the last one, the batch is empty again. */
  byte[] take() {
    return ranges.take();
  }
}
