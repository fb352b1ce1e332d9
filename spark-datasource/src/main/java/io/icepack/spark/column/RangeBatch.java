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
import io.icepack.blob.read.RangeReader;
import io.icepack.blob.store.PayloadRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Payloads of a batch of rows: first asked for, then fetched together, then taken in the order in
 * which they were asked for. Those whose size is known to their object only are measured before
 * that.
 */
public final class RangeBatch {

  private final Map<RangeReader, List<PayloadRange>> expected = new LinkedHashMap<>();
  private final List<byte[]> values = new ArrayList<>();
  private final Map<RangeReader, Requests> requests = new LinkedHashMap<>();
  private int taken;

  /** What one reader is asked for, and where it goes. */
  private static final class Requests {
    private final List<PayloadRange> ranges = new ArrayList<>();
    private final List<Integer> slots = new ArrayList<>();
  }

  /** Announces a payload, so that it is measured. */
  public void expect(PayloadRange range, RangeReader reader) {
    if (range.isOpen() && !DataUri.matches(range.location())) {
      expected.computeIfAbsent(reader, any -> new ArrayList<>()).add(range);
    }
  }

  /** Measures what was announced since the last call. */
  public void measure() throws IOException {
    for (Map.Entry<RangeReader, List<PayloadRange>> ranges : expected.entrySet()) {
      ranges.getKey().measure(ranges.getValue());
    }
    expected.clear();
  }

  /**
   * Asks for a payload.
   *
   * @return the bytes it will take, as far as that is known
   * @throws IllegalArgumentException if it is to be in a {@code data:} URI that does not have it
   */
  public long ask(PayloadRange range, RangeReader reader) {
    if (DataUri.matches(range.location())) {
      return add(DataUri.read(range));
    }
    Requests asked = requests.computeIfAbsent(reader, any -> new Requests());
    asked.slots.add(values.size());
    asked.ranges.add(range);
    values.add(null);
    return reader.bytes(range);
  }

  /** Adds a payload that is there already, or null, to be taken in its turn. */
  public long add(byte[] value) {
    values.add(value);
    return value == null ? 0 : value.length;
  }

  /** Fetches everything asked for since the last call. */
  public void fetch() throws IOException {
    taken = 0;
    for (Map.Entry<RangeReader, Requests> asked : requests.entrySet()) {
      List<ByteBuffer> payloads = asked.getKey().read(asked.getValue().ranges);
      for (int i = 0; i < payloads.size(); i++) {
        values.set(asked.getValue().slots.get(i), payloads.get(i).array());
      }
    }
    requests.clear();
  }

  /** The next payload; after the last one, the batch is empty again. */
  public byte[] take() {
    byte[] value = values.set(taken++, null);
    if (taken == values.size()) {
      values.clear();
    }
    return value;
  }
}
