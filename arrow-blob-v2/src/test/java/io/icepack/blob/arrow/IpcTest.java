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

import static io.icepack.blob.arrow.Fields.LARGE_LIST;
import static io.icepack.blob.arrow.Fields.LIST;
import static io.icepack.blob.arrow.Fields.STRUCT;
import static io.icepack.blob.arrow.Fields.complete;
import static io.icepack.blob.arrow.Fields.minimal;
import static io.icepack.blob.arrow.Fields.nullable;
import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.blob.arrow.IpcWriter.Format;
import io.icepack.blob.descriptor.LogicalBlob;
import io.icepack.blob.store.BlobOutput;
import io.icepack.blob.store.CountingBlobStore;
import io.icepack.blob.store.MemoryBlobStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;

/** Objects in the Arrow IPC formats, from plain values and back. */
abstract class IpcTest {

  static final LogicalBlob DATA = new LogicalBlob(new byte[] {1, 2, 3}, null, null, null);

  static final LogicalBlob EMPTY = new LogicalBlob(new byte[0], null, null, null);

  static final LogicalBlob WHOLE = new LogicalBlob(null, "s3://b/a b%20?q#é", null, null);

  static final LogicalBlob RANGE = new LogicalBlob(null, "s3://b/k", 4L, 2L);

  static final Schema NESTED =
      new Schema(
          List.of(
              nullable("id", new ArrowType.Int(32, true)),
              complete("plain"),
              nullable("list", LARGE_LIST, minimal("item")),
              nullable("deep", LIST, nullable("item", STRUCT, complete("b")))),
          Map.of("lance.blob.managed", "true"));

  final BufferAllocator allocator = new RootAllocator();

  final CountingBlobStore store = new CountingBlobStore(new MemoryBlobStore());

  @AfterEach
  void releaseEverything() {
    assertThat(store.openStreams()).isZero();
    allocator.close();
  }

  @SafeVarargs
  final void write(String name, Schema schema, Format format, List<List<Object>>... batches)
      throws IOException {
    try (BlobOutput out = store.create(name);
        IpcWriter writer =
            new IpcWriter(schema, format, CodecType.NO_COMPRESSION, out, allocator)) {
      for (List<List<Object>> batch : batches) {
        try (VectorSchemaRoot root =
            Batches.batch(allocator, schema, batch.toArray(List<?>[]::new))) {
          writer.write(root);
        }
      }
      writer.finish();
    }
  }

  /** All rows of an object, by column; nothing if it has no batches. */
  List<List<Object>> rows(String name, Schema wanted) throws IOException {
    List<List<Object>> columns = new ArrayList<>();
    try (IpcFile file = IpcFile.open(store, name);
        IpcBatches batches = file.batches(wanted, 0, Long.MAX_VALUE, allocator)) {
      while (batches.next()) {
        columns.addAll(columns(batches.batch()));
      }
    }
    return columns;
  }

  static List<List<Object>> columns(VectorSchemaRoot batch) {
    List<List<Object>> columns = new ArrayList<>();
    for (int i = 0; i < batch.getFieldVectors().size(); i++) {
      columns.add(Batches.column(batch, i));
    }
    return columns;
  }

  void put(String name, byte[] bytes) throws IOException {
    try (BlobOutput out = store.create(name)) {
      out.write(bytes);
    }
  }

  byte[] read(String name) throws IOException {
    byte[] bytes = new byte[(int) store.length(name)];
    try (var input = store.open(name)) {
      input.readFully(0, bytes, 0, bytes.length);
    }
    return bytes;
  }
}
