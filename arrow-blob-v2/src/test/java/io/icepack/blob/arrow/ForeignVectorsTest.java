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

import static io.icepack.blob.arrow.Fields.LIST;
import static io.icepack.blob.arrow.Fields.STRUCT;
import static io.icepack.blob.arrow.Fields.complete;
import static io.icepack.blob.arrow.Fields.field;
import static io.icepack.blob.arrow.Fields.minimal;
import static io.icepack.blob.arrow.Fields.nullable;
import static io.icepack.blob.arrow.Fields.required;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Arrays.asList;
import static org.apache.arrow.vector.GenerateSampleData.generateTestData;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.icepack.blob.descriptor.LogicalBlob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.hash.ArrowBufHasher;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.impl.UnionMapWriter;
import org.apache.arrow.vector.extension.OpaqueType;
import org.apache.arrow.vector.extension.OpaqueVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns that hold no blobs, and blobs in vectors of another library's making. */
class ForeignVectorsTest {

  private static final LogicalBlob DATA = new LogicalBlob(new byte[] {1, 2}, null, null, null);

  private final BufferAllocator allocator = new RootAllocator();
  private final BlobConverter converter = new BlobConverter(allocator);
  private final MemoryBlobs blobs = new MemoryBlobs();

  @AfterEach
  void releasesEverything() {
    allocator.close();
  }

  @ParameterizedTest
  @MethodSource("columns")
  void sharesOtherColumns(Field other, Consumer<FieldVector> values) throws IOException {
    Schema schema = new Schema(List.of(minimal("b"), other));
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator)) {
      batch.allocateNew();
      values.accept(batch.getVector(1));
      batch.setRowCount(3);
      try (VectorSchemaRoot result = converter.toDescriptors(batch, blobs)) {
        FieldVector expected = batch.getVector(1);
        FieldVector actual = result.getVector(1);
        assertThat(result.getSchema().getFields().get(1)).isEqualTo(other);
        assertThat(VectorEqualsVisitor.vectorEquals(expected, actual)).isTrue();
        assertThat(actual.getNullCount()).isEqualTo(expected.getNullCount());
        assertThat(addresses(actual)).isEqualTo(addresses(expected));
      }
    }
  }

  static Stream<Arguments> columns() {
    ArrowType int32 = new ArrowType.Int(32, true);
    return Stream.of(
        column(nullable("o", new ArrowType.Bool()), vector -> generateTestData(vector, 3)),
        column(nullable("o", ArrowType.Utf8.INSTANCE), vector -> generateTestData(vector, 3)),
        column(required("o", new ArrowType.Int(64, true)), v -> generateTestData(v, 3)),
        column(nullable("o", ArrowType.Null.INSTANCE), vector -> {}),
        column(
            nullable("o", ArrowType.Utf8View.INSTANCE),
            vector -> {
              ((ViewVarCharVector) vector).setSafe(0, "short".getBytes(UTF_8));
              ((ViewVarCharVector) vector).setSafe(2, "longer than twelve bytes".getBytes(UTF_8));
            }),
        column(
            new Field(
                "o", new FieldType(true, int32, new DictionaryEncoding(7, false, null)), List.of()),
            vector -> generateTestData(vector, 3)),
        column(
            nullable("o", new OpaqueType(int32, "counter", "other")),
            vector -> generateTestData(((OpaqueVector) vector).getUnderlyingVector(), 3)),
        column(
            nullable("o", STRUCT, nullable("l", LIST, nullable("item", int32))),
            vector -> {
              Batches.set(vector, 0, Map.of("l", List.of(1, 2)));
              Batches.set(vector, 2, Map.of("l", List.of()));
            }),
        column(
            nullable("o", new ArrowType.FixedSizeList(2), nullable("item", int32)),
            vector -> {
              ((FixedSizeListVector) vector).setNotNull(1);
              generateTestData(((FixedSizeListVector) vector).getDataVector(), 6);
            }),
        column(
            nullable(
                "o",
                new ArrowType.Map(false),
                required("entries", STRUCT, required("key", int32), nullable("value", int32))),
            vector -> {
              UnionMapWriter writer = ((MapVector) vector).getWriter();
              writer.setPosition(1);
              writer.startMap();
              writer.startEntry();
              writer.key().integer().writeInt(5);
              writer.value().integer().writeInt(6);
              writer.endEntry();
              writer.endMap();
            }));
  }

  private static Arguments column(Field field, Consumer<FieldVector> values) {
    return arguments(field, values);
  }

  private static List<Long> addresses(FieldVector vector) {
    List<Long> addresses = new ArrayList<>();
    vector.getFieldBuffers().forEach(buffer -> addresses.add(buffer.memoryAddress()));
    vector.getChildrenFromFields().forEach(child -> addresses.addAll(addresses(child)));
    return addresses;
  }

  /** A library may have registered a type of its own under the name. */
  @Test
  void takesBlobsOfAnotherExtensionType() throws IOException {
    Schema schema = new Schema(List.of(foreign("b"), nullable("l", LIST, foreign("item"))));
    List<?> rows = asList(DATA, null, DATA);
    List<?> lists = asList(List.of(DATA), null, asList(null, DATA));
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator)) {
      batch.allocateNew();
      for (int row = 0; row < 3; row++) {
        Batches.set(batch.getVector(0), row, rows.get(row));
        Batches.set(batch.getVector(1), row, lists.get(row));
      }
      batch.setRowCount(3);
      try (VectorSchemaRoot descriptors = converter.toDescriptors(batch, blobs);
          VectorSchemaRoot again = converter.toLogical(descriptors, schema, blobs)) {
        assertThat(again.getVector(0)).isInstanceOf(ForeignVector.class);
        assertThat(Batches.column(again, 0)).isEqualTo(rows);
        assertThat(Batches.column(again, 1)).isEqualTo(lists);
      }
    }
  }

  private static Field foreign(String name) {
    Field[] children = complete("").getChildren().toArray(Field[]::new);
    return field(name, true, new ForeignType(), Map.of(), children);
  }

  private static final class ForeignType extends ExtensionType {

    @Override
    public ArrowType storageType() {
      return STRUCT;
    }

    @Override
    public String extensionName() {
      return "lance.blob.v2";
    }

    @Override
    public boolean extensionEquals(ExtensionType other) {
      return other instanceof ForeignType;
    }

    @Override
    public String serialize() {
      return "";
    }

    @Override
    public ArrowType deserialize(ArrowType storageType, String serializedData) {
      return this;
    }

    @Override
    public FieldVector getNewVector(String name, FieldType type, BufferAllocator allocator) {
      return new ForeignVector(name, allocator, new StructVector(name, allocator, type, null));
    }
  }

  private static final class ForeignVector extends ExtensionTypeVector<StructVector> {

    ForeignVector(String name, BufferAllocator allocator, StructVector storage) {
      super(name, allocator, storage);
    }

    @Override
    public Object getObject(int index) {
      return getUnderlyingVector().getObject(index);
    }

    @Override
    public int hashCode(int index) {
      return getUnderlyingVector().hashCode(index);
    }

    @Override
    public int hashCode(int index, ArrowBufHasher hasher) {
      return getUnderlyingVector().hashCode(index, hasher);
    }
  }
}
