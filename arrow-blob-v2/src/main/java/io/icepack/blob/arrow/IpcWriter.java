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

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes record batches in the Arrow IPC file format or stream format, one at a time. The schema
 * goes out as it is, extension names included, and every logical blob is checked before its batch.
 */
public final class IpcWriter implements Closeable {

  private final BufferAllocator allocator;
  private final VectorSchemaRoot root;
  private final ArrowWriter writer;
  private long rows;

  /** The two formats of Arrow IPC. */
  public enum Format {
    /** With a footer, so that several readers can share an object. */
    FILE,
    /** Without one, so that a reader can follow the writer. */
    STREAM
  }

  /**
   * Starts to write. Nothing reaches the output before the first batch, or {@link #close}.
   *
   * @param schema of the batches; blob fields must be valid
   * @param compression of the buffers; what is not {@link CodecType#NO_COMPRESSION} takes Arrow's
   *     compression module at run time
   * @param out left open
   * @throws IllegalArgumentException if the schema has an invalid blob field
   */
  public IpcWriter(
      Schema schema,
      Format format,
      CodecType compression,
      OutputStream out,
      BufferAllocator allocator) {
    BlobSchemas.blobPaths(schema);
    this.allocator = allocator;
    this.root = VectorSchemaRoot.create(schema, allocator);
    this.writer = writer(format, compression, Channels.newChannel(out));
  }

  private ArrowWriter writer(Format format, CodecType compression, WritableByteChannel channel) {
    CompressionCodec.Factory codecs = CompressionCodec.Factory.INSTANCE;
    return format == Format.FILE
        ? new ArrowFileWriter(root, null, channel, Map.of(), IpcOption.DEFAULT, codecs, compression)
        : new ArrowStreamWriter(root, null, channel, IpcOption.DEFAULT, codecs, compression);
  }

  /**
   * Writes a batch, without a copy of its buffers.
   *
   * @param batch stays the caller's. Its fields must have the types of the schema, or those that
   *     {@link SignedSchema} gives for 64-bit numbers
   * @throws IllegalArgumentException if it has other fields, or a blob is invalid (Blob v2,
   *     "Logical Input Values"), naming the field, the row of the output and the value; nothing is
   *     written
   */
  public void write(VectorSchemaRoot batch) throws IOException {
    requireSameLayout(batch.getSchema().getFields(), root.getSchema().getFields());
    try (ArrowRecordBatch buffers = new VectorUnloader(batch).getRecordBatch()) {
      new VectorLoader(root).load(buffers);
    }
    try {
      BlobValues.check(root, rows, allocator);
      writer.writeBatch();
      rows += batch.getRowCount();
    } finally {
      root.clear();
    }
  }

  /** The number of rows written so far. */
  public long rows() {
    return rows;
  }

  /** Ends the file or stream, and releases its memory. A file without batches is complete, too. */
  public void finish() throws IOException {
    writer.end();
  }

  /** Releases memory. What was not {@linkplain #finish() finished} stays incomplete. */
  @Override
  public void close() {
    root.close();
  }

  private static void requireSameLayout(List<Field> actual, List<Field> expected) {
    boolean same = actual.size() == expected.size();
    for (int i = 0; same && i < actual.size(); i++) {
      if (!sameLayout(actual.get(i), expected.get(i))) {
        throw new IllegalArgumentException(
            "Cannot write batch: its column %s does not fit %s"
                .formatted(actual.get(i), expected.get(i)));
      }
    }
    if (!same) {
      throw new IllegalArgumentException(
          "Cannot write batch: it has %d columns, the schema has %d"
              .formatted(actual.size(), expected.size()));
    }
  }

  private static boolean sameLayout(Field actual, Field expected) {
    ArrowType type = ChildSpec.storageType(expected);
    boolean fits =
        ChildSpec.storageType(actual).equals(type)
            || type.equals(ChildSpec.UINT64)
                && ChildSpec.storageType(actual).equals(SignedSchema.of(type));
    List<Field> from = actual.getChildren();
    List<Field> to = expected.getChildren();
    for (int i = 0; fits && i < to.size(); i++) {
      fits = from.size() == to.size() && sameLayout(from.get(i), to.get(i));
    }
    return fits;
  }
}
