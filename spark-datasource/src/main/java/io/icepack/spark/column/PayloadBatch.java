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

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.read.PayloadTooLargeException;
import io.icepack.blob.store.PayloadRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The payloads of one column over one batch of rows: first asked for, then fetched together, then
 * taken in the order in which they were asked for.
 */
final class PayloadBatch {

  private final ReadSession session;
  private final String column;
  private final List<byte[]> values = new ArrayList<>();
  private final List<PayloadRange> ranges = new ArrayList<>();
  private final List<Integer> slots = new ArrayList<>();
  private int taken;

  PayloadBatch(ReadSession session, String column) {
    this.session = session;
    this.column = column;
  }

  /**
   * Asks for a payload.
   *
   * @return the bytes it will take as far as the descriptor tells
   */
  long ask(Handle handle) {
    BlobDescriptor descriptor = handle.descriptor();
    if (descriptor.inline() != null) {
      values.add(descriptor.inline());
      return descriptor.size();
    }
    slots.add(values.size());
    values.add(null);
    ranges.add(session.resolve(column, handle));
    return descriptor.size();
  }

  /** Fetches everything asked for since the last call. */
  void fetch() throws IOException {
    taken = 0;
    if (ranges.isEmpty()) {
      return;
    }
    List<ByteBuffer> payloads;
    try {
      payloads = session.reader().read(ranges);
    } catch (PayloadTooLargeException e) {
      throw new IOException(
          String.format(
              "Cannot read column %s of table %s: %s; read ranges of the uri that "
                  + "_blobs.%s and the option 'blob-as-descriptor' give",
              column, session.table(), e.getMessage(), column),
          e);
    } catch (IOException e) {
      throw new IOException(
          String.format(
              "Cannot read column %s of table %s: %s", column, session.table(), e.getMessage()),
          e);
    }
    for (int i = 0; i < payloads.size(); i++) {
      values.set(slots.get(i), payloads.get(i).array());
    }
    ranges.clear();
    slots.clear();
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
