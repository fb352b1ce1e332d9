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
import static io.icepack.blob.arrow.Fields.field;
import static io.icepack.blob.arrow.Fields.nullable;
import static java.util.Arrays.asList;
import static java.util.Collections.singletonMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.descriptor.LogicalBlob;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ExtensionTypeRegistry;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Blob columns in Arrow files and streams, with the extension type registered or not. */
class IpcRoundTripTest {

  private static final LogicalBlob DATA = new LogicalBlob(new byte[] {1, 2, 3}, null, null, null);
  private static final LogicalBlob EMPTY = new LogicalBlob(new byte[0], null, null, null);
  private static final LogicalBlob RANGE = new LogicalBlob(null, "s3://b/k", 4L, 2L);

  private static final List<Object> PLAIN = asList(DATA, null, EMPTY, RANGE);
  private static final List<Object> LISTS =
      asList(null, List.of(), asList(DATA, null, EMPTY), List.of(RANGE));
  private static final List<Object> NESTED =
      asList(
          null, List.of(), asList(null, singletonMap("b", null)), asList(singletonMap("b", DATA)));

  private final BufferAllocator allocator = new RootAllocator();
  private final BlobConverter converter = new BlobConverter(allocator);
  private final MemoryBlobs blobs = new MemoryBlobs();

  enum Format {
    FILE,
    STREAM;

    ArrowWriter writer(VectorSchemaRoot batch, ByteArrayOutputStream out) {
      return this == FILE
          ? new ArrowFileWriter(batch, null, Channels.newChannel(out))
          : new ArrowStreamWriter(batch, null, out);
    }

    ArrowReader reader(byte[] bytes, BufferAllocator allocator) {
      return this == FILE
          ? new ArrowFileReader(new ByteArrayReadableSeekableByteChannel(bytes), allocator)
          : new ArrowStreamReader(new ByteArrayInputStream(bytes), allocator);
    }
  }

  @AfterEach
  void releaseEverything() {
    ExtensionTypeRegistry.unregister(BlobType.INSTANCE);
    allocator.close();
  }

  static Stream<Object[]> cases() {
    return Stream.of(Format.values())
        .flatMap(
            format ->
                Stream.of(true, false)
                    .flatMap(
                        writes ->
                            Stream.of(true, false)
                                .map(reads -> new Object[] {format, writes, reads})));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void survives(Format format, boolean registeredWriter, boolean registeredReader)
      throws IOException {
    Schema schema = schema(registeredWriter);
    byte[] bytes;
    try (VectorSchemaRoot batch = Batches.batch(allocator, schema, PLAIN, LISTS, NESTED)) {
      bytes = write(format, batch);
    }
    if (registeredReader) {
      BlobType.register();
    }

    try (ArrowReader reader = format.reader(bytes, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      Field blob = batch.getSchema().getFields().get(0);
      assertThat(blob.getType()).isEqualTo(registeredReader ? BlobType.INSTANCE : STRUCT);
      assertThat(blob.getMetadata()).containsEntry("ARROW:extension:name", "lance.blob.v2");
      assertThat(BlobSchemas.logicalShape(blob)).isEqualTo(LogicalShape.COMPLETE);
      assertThat(BlobSchemas.blobPaths(batch.getSchema())).isEqualTo(BlobSchemas.blobPaths(schema));
      assertValues(batch);
      assertConverts(format, batch, schema);
    }
  }

  /** Blobs in three places, as extension types or as plain structs with metadata. */
  private static Schema schema(boolean registered) {
    Field plain = complete("plain");
    Field item = complete("item");
    Field inner = complete("b");
    return new Schema(
        List.of(
            registered ? typed(plain) : plain,
            nullable("list", LARGE_LIST, registered ? typed(item) : item),
            nullable("nested", LIST, nullable("item", STRUCT, registered ? typed(inner) : inner))),
        Map.of("lance.blob.managed", "true"));
  }

  private static Field typed(Field blob) {
    return field(
        blob.getName(),
        blob.isNullable(),
        BlobType.INSTANCE,
        Map.of(),
        blob.getChildren().toArray(Field[]::new));
  }

  private void assertConverts(Format format, VectorSchemaRoot batch, Schema logical)
      throws IOException {
    byte[] stored;
    try (VectorSchemaRoot descriptors = converter.toDescriptors(batch, blobs)) {
      stored = write(format, descriptors);
    }
    try (ArrowReader reader = format.reader(stored, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      VectorSchemaRoot descriptors = reader.getVectorSchemaRoot();
      assertThat(descriptors.getSchema()).isEqualTo(BlobSchemas.descriptorSchema(logical));
      try (VectorSchemaRoot again = converter.toLogical(descriptors, logical, blobs);
          VectorSchemaRoot payloads = converter.materialize(descriptors, blobs)) {
        assertValues(again);
        assertThat(Batches.column(payloads, 2)).isEqualTo(MemoryBlobs.payloads(NESTED));
      }
    }
  }

  private static void assertValues(VectorSchemaRoot batch) {
    assertThat(Batches.column(batch, 0)).isEqualTo(PLAIN);
    assertThat(Batches.column(batch, 1)).isEqualTo(LISTS);
    assertThat(Batches.column(batch, 2)).isEqualTo(NESTED);
  }

  @ParameterizedTest
  @EnumSource
  void refusesOtherStorageOnceRegistered(Format format) throws IOException {
    Field field = field("b", true, new ArrowType.Int(32, true), Fields.BLOB);
    byte[] bytes;
    try (VectorSchemaRoot batch =
        Batches.batch(allocator, new Schema(List.of(field)), List.of(1))) {
      bytes = write(format, batch);
    }
    BlobType.register();

    try (ArrowReader reader = format.reader(bytes, allocator)) {
      assertThatThrownBy(reader::getVectorSchemaRoot)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Cannot read extension type lance.blob.v2: its storage type must be Struct, not"
                  + " Int(32, true)");
    }
  }

  @Test
  void keepsResultsOfOneBatchWhileTheNextIsRead() throws IOException {
    Schema schema = new Schema(List.of(complete("b"), nullable("l", LIST, complete("item"))));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (VectorSchemaRoot first =
            Batches.batch(allocator, schema, List.of(DATA), List.of(List.of(EMPTY, RANGE)));
        ArrowWriter writer = Format.STREAM.writer(first, out)) {
      writer.writeBatch();
      first.getVector(0).setNull(0);
      first.getVector(1).setNull(0);
      writer.writeBatch();
    }

    try (ArrowReader reader = Format.STREAM.reader(out.toByteArray(), allocator)) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      reader.loadNextBatch();
      try (VectorSchemaRoot kept = converter.toDescriptors(batch, blobs)) {
        reader.loadNextBatch();
        assertThat(Batches.column(batch, 1)).containsOnlyNulls();
        try (VectorSchemaRoot again = converter.toLogical(kept, schema, blobs)) {
          assertThat(Batches.column(again, 0)).containsExactly(DATA);
          assertThat(Batches.column(again, 1)).containsExactly(List.of(EMPTY, RANGE));
        }
      }
    }
  }

  private static byte[] write(Format format, VectorSchemaRoot batch) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ArrowWriter writer = format.writer(batch, out)) {
      writer.writeBatch();
    }
    return out.toByteArray();
  }
}
