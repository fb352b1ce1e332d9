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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;

/**
 * The buffers of one record batch. Those that are wanted are read together, near ones by one
 * request; they are owned by this object until it is closed.
 */
final class BodyBuffers implements AutoCloseable {

  /** What lies between two buffers is read along if it has at most so many bytes. */
  private static final long MAX_GAP_BYTES = 64 * 1024;

  /** The heap that passes bytes on to Arrow's memory. */
  private static final int PIECE_BYTES = 1024 * 1024;

  private final BlobInput input;
  private final IpcMessage message;
  private final RecordBatch header;
  private final BufferAllocator allocator;
  private final List<Integer> wanted = new ArrayList<>();
  private final Map<Integer, ArrowBuf> buffers = new TreeMap<>();

  BodyBuffers(BlobInput input, IpcMessage message, RecordBatch header, BufferAllocator allocator) {
    this.input = input;
    this.message = message;
    this.header = header;
    this.allocator = allocator;
  }

  void want(int first, int count) {
    for (int index = first; index < first + count; index++) {
      wanted.add(index);
    }
  }

  /** Reads the buffers that are wanted. */
  void read() throws IOException {
    CompressionCodec codec = codec();
    List<Integer> present = new ArrayList<>(wanted);
    present.removeIf(index -> header.buffers(index).length() == 0);
    present.sort(Comparator.comparingLong(index -> header.buffers(index).offset()));
    for (int first = 0, next; first < present.size(); first = next) {
      long end = checkedEnd(present.get(first));
      for (next = first + 1; next < present.size(); next++) {
        if (header.buffers(present.get(next)).offset() - end > MAX_GAP_BYTES) {
          break;
        }
        end = Math.max(end, checkedEnd(present.get(next)));
      }
      readRun(present.subList(first, next), end, codec);
    }
  }

  /** Answers buffers that were read; they stay owned by this object. */
  List<ArrowBuf> get(int first, int count) {
    List<ArrowBuf> selected = new ArrayList<>();
    for (int index = first; index < first + count; index++) {
      selected.add(buffers.getOrDefault(index, allocator.getEmpty()));
    }
    return selected;
  }

  @Override
  public void close() {
    buffers.values().forEach(ArrowBuf::close);
    buffers.clear();
  }

  private void readRun(List<Integer> indexes, long end, CompressionCodec codec) throws IOException {
    long start = header.buffers(indexes.get(0)).offset();
    try (ArrowBuf run = allocator.buffer(end - start)) {
      byte[] piece = new byte[(int) Math.min(PIECE_BYTES, end - start)];
      for (long done = 0; done < end - start; done += piece.length) {
        int count = (int) Math.min(piece.length, end - start - done);
        input.readFully(message.bodyPosition() + start + done, piece, 0, count);
        run.setBytes(done, piece, 0, count);
      }
      for (int index : indexes) {
        Buffer buffer = header.buffers(index);
        ArrowBuf slice = run.slice(buffer.offset() - start, buffer.length());
        slice.getReferenceManager().retain();
        slice.writerIndex(buffer.length());
        buffers.put(index, decompressed(slice, codec));
      }
    }
  }

  /** Takes over a buffer, and answers what it holds. */
  private ArrowBuf decompressed(ArrowBuf buffer, CompressionCodec codec) throws IOException {
    try {
      return codec == null ? buffer : codec.decompress(allocator, buffer);
    } catch (RuntimeException e) {
      buffer.close();
      throw new IOException(
          "the record batch at %d cannot be decompressed (%s): %s"
              .formatted(message.position(), codec.getCodecType(), e.getMessage()),
          e);
    }
  }

  /** Answers null if nothing is compressed. */
  private CompressionCodec codec() throws IOException {
    if (header.compression() == null) {
      return null;
    }
    CodecType type = CodecType.fromCompressionType(header.compression().codec());
    try {
      return CompressionCodec.Factory.INSTANCE.createCodec(type);
    } catch (RuntimeException e) {
      throw new IOException(
          "the record batch at %d has compression %s: %s"
              .formatted(message.position(), type, e.getMessage()),
          e);
    }
  }

  private long checkedEnd(int index) throws IOException {
    Buffer buffer = header.buffers(index);
    long body = message.metadata().bodyLength();
    if (buffer.offset() < 0 || buffer.length() < 0 || buffer.length() > body - buffer.offset()) {
      throw new IOException(
          "the record batch at %d has a buffer of %d bytes at %d, but a body of %d"
              .formatted(message.position(), buffer.length(), buffer.offset(), body));
    }
    return buffer.offset() + buffer.length();
  }
}
