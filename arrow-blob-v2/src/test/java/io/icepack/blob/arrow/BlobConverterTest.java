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

import static io.icepack.blob.arrow.Fields.LARGE_BINARY;
import static io.icepack.blob.arrow.Fields.LARGE_LIST;
import static io.icepack.blob.arrow.Fields.LIST;
import static io.icepack.blob.arrow.Fields.STRUCT;
import static io.icepack.blob.arrow.Fields.U64;
import static io.icepack.blob.arrow.Fields.UTF8;
import static io.icepack.blob.arrow.Fields.blob;
import static io.icepack.blob.arrow.Fields.complete;
import static io.icepack.blob.arrow.Fields.descriptor;
import static io.icepack.blob.arrow.Fields.minimal;
import static io.icepack.blob.arrow.Fields.nullable;
import static io.icepack.blob.arrow.Fields.required;
import static java.util.Arrays.asList;
import static java.util.Collections.singletonMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.blob.arrow.Batches.AnyBlob;
import io.icepack.blob.arrow.Batches.AnyDescriptor;
import io.icepack.blob.arrow.Batches.Hidden;
import io.icepack.blob.descriptor.LogicalBlob;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BlobConverterTest {

  private static final Field ID = nullable("id", new ArrowType.Int(32, true));
  private static final LogicalBlob DATA = data(1, 2, 3);
  private static final LogicalBlob EMPTY = data();
  private static final LogicalBlob URI = new LogicalBlob(null, "s3://b/k", 4L, 2L);

  private final BufferAllocator allocator = new RootAllocator();
  private final BlobConverter converter = new BlobConverter(allocator);
  private final MemoryBlobs blobs = new MemoryBlobs();

  @AfterEach
  void releasesEverything() {
    allocator.close();
  }

  @ParameterizedTest
  @MethodSource("columns")
  void keepsNullAndEmptyApart(Field field, List<?> rows) throws IOException {
    Schema schema = new Schema(List.of(field));
    try (VectorSchemaRoot batch = Batches.batch(allocator, schema, rows);
        VectorSchemaRoot descriptors = converter.toDescriptors(batch, blobs);
        VectorSchemaRoot payloads = converter.materialize(descriptors, blobs);
        VectorSchemaRoot again = converter.toLogical(descriptors, schema, blobs)) {
      assertThat(Batches.column(again, 0)).isEqualTo(rows);
      assertThat(Batches.column(payloads, 0)).isEqualTo(MemoryBlobs.payloads(rows));
    }
  }

  static Stream<Object[]> columns() {
    List<?> lists =
        asList(null, List.of(), asList((Object) null), List.of(EMPTY), asList(DATA, null, EMPTY));
    List<?> structs =
        asList(
            null, singletonMap("b", null), singletonMap("b", EMPTY), singletonMap("b", DATA), null);
    return Stream.of(
        new Object[] {minimal("b"), asList(null, EMPTY, DATA, null)},
        new Object[] {complete("b"), asList(EMPTY, null, DATA, EMPTY)},
        new Object[] {nullable("l", LIST, minimal("item")), lists},
        new Object[] {nullable("l", LARGE_LIST, complete("item")), lists},
        new Object[] {nullable("s", STRUCT, complete("b")), structs},
        new Object[] {
          nullable("l", LARGE_LIST, nullable("item", LIST, minimal("item"))),
          asList(null, lists, List.of(), asList((Object) null), lists)
        });
  }

  @Test
  void derivesTheSchemaOfEachResult() throws IOException {
    Schema schema = new Schema(List.of(ID, nullable("l", LIST, complete("item"))));
    List<?> rows = asList(List.of(DATA), null);

    try (VectorSchemaRoot batch = Batches.batch(allocator, schema, asList(7, null), rows);
        VectorSchemaRoot descriptors = converter.toDescriptors(batch, blobs);
        VectorSchemaRoot payloads = converter.materialize(descriptors, blobs)) {
      assertThat(descriptors.getSchema()).isEqualTo(BlobSchemas.descriptorSchema(schema));
      assertThat(payloads.getSchema()).isEqualTo(BlobSchemas.materializedSchema(schema));
      assertThat(Batches.column(payloads, 0)).containsExactly(7, null);
    }
  }

  @Test
  void tellsCallbacksTheField() throws IOException {
    Schema schema = new Schema(List.of(minimal("a"), nullable("l", LIST, complete("item"))));
    List<String> calls = new ArrayList<>();

    try (VectorSchemaRoot batch =
            Batches.batch(
                allocator, schema, asList(DATA, null), asList(List.of(URI, DATA), List.of(EMPTY)));
        VectorSchemaRoot descriptors =
            converter.toDescriptors(
                batch,
                (field, blob) -> {
                  calls.add("write " + field + " " + blob);
                  return blobs.write(field, blob);
                })) {
      converter
          .materialize(
              descriptors,
              (field, wanted) -> {
                calls.add("read " + field + " " + wanted.size());
                return blobs.read(field, wanted);
              })
          .close();
    }

    assertThat(calls)
        .containsExactly(
            "write a data of 3 bytes",
            "write l.item uri 's3://b/k' at position 4 and size 2",
            "write l.item data of 3 bytes",
            "write l.item data of 0 bytes",
            "read a 1",
            "read l.item 3");
  }

  @Test
  void readsNothingWhereAllIsNull() throws IOException {
    Schema schema = new Schema(List.of(descriptor("b"), nullable("l", LIST, descriptor("item"))));
    try (VectorSchemaRoot batch =
            Batches.batch(allocator, schema, asList(null, null), asList(List.of(), null));
        VectorSchemaRoot payloads =
            converter.materialize(
                batch,
                (field, wanted) -> {
                  throw new IOException("must not be called");
                })) {
      assertThat(Batches.column(payloads, 0)).containsExactly(null, null);
      assertThat(Batches.column(payloads, 1)).containsExactly(List.of(), null);
    }
  }

  @Test
  void leavesBuffersOfTheReaderAsTheyAre() throws IOException {
    ByteBuffer slice =
        ByteBuffer.allocateDirect(8).put(new byte[] {9, 9, 1, 2, 3, 9}).asReadOnlyBuffer();
    slice.position(2).limit(5);
    AnyDescriptor stored = new AnyDescriptor(3, 0L, 0L, 0L, "s3://whole");

    try (VectorSchemaRoot batch =
            Batches.batch(
                allocator, new Schema(List.of(descriptor("b"))), List.of(stored, stored));
        VectorSchemaRoot payloads =
            converter.materialize(batch, (field, wanted) -> List.of(slice, slice))) {
      ByteBuffer expected = ByteBuffer.wrap(new byte[] {1, 2, 3});
      assertThat(Batches.column(payloads, 0)).containsExactly(expected, expected);
      assertThat(slice.remaining()).isEqualTo(3);
    }
  }

  @Test
  void ignoresWhatIsBeneathNullContainers() throws IOException {
    AnyBlob invalid = new AnyBlob(null, "", 1L, null);
    Schema schema =
        new Schema(
            List.of(
                nullable("s", STRUCT, complete("b")),
                nullable("l", LIST, complete("item")),
                nullable("n", STRUCT, nullable("l", LARGE_LIST, complete("item")))));
    Hidden list = new Hidden(List.of(invalid, invalid));

    try (VectorSchemaRoot batch =
            Batches.batch(
                allocator,
                schema,
                asList(new Hidden(singletonMap("b", invalid)), singletonMap("b", DATA)),
                asList(list, List.of(DATA)),
                asList(new Hidden(singletonMap("l", List.of(invalid))), singletonMap("l", list)));
        VectorSchemaRoot descriptors = converter.toDescriptors(batch, blobs);
        VectorSchemaRoot again = converter.toLogical(descriptors, schema, blobs)) {
      assertThat(Batches.column(again, 0)).isEqualTo(asList(null, singletonMap("b", DATA)));
      assertThat(Batches.column(again, 1)).isEqualTo(asList(null, List.of(DATA)));
      assertThat(Batches.column(again, 2)).isEqualTo(asList(null, singletonMap("l", null)));
    }
  }

  @Test
  void ignoresElementsThatNoListRefersTo() throws IOException {
    AnyBlob invalid = new AnyBlob(null, "", 1L, null);
    Schema schema = new Schema(List.of(nullable("l", LIST, complete("item"))));
    List<?> rows = List.of(List.of(invalid, DATA, EMPTY, URI, invalid), List.of());

    try (VectorSchemaRoot batch = Batches.batch(allocator, schema, rows)) {
      ArrowBuf offsets = batch.getVector(0).getOffsetBuffer();
      offsets.setInt(0, 1);
      offsets.setInt(4, 2);
      offsets.setInt(8, 4);
      try (VectorSchemaRoot descriptors = converter.toDescriptors(batch, blobs);
          VectorSchemaRoot again = converter.toLogical(descriptors, schema, blobs)) {
        assertThat(Batches.column(again, 0)).isEqualTo(List.of(List.of(DATA), List.of(EMPTY, URI)));
      }
    }
  }

  @Test
  void givesRequiredRangesAValueBeneathNull() throws IOException {
    Field data = nullable("data", LARGE_BINARY);
    Field uri = nullable("uri", UTF8);
    Field ranged = blob("b", data, uri, required("position", U64), required("size", U64));
    Schema schema = new Schema(List.of(ranged));

    try (VectorSchemaRoot batch = Batches.batch(allocator, schema, asList(null, URI));
        VectorSchemaRoot descriptors = converter.toDescriptors(batch, blobs);
        VectorSchemaRoot again = converter.toLogical(descriptors, schema, blobs)) {
      List<FieldVector> children = again.getVector(0).getChildrenFromFields();
      assertThat(children).extracting(FieldVector::getNullCount).containsExactly(2, 1, 0, 0);
      assertThat(Batches.column(again, 0)).containsExactly(null, URI);
    }
  }

  @Test
  void convertsASlice() throws IOException {
    Schema schema = new Schema(List.of(ID, nullable("l", LIST, complete("item"))));
    List<?> ids = asList(0, 1, null, 3, 4);
    List<?> rows = asList(List.of(DATA), List.of(URI, DATA), null, List.of(), List.of(EMPTY));

    try (VectorSchemaRoot batch = Batches.batch(allocator, schema, ids, rows);
        VectorSchemaRoot slice = batch.slice(1, 3);
        VectorSchemaRoot descriptors = converter.toDescriptors(slice, blobs);
        VectorSchemaRoot again = converter.toLogical(descriptors, schema, blobs)) {
      assertThat(Batches.column(again, 0)).isEqualTo(ids.subList(1, 4));
      assertThat(Batches.column(again, 1)).isEqualTo(rows.subList(1, 4));
    }
  }

  @Test
  void convertsEmptyBatches() throws IOException {
    Schema schema =
        new Schema(List.of(ID, complete("b"), nullable("l", LARGE_LIST, minimal("item"))));

    try (VectorSchemaRoot batch =
            Batches.batch(allocator, schema, List.of(), List.of(), List.of());
        VectorSchemaRoot descriptors = converter.toDescriptors(batch, blobs);
        VectorSchemaRoot payloads = converter.materialize(descriptors, blobs);
        VectorSchemaRoot again = converter.toLogical(descriptors, schema, blobs)) {
      assertThat(payloads.getRowCount()).isZero();
      assertThat(again.getRowCount()).isZero();
    }
  }

  @Test
  void convertsBatchesWithoutColumns() throws IOException {
    try (VectorSchemaRoot batch = new VectorSchemaRoot(new Schema(List.of()), List.of(), 5);
        VectorSchemaRoot descriptors = converter.toDescriptors(batch, blobs)) {
      assertThat(descriptors.getRowCount()).isEqualTo(5);
    }
  }

  @Test
  void givesRequiredFieldsAValueBeneathNull() throws IOException {
    Field required = LogicalShape.COMPLETE.field("b", false);
    Schema schema = new Schema(List.of(nullable("s", STRUCT, required)));

    try (VectorSchemaRoot batch =
            Batches.batch(allocator, schema, asList(null, singletonMap("b", DATA)));
        VectorSchemaRoot descriptors = converter.toDescriptors(batch, blobs);
        VectorSchemaRoot payloads = converter.materialize(descriptors, blobs);
        VectorSchemaRoot again = converter.toLogical(descriptors, schema, blobs)) {
      for (VectorSchemaRoot result : List.of(descriptors, payloads, again)) {
        assertThat(result.getVector(0).getNullCount()).isEqualTo(1);
        assertThat(result.getVector(0).getChildrenFromFields().get(0).getNullCount()).isZero();
      }
      assertThat(Batches.column(again, 0)).isEqualTo(asList(null, singletonMap("b", DATA)));
    }
  }

  private static LogicalBlob data(int... bytes) {
    ByteBuffer buffer = ByteBuffer.allocate(bytes.length);
    for (int value : bytes) {
      buffer.put((byte) value);
    }
    return new LogicalBlob(buffer.array(), null, null, null);
  }
}
