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

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.util.TransferPair;
import org.apache.arrow.vector.util.VectorBatchAppender;

/**
 * The values that dictionary-encoded fields have indexes into. They are read when a field first
 * needs them, as the type that the field is wanted as, and kept until others come.
 */
final class Dictionaries implements AutoCloseable {

  private final Reader reader;
  private final Map<Long, List<IpcMessage>> messages = new HashMap<>();
  private final Map<WantedField, FieldVector> values = new IdentityHashMap<>();

  /** Reads the values of one message. */
  @FunctionalInterface
  interface Reader {
    FieldVector read(IpcMessage message, WantedField field) throws IOException;
  }

  Dictionaries(Reader reader) {
    this.reader = reader;
  }

  /** Notes a message, which adds to a dictionary or replaces it. */
  void add(IpcMessage message) {
    close();
    DictionaryBatch header = message.dictionaryBatch();
    if (!header.isDelta()) {
      messages.remove(header.id());
    }
    messages.computeIfAbsent(header.id(), id -> new ArrayList<>()).add(message);
  }

  /** Puts the values that indexes stand for into an empty vector. */
  void decode(BaseIntVector indexes, WantedField field, FieldVector target) throws IOException {
    FieldVector dictionary = values(field);
    int count = indexes.getValueCount();
    target.setInitialCapacity(count);
    target.allocateNew();
    TransferPair copy = dictionary.makeTransferPair(target);
    for (int i = 0; i < count; i++) {
      if (!indexes.isNull(i)) {
        long index = indexes.getValueAsLong(i);
        if (index < 0 || index >= dictionary.getValueCount()) {
          throw new IOException(
              "field %s has index %d into a dictionary of %d values"
                  .formatted(field.from().getName(), index, dictionary.getValueCount()));
        }
        copy.copyValueSafe((int) index, i);
      }
    }
    target.setValueCount(count);
  }

  private FieldVector values(WantedField field) throws IOException {
    FieldVector found = values.get(field);
    if (found == null) {
      found = read(field);
      values.put(field, found);
    }
    return found;
  }

  private FieldVector read(WantedField field) throws IOException {
    long id = field.from().getDictionary().getId();
    List<IpcMessage> parts = messages.get(id);
    if (parts == null) {
      throw new IOException(
          "dictionary %d of field %s is not there".formatted(id, field.from().getName()));
    }
    FieldVector all = null;
    boolean complete = false;
    try {
      for (IpcMessage part : parts) {
        FieldVector more = reader.read(part, field.withoutDictionary());
        if (all == null) {
          all = more;
        } else {
          try (more) {
            VectorBatchAppender.batchAppend(all, more);
          }
        }
      }
      complete = true;
      return all;
    } finally {
      if (!complete && all != null) {
        all.close();
      }
    }
  }

  /** Releases the values; they are read again when they are needed. */
  @Override
  public void close() {
    values.values().forEach(FieldVector::close);
    values.clear();
  }
}
