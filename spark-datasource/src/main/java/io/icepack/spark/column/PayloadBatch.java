package io.icepack.spark.column;

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.read.RangeReader;
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

  private static final int MAX_ARRAY_SIZE = Integer.MAX_VALUE - 8;

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
    if (descriptor.size() > MAX_ARRAY_SIZE) {
      throw new IllegalStateException(
          String.format(
              "Cannot read column %s of table %s: a value has %d bytes, more than an array can "
                  + "hold (%d); read ranges of its uri, which column _blobs and the option "
                  + "'blob-as-descriptor' give",
              column, session.table(), descriptor.size(), MAX_ARRAY_SIZE));
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
    } catch (IOException e) {
      throw new IOException(
          String.format(
              "Cannot read column %s of table %s: %s", column, session.table(), e.getMessage()),
          e);
    }
    for (int i = 0; i < payloads.size(); i++) {
      values.set(slots.get(i), bytes(payloads.get(i)));
    }
    ranges.clear();
    slots.clear();
  }

  private static byte[] bytes(ByteBuffer payload) {
    if (payload.hasArray() && payload.array().length == payload.remaining()) {
      return payload.array();
    }
    byte[] bytes = new byte[payload.remaining()];
    payload.get(payload.position(), bytes);
    return bytes;
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
