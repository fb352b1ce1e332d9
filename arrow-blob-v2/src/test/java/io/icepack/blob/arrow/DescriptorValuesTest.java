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

import static io.icepack.blob.arrow.Fields.STRUCT;
import static io.icepack.blob.arrow.Fields.U32;
import static io.icepack.blob.arrow.Fields.U64;
import static io.icepack.blob.arrow.Fields.U8;
import static io.icepack.blob.arrow.Fields.UTF8;
import static io.icepack.blob.arrow.Fields.complete;
import static io.icepack.blob.arrow.Fields.field;
import static io.icepack.blob.arrow.Fields.minimal;
import static io.icepack.blob.arrow.Fields.nullable;
import static io.icepack.blob.arrow.Fields.required;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.icepack.blob.arrow.Batches.AnyDescriptor;
import io.icepack.blob.arrow.Batches.Hidden;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.LogicalBlob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The values of descriptor columns (Blob v2, "Descriptor Kinds" and "Null Descriptors"). */
class DescriptorValuesTest {

  private static final Field RELEASED =
      field(
          "b",
          true,
          STRUCT,
          Map.of("lance-encoding:blob", "true"),
          nullable("kind", U8),
          nullable("position", U64),
          nullable("size", U64),
          nullable("blob_id", U32),
          nullable("blob_uri", UTF8));

  private static final LogicalBlob ANY = new LogicalBlob(new byte[0], null, null, null);

  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void releasesEverything() {
    allocator.close();
  }

  @ParameterizedTest
  @MethodSource("valid")
  void readsValidDescriptors(AnyDescriptor stored, BlobDescriptor expected) throws IOException {
    assertThat(read(RELEASED, stored)).isEqualTo(expected == null ? List.of() : List.of(expected));
  }

  static Stream<Arguments> valid() {
    String path = "_blobs/x.blob";
    String uri = "s3://b/k";
    long maxId = 0xFFFF_FFFFL;
    return Stream.of(
        arguments(new AnyDescriptor(0, 0L, 0L, 0L, ""), BlobDescriptor.inline(new byte[0])),
        arguments(new AnyDescriptor(0, 9L, 0L, null, null), BlobDescriptor.inline(new byte[0])),
        arguments(new AnyDescriptor(1, 8L, 5L, 3L, null), BlobDescriptor.packed(3, 8, 5)),
        arguments(new AnyDescriptor(2, 0L, 5L, maxId, ""), BlobDescriptor.dedicated(maxId, 5)),
        arguments(new AnyDescriptor(3, 0L, 0L, 0L, uri), BlobDescriptor.external(uri, 0, 0)),
        arguments(new AnyDescriptor(3, 2L, 5L, 7L, "k"), BlobDescriptor.external(7, "k", 2, 5)),
        arguments(new AnyDescriptor(4, 1L, 0L, null, path), BlobDescriptor.managed(path, 1, 0)),
        arguments(new AnyDescriptor(4, 1L, 5L, 0L, path), BlobDescriptor.managed(path, 1, 5)),
        arguments(new AnyDescriptor(5, 1L, 5L, 0L, path), BlobDescriptor.managed(0, path, 1, 5)),
        arguments(
            new AnyDescriptor(5, Long.MAX_VALUE - 1, 1L, maxId, path),
            BlobDescriptor.managed(maxId, path, Long.MAX_VALUE - 1, 1)),
        arguments(new AnyDescriptor(null, null, null, null, null), null),
        arguments(new AnyDescriptor(null, -1L, 5L, 3L, "junk"), null),
        arguments(null, null));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void refusesInvalidDescriptors(AnyDescriptor stored, String problem) {
    assertThatThrownBy(() -> read(RELEASED, stored))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot read descriptor b in row 1: " + problem);
  }

  static Stream<Arguments> invalid() {
    String path = "_blobs/x.blob";
    return Stream.of(
        arguments(
            new AnyDescriptor(6, 0L, 0L, 0L, ""),
            "Cannot read blob kind 6: known kinds are 0 to 5"),
        arguments(
            new AnyDescriptor(255, 0L, 0L, 0L, ""),
            "Cannot read blob kind 255: known kinds are 0 to 5"),
        arguments(
            new AnyDescriptor(0, 4L, 5L, 0L, ""),
            "the 5 inline bytes are not in the descriptor but in a buffer of its data file"),
        arguments(
            new AnyDescriptor(0, 4L, -1L, 0L, ""),
            "the 18446744073709551615 inline bytes are not in the descriptor but in a buffer of its"
                + " data file"),
        arguments(
            new AnyDescriptor(0, 0L, null, 0L, ""),
            "Cannot use INLINE descriptor: its size is null"),
        arguments(
            new AnyDescriptor(1, null, 5L, 1L, ""),
            "Cannot use PACKED descriptor: its position is null"),
        arguments(
            new AnyDescriptor(1, 0L, 5L, null, ""),
            "Cannot use PACKED descriptor: its blob_id is null"),
        arguments(
            new AnyDescriptor(1, 0L, 5L, 0L, ""), "Cannot use PACKED descriptor: its blob_id is 0"),
        arguments(
            new AnyDescriptor(2, 1L, 5L, 1L, ""),
            "Cannot use DEDICATED descriptor: its position is 1, not 0"),
        arguments(
            new AnyDescriptor(3, 0L, 0L, 0L, null),
            "Cannot use EXTERNAL descriptor: its blob_uri is null"),
        arguments(
            new AnyDescriptor(4, 0L, 5L, 0L, ""),
            "Cannot use MANAGED descriptor: its blob_uri is empty"),
        arguments(
            new AnyDescriptor(5, 0L, 5L, null, path),
            "Cannot use MANAGED_BASE descriptor: its blob_id is null"),
        arguments(
            new AnyDescriptor(4, Long.MIN_VALUE, 5L, 0L, path),
            "Cannot use position 9223372036854775808: it is above 9223372036854775807"),
        arguments(
            new AnyDescriptor(4, 0L, -2L, 0L, path),
            "Cannot use size 18446744073709551614: it is above 9223372036854775807"),
        arguments(
            new AnyDescriptor(4, Long.MAX_VALUE, 1L, 0L, path),
            "Cannot use range of 1 bytes at 9223372036854775807: its end is above"
                + " 9223372036854775807"));
  }

  @Test
  void refusesUrisThatAreNotText() {
    AnyDescriptor external = new AnyDescriptor(3, 0L, 0L, 0L, "x");
    try (VectorSchemaRoot batch =
        Batches.batch(allocator, new Schema(List.of(RELEASED)), asList(null, external))) {
      VarCharVector uri = (VarCharVector) batch.getVector(0).getChildrenFromFields().get(4);
      uri.setSafe(1, new byte[] {'a', (byte) 0xFF});

      assertThatThrownBy(() -> converter().materialize(batch, (path, all) -> List.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Cannot read descriptor b in row 1: Cannot decode text 'a\uFFFD': it is not valid"
                  + " UTF-8");
    }
  }

  @Test
  void ignoresWhatIsBeneathNull() throws IOException {
    assertThat(read(RELEASED, new Hidden(new AnyDescriptor(99, -1L, -1L, 0L, "")))).isEmpty();
  }

  @Test
  void refusesNullWhereTheFieldIsNotNullable() {
    Field field = required("b", STRUCT, RELEASED.getChildren().toArray(Field[]::new));
    Field descriptor =
        field(
            "b", false, STRUCT, RELEASED.getMetadata(), field.getChildren().toArray(Field[]::new));
    AnyDescriptor managed = new AnyDescriptor(4, 0L, 1L, 0L, "p");

    assertThatThrownBy(() -> payloadCount(descriptor, asList(managed, null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot use null blob b in row 1: the field is not nullable");
  }

  @ParameterizedTest
  @MethodSource("written")
  void writesEveryKind(BlobDescriptor descriptor, AnyDescriptor expected) throws IOException {
    try (VectorSchemaRoot batch = logical(ANY);
        VectorSchemaRoot result = converter().toDescriptors(batch, (f, blob) -> descriptor)) {
      assertThat(Batches.column(result, 0)).containsExactly(null, expected, null);
    }
  }

  static Stream<Arguments> written() {
    return Stream.of(
        arguments(BlobDescriptor.inline(new byte[0]), new AnyDescriptor(0, 0L, 0L, 0L, "")),
        arguments(BlobDescriptor.packed(3, 8, 5), new AnyDescriptor(1, 8L, 5L, 3L, "")),
        arguments(
            BlobDescriptor.dedicated(0xFFFF_FFFFL, 5),
            new AnyDescriptor(2, 0L, 5L, 0xFFFF_FFFFL, "")),
        arguments(
            BlobDescriptor.external("s3://ü", 2, 0), new AnyDescriptor(3, 2L, 0L, 0L, "s3://ü")),
        arguments(
            BlobDescriptor.managed("p", Long.MAX_VALUE, 0),
            new AnyDescriptor(4, Long.MAX_VALUE, 0L, 0L, "p")),
        arguments(BlobDescriptor.managed(9, "p", 1, 5), new AnyDescriptor(5, 1L, 5L, 9L, "p")));
  }

  @Test
  void givesEveryChildAValueBeneathNull() throws IOException {
    try (VectorSchemaRoot batch = logical(ANY);
        VectorSchemaRoot result =
            converter().toDescriptors(batch, (f, blob) -> BlobDescriptor.managed("p", 3, 4))) {
      StructVector structs = (StructVector) result.getVector(0);

      assertThat(structs.getNullCount()).isEqualTo(2);
      assertThat(structs.getChildrenFromFields())
          .extracting(FieldVector::getNullCount)
          .containsOnly(0);
    }
  }

  @Test
  void refusesToDropInlineBytes() throws IOException {
    try (VectorSchemaRoot batch = logical(ANY)) {
      assertThatThrownBy(
              () -> converter().toDescriptors(batch, (f, b) -> BlobDescriptor.inline(new byte[7])))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Cannot write descriptor b in row 1: a descriptor column has no place for 7 inline"
                  + " bytes");
    }
  }

  private VectorSchemaRoot logical(LogicalBlob blob) {
    return Batches.batch(allocator, new Schema(List.of(complete("b"))), asList(null, blob, null));
  }

  private List<BlobDescriptor> read(Field field, Object stored) throws IOException {
    List<BlobDescriptor> read = new ArrayList<>();
    try (VectorSchemaRoot batch =
            Batches.batch(allocator, new Schema(List.of(field)), asList(null, stored));
        VectorSchemaRoot result =
            converter()
                .toLogical(
                    batch,
                    new Schema(List.of(minimal("b"))),
                    (path, descriptor) -> {
                      read.add(descriptor);
                      return ANY;
                    })) {
      assertThat(Batches.column(result, 0)).containsExactly(null, read.isEmpty() ? null : ANY);
    }
    return read;
  }

  private int payloadCount(Field field, List<?> rows) throws IOException {
    try (VectorSchemaRoot batch = Batches.batch(allocator, new Schema(List.of(field)), rows);
        VectorSchemaRoot result = converter().materialize(batch, (path, all) -> List.of())) {
      return result.getRowCount();
    }
  }

  private BlobConverter converter() {
    return new BlobConverter(allocator);
  }
}
