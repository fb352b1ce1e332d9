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

import io.icepack.blob.store.BlobInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.vector.types.MetadataVersion;

/**
 * One encapsulated message of an Arrow IPC file or stream: its metadata, and where its body is.
 *
 * @param position where the message starts
 * @param bodyPosition where its body starts
 */
record IpcMessage(Message metadata, long position, long bodyPosition) {

  static final int PREFIX_BYTES = 8;
  private static final int CONTINUATION = 0xFFFFFFFF;

  /**
   * Reads the metadata of a message, nothing of its body.
   *
   * @param end where the messages of the object end
   * @return null if an end-of-stream mark stands there
   */
  static IpcMessage read(BlobInput input, long position, long end) throws IOException {
    if (position > end - PREFIX_BYTES) {
      throw new IOException("the message at %d is cut off".formatted(position));
    }
    ByteBuffer prefix = bytes(input, position, PREFIX_BYTES);
    if (prefix.getInt() != CONTINUATION) {
      throw new IOException("there is no Arrow message at %d".formatted(position));
    }
    int length = prefix.getInt();
    if (length == 0) {
      return null;
    }
    long bodyPosition = position + PREFIX_BYTES + length;
    if (length < 0 || bodyPosition > end) {
      throw new IOException("the message at %d is cut off".formatted(position));
    }
    try {
      Message metadata = Message.getRootAsMessage(bytes(input, position + PREFIX_BYTES, length));
      IpcMessage message = new IpcMessage(metadata, position, bodyPosition);
      message.check(end);
      return message;
    } catch (IndexOutOfBoundsException e) {
      throw new IOException("the message at %d is corrupt".formatted(position), e);
    }
  }

  /** Where the next message starts. */
  long end() {
    return bodyPosition + metadata.bodyLength();
  }

  /** The header of a record batch, null if this is another message. */
  RecordBatch recordBatch() {
    return metadata.headerType() == MessageHeader.RecordBatch
        ? (RecordBatch) metadata.header(new RecordBatch())
        : null;
  }

  /** The header of a dictionary batch, null if this is another message. */
  DictionaryBatch dictionaryBatch() {
    return metadata.headerType() == MessageHeader.DictionaryBatch
        ? (DictionaryBatch) metadata.header(new DictionaryBatch())
        : null;
  }

  static ByteBuffer bytes(BlobInput input, long position, int length) throws IOException {
    byte[] bytes = new byte[length];
    input.readFully(position, bytes, 0, length);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void check(long end) throws IOException {
    if (metadata.version() < MetadataVersion.V4.toFlatbufID()) {
      throw new IOException(
          "the message at %d has metadata version %d, the oldest known is %d"
              .formatted(position, metadata.version() + 1, MetadataVersion.V4.toFlatbufID() + 1));
    }
    if (metadata.bodyLength() < 0 || metadata.bodyLength() > end - bodyPosition) {
      throw new IOException(
          "the body of the message at %d is cut off: %d bytes are promised, %d are there"
              .formatted(position, metadata.bodyLength(), end - bodyPosition));
    }
  }
}
