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
import io.icepack.blob.store.BlobStore;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.ArrowFooter;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * An object that holds record batches in the Arrow IPC file format or stream format; which of the
 * two is found out from its first bytes. Opening it reads the schema, {@link #batches} reads one
 * record batch at a time, and of it only the buffers of the wanted fields.
 *
 * <p>Fields keep their metadata, so blob fields are recognised by {@link BlobSchemas}. What is
 * malformed, or cut off, fails with an {@link IOException} that names the object.
 */
public final class IpcFile implements Closeable {

  private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

  /** The length of the footer and the magic behind it. */
  private static final int TRAILER_BYTES = Integer.BYTES + MAGIC.length;

  /** The magic, padded. */
  private static final int HEADER_BYTES = 8;

  private final String location;
  private final BlobInput input;
  private final long length;
  private final Schema schema;

  /** The record batches of a file; null for a stream, which has no list of them. */
  private final List<ArrowBlock> blocks;

  /** The dictionaries of a file; none for a stream. */
  private final List<ArrowBlock> dictionaries;

  private IpcFile(
      String location,
      BlobInput input,
      long length,
      Schema schema,
      List<ArrowBlock> blocks,
      List<ArrowBlock> dictionaries) {
    this.location = location;
    this.input = input;
    this.length = length;
    this.schema = schema;
    this.blocks = blocks;
    this.dictionaries = dictionaries;
  }

  /**
   * Opens an object.
   *
   * @throws java.io.FileNotFoundException if there is no such object
   * @throws IOException if it is neither an Arrow IPC file nor a stream, naming it and the reason
   */
  public static IpcFile open(BlobStore store, String location) throws IOException {
    long length = store.length(location);
    BlobInput input = store.open(location, length);
    boolean complete = false;
    try {
      IpcFile file = open(location, input, length);
      complete = true;
      return file;
    } finally {
      if (!complete) {
        input.close();
      }
    }
  }

  private static IpcFile open(String location, BlobInput input, long length) throws IOException {
    if (length < HEADER_BYTES) {
      throw failure(location, "it has %d bytes, too few for Arrow data".formatted(length), null);
    }
    byte[] start = IpcMessage.bytes(input, 0, HEADER_BYTES).array();
    try {
      if (startsWith(start, MAGIC)) {
        ArrowFooter footer = footer(input, length);
        return new IpcFile(
            location,
            input,
            length,
            footer.getSchema(),
            footer.getRecordBatches(),
            footer.getDictionaries());
      }
      if (startsWith(start, new byte[] {-1, -1, -1, -1})) {
        return new IpcFile(location, input, length, streamSchema(input, length), null, List.of());
      }
      throw new IOException("it is neither an Arrow IPC file nor a stream");
    } catch (IOException | RuntimeException e) {
      throw failure(location, reason(e), e);
    }
  }

  /** The schema, with the metadata of all fields. */
  public Schema schema() {
    return schema;
  }

  /** Whether the object has the stream format, without a footer. */
  public boolean isStream() {
    return blocks == null;
  }

  /**
   * Answers the record batches that start in a part of the object, in order. So readers can share
   * one object: parts that cover it, and do not overlap, have each batch once. A stream is read as
   * a whole by the reader whose part has the first byte.
   *
   * @param wanted the fields to read, at every depth a selection of those in {@link #schema}, in
   *     any order; a field may have the type that {@link SignedSchema} gives it, a
   *     dictionary-encoded one has its values, and one that is not there is null in every row
   * @param start the first byte of the part
   * @param end the byte after the part
   * @param allocator owns the vectors
   * @throws IllegalArgumentException if a wanted field has another type, or is not there and may
   *     not be null
   */
  public IpcBatches batches(Schema wanted, long start, long end, BufferAllocator allocator) {
    List<WantedField> fields = WantedField.match(location, schema.getFields(), wanted.getFields());
    BatchLoader loader = new BatchLoader(input, wanted, fields, allocator);
    return new IpcBatches(
        location,
        loader,
        isStream() ? stream(start) : blocks(start, end, loader.needsDictionaries()));
  }

  /** Answers all record batches with all their fields, whose types are those of the file. */
  public IpcBatches batches(BufferAllocator allocator) {
    List<Field> fields = schema.getFields().stream().map(IpcFile::decoded).toList();
    return batches(new Schema(fields, schema.getCustomMetadata()), 0, Long.MAX_VALUE, allocator);
  }

  private static Field decoded(Field field) {
    return new Field(
        field.getName(),
        new FieldType(field.isNullable(), field.getType(), null, field.getMetadata()),
        field.getChildren().stream().map(IpcFile::decoded).toList());
  }

  @Override
  public void close() throws IOException {
    input.close();
  }

  static IOException failure(String location, String reason, Exception cause) {
    boolean saysAll = cause == null || cause.getClass() == IOException.class;
    return new IOException(
        "Cannot read Arrow data %s: %s".formatted(location, reason),
        saysAll && cause != null ? cause.getCause() : cause);
  }

  static String reason(Exception e) {
    return e instanceof IOException || e instanceof UnsupportedOperationException
        ? e.getMessage()
        : "it is corrupt";
  }

  private IpcBatches.Source blocks(long start, long end, boolean withDictionaries) {
    List<ArrowBlock> batches =
        blocks.stream()
            .filter(block -> block.getOffset() >= start && block.getOffset() < end)
            .toList();
    List<ArrowBlock> before =
        withDictionaries && !batches.isEmpty() ? dictionaries : List.<ArrowBlock>of();
    var selected = Stream.concat(before.stream(), batches.stream()).iterator();
    return () ->
        selected.hasNext() ? IpcMessage.read(input, selected.next().getOffset(), length) : null;
  }

  private IpcBatches.Source stream(long start) {
    return new IpcBatches.Source() {
      private long position = start == 0 ? 0 : length;

      @Override
      public IpcMessage next() throws IOException {
        while (position < length) {
          IpcMessage message = IpcMessage.read(input, position, length);
          position = message == null ? length : message.end();
          if (message != null
              && (message.recordBatch() != null || message.dictionaryBatch() != null)) {
            return message;
          }
        }
        return null;
      }
    };
  }

  private static Schema streamSchema(BlobInput input, long length) throws IOException {
    IpcMessage message = IpcMessage.read(input, 0, length);
    if (message == null || message.metadata().headerType() != MessageHeader.Schema) {
      throw new IOException("it does not start with a schema");
    }
    var header = new org.apache.arrow.flatbuf.Schema();
    message.metadata().header(header);
    if (header.endianness() != Endianness.Little) {
      throw new IOException("its numbers are big-endian");
    }
    requireKnownDecimals(header);
    return Schema.convertSchema(header);
  }

  private static ArrowFooter footer(BlobInput input, long length) throws IOException {
    if (length < HEADER_BYTES + TRAILER_BYTES) {
      throw new IOException("the file is cut off, there is no footer");
    }
    ByteBuffer trailer = IpcMessage.bytes(input, length - TRAILER_BYTES, TRAILER_BYTES);
    int footerBytes = trailer.getInt();
    if (!Arrays.equals(trailer.array(), Integer.BYTES, TRAILER_BYTES, MAGIC, 0, MAGIC.length)) {
      throw new IOException("the file is cut off, it does not end with ARROW1");
    }
    long position = length - TRAILER_BYTES - footerBytes;
    if (footerBytes <= 0 || position < HEADER_BYTES) {
      throw new IOException("its footer cannot have %d bytes".formatted(footerBytes));
    }
    Footer footer = Footer.getRootAsFooter(IpcMessage.bytes(input, position, footerBytes));
    if (footer.schema() == null || footer.schema().endianness() != Endianness.Little) {
      throw new IOException("its numbers are big-endian, or it has no schema");
    }
    requireKnownDecimals(footer.schema());
    return new ArrowFooter(footer);
  }

  /** The library would call these invalid, without a name. */
  private static void requireKnownDecimals(org.apache.arrow.flatbuf.Schema schema)
      throws IOException {
    for (int i = 0; i < schema.fieldsLength(); i++) {
      requireKnownDecimals(schema.fields(i));
    }
  }

  private static void requireKnownDecimals(org.apache.arrow.flatbuf.Field field)
      throws IOException {
    if (field.typeType() == Type.Decimal) {
      var decimal = (Decimal) field.type(new Decimal());
      if (decimal.bitWidth() != 128 && decimal.bitWidth() != 256) {
        throw new IOException(
            "field %s is a decimal of %d bits, only 128 and 256 are known"
                .formatted(field.name(), decimal.bitWidth()));
      }
    }
    for (int i = 0; i < field.childrenLength(); i++) {
      requireKnownDecimals(field.children(i));
    }
  }

  private static boolean startsWith(byte[] bytes, byte[] prefix) {
    return Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }
}
