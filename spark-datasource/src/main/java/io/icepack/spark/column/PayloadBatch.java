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

import io.icepack.blob.descriptor.DataUri;
import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.blob.read.PayloadTooLargeException;
import io.icepack.blob.read.RangeReader;
import io.icepack.blob.store.PayloadRange;
import io.icepack.spark.column.ReadSession.Located;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The payloads of one column over one batch of rows: first asked for, then fetched together, then
 * taken in the order in which they were asked for. Those whose size is known to their object only
 * are measured before that.
 */
final class PayloadBatch {

  private final ReadSession session;
  private final String column;
  private final Map<RangeReader, List<PayloadRange>> expected = new LinkedHashMap<>();
  private final List<byte[]> values = new ArrayList<>();
  private final Map<RangeReader, Requests> requests = new LinkedHashMap<>();
  private int taken;

  /** What one reader is asked for, and where it goes. */
  private static final class Requests {
    private final List<PayloadRange> ranges = new ArrayList<>();
    private final List<Integer> slots = new ArrayList<>();
  }

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
    if (payload.range().isOpen() && !DataUri.matches(payload.range().location())) {
      expected.computeIfAbsent(payload.reader(), reader -> new ArrayList<>()).add(payload.range());
    }
  }

  /** Measures what was announced since the last call. */
  void measure() throws IOException {
    try {
      for (Map.Entry<RangeReader, List<PayloadRange>> ranges : expected.entrySet()) {
        ranges.getKey().measure(ranges.getValue());
      }
    } catch (IOException | IllegalArgumentException e) {
      throw unreadable(e);
    }
    expected.clear();
  }

  /**
   * Asks for a payload.
   *
   * @return the bytes it will take, as far as that is known
   */
  long ask(Handle handle) {
    byte[] inline = handle.descriptor().inline();
    return inline == null ? ask(session.locate(column, handle)) : add(inline);
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
    PayloadRange range = payload.range();
    if (DataUri.matches(range.location())) {
      try {
        return add(DataUri.read(range));
      } catch (IllegalArgumentException e) {
        throw session.unresolved(column, e);
      }
    }
    Requests asked = requests.computeIfAbsent(payload.reader(), reader -> new Requests());
    asked.slots.add(values.size());
    asked.ranges.add(range);
    values.add(null);
    return payload.reader().bytes(range);
  }

  private long add(byte[] value) {
    values.add(value);
    return value.length;
  }

  /** Fetches everything asked for since the last call. */
  void fetch() throws IOException {
    taken = 0;
    for (Map.Entry<RangeReader, Requests> asked : requests.entrySet()) {
      fetch(asked.getKey(), asked.getValue());
    }
    requests.clear();
  }

  private void fetch(RangeReader reader, Requests asked) throws IOException {
    List<ByteBuffer> payloads;
    try {
      payloads = reader.read(asked.ranges);
    } catch (IOException | IllegalArgumentException e) {
      throw unreadable(e);
    }
    for (int i = 0; i < payloads.size(); i++) {
      values.set(asked.slots.get(i), payloads.get(i).array());
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
    byte[] value = values.set(taken++, null);
    if (taken == values.size()) {
      values.clear();
    }
    return value;
  }
}
