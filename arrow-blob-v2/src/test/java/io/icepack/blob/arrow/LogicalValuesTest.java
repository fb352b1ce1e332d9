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

import static io.icepack.blob.arrow.Fields.BLOB;
import static io.icepack.blob.arrow.Fields.LARGE_BINARY;
import static io.icepack.blob.arrow.Fields.LIST;
import static io.icepack.blob.arrow.Fields.STRUCT;
import static io.icepack.blob.arrow.Fields.U64;
import static io.icepack.blob.arrow.Fields.UTF8;
import static io.icepack.blob.arrow.Fields.blob;
import static io.icepack.blob.arrow.Fields.complete;
import static io.icepack.blob.arrow.Fields.field;
import static io.icepack.blob.arrow.Fields.minimal;
import static io.icepack.blob.arrow.Fields.nullable;
import static io.icepack.blob.arrow.Fields.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.icepack.blob.arrow.Batches.AnyBlob;
import io.icepack.blob.arrow.Batches.Hidden;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.LogicalBlob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules for values that are written (Blob v2, "Logical Input Values"). */
class LogicalValuesTest {

  private static final byte[] DATA = {1, 2, 3};
  private static final byte[] EMPTY = {};
  private static final String URI = "s3://b/k";

  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void releasesEverything() {
    allocator.close();
  }

  @ParameterizedTest
  @MethodSource("valid")
  void passesValidValues(Field field, Object value, LogicalBlob expected) throws IOException {
    assertThat(written(field, value)).isEqualTo(expected == null ? List.of() : List.of(expected));
  }

  static Stream<Arguments> valid() {
    LogicalBlob data = new LogicalBlob(DATA, null, null, null);
    LogicalBlob empty = new LogicalBlob(EMPTY, null, null, null);
    LogicalBlob uri = new LogicalBlob(null, URI, null, null);
    LogicalBlob range = new LogicalBlob(null, URI, 5L, 7L);
    LogicalBlob last = new LogicalBlob(null, URI, Long.MAX_VALUE - 1, 1L);
    LogicalBlob text = new LogicalBlob(null, "file:/ü/\uD83D\uDE00", null, null);
    Field requiredRange =
        blob(
            "b",
            nullable("data", LARGE_BINARY),
            nullable("uri", UTF8),
            required("position", U64),
            required("size", U64));
    Hidden invalid = new Hidden(new AnyBlob(DATA, "", 1L, null));
    return Stream.of(
        arguments(minimal("b"), data, data),
        arguments(minimal("b"), empty, empty),
        arguments(minimal("b"), uri, uri),
        arguments(minimal("b"), text, text),
        arguments(minimal("b"), null, null),
        arguments(minimal("b"), invalid, null),
        arguments(complete("b"), data, data),
        arguments(complete("b"), empty, empty),
        arguments(complete("b"), uri, uri),
        arguments(complete("b"), range, range),
        arguments(complete("b"), last, last),
        arguments(complete("b"), null, null),
        arguments(complete("b"), invalid, null),
        arguments(requiredRange, range, range),
        arguments(requiredRange, null, null));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void refusesInvalidValues(Field field, AnyBlob value, String problem) {
    assertThatThrownBy(() -> written(field, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot write blob to field b in row 2: " + problem);
  }

  static Stream<Arguments> invalid() {
    return Stream.of(
        invalid(minimal("b"), null, null, null, null, "data and uri are both null"),
        invalid(
            minimal("b"), DATA, URI, null, null, "data of 3 bytes and uri 's3://b/k' are both set"),
        invalid(
            minimal("b"),
            EMPTY,
            URI,
            null,
            null,
            "data of 0 bytes and uri 's3://b/k' are both set"),
        invalid(minimal("b"), null, "", null, null, "uri is empty"),
        invalid(complete("b"), null, null, null, null, "data and uri are both null"),
        invalid(complete("b"), null, null, 1L, 2L, "data and uri are both null"),
        invalid(
            complete("b"),
            DATA,
            null,
            1L,
            2L,
            "data of 3 bytes has a range, position 1 and size 2"),
        invalid(
            complete("b"),
            EMPTY,
            null,
            0L,
            null,
            "data of 0 bytes has a range, position 0 and size null"),
        invalid(
            complete("b"),
            null,
            URI,
            1L,
            null,
            "uri 's3://b/k' has half a range, position 1 and size null"),
        invalid(
            complete("b"),
            null,
            URI,
            null,
            2L,
            "uri 's3://b/k' has half a range, position null and size 2"),
        invalid(
            complete("b"),
            null,
            URI,
            1L,
            0L,
            "uri 's3://b/k' has an empty range, position 1 and size 0"),
        invalid(complete("b"), null, "", 1L, 2L, "uri is empty"),
        invalid(
            complete("b"),
            null,
            URI,
            -1L,
            1L,
            "uri 's3://b/k' has a range beyond 9223372036854775807, position 18446744073709551615"
                + " and size 1"),
        invalid(
            complete("b"),
            null,
            URI,
            0L,
            Long.MIN_VALUE,
            "uri 's3://b/k' has a range beyond 9223372036854775807, position 0 and size"
                + " 9223372036854775808"),
        invalid(
            complete("b"),
            null,
            URI,
            Long.MAX_VALUE,
            1L,
            "uri 's3://b/k' has a range beyond 9223372036854775807, position 9223372036854775807"
                + " and size 1"));
  }

  private static Arguments invalid(
      Field field, byte[] data, String uri, Long position, Long size, String problem) {
    return arguments(field, new AnyBlob(data, uri, position, size), problem);
  }

  @Test
  void refusesNullWhereTheFieldIsNotNullable() {
    assertThatThrownBy(() -> written(LogicalShape.MINIMAL.field("b", false), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot use null blob b in row 2: the field is not nullable");
  }

  @Test
  void refusesUrisThatAreNotText() {
    try (VectorSchemaRoot batch = batch(minimal("b"), new AnyBlob(null, "x", null, null))) {
      VarCharVector uri = (VarCharVector) batch.getVector(0).getChildrenFromFields().get(1);
      uri.setSafe(2, new byte[] {'a', (byte) 0xFF});

      assertThatThrownBy(() -> written(batch))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Cannot write blob to field b in row 2: its uri is not valid UTF-8");
    }
  }

  @Test
  void refusesDataBeyondTheLongestArray() {
    try (VectorSchemaRoot batch = batch(minimal("b"), new AnyBlob(DATA, null, null, null))) {
      LargeVarBinaryVector data =
          (LargeVarBinaryVector) batch.getVector(0).getChildrenFromFields().get(0);
      data.getOffsetBuffer().setLong(3 * 8, 3L << 30);

      assertThatThrownBy(() -> written(batch))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Cannot write blob to field b in row 2: data of 3221225472 bytes is longer than"
                  + " 2147483639, pass a uri instead");
    }
  }

  @Test
  void saysWhereANestedValueIs() {
    Field field =
        nullable("docs", LIST, nullable("item", LIST, nullable("s", STRUCT, complete("b"))));
    Map<String, Object> good = Map.of("b", new LogicalBlob(DATA, null, null, null));
    Map<String, Object> bad = Map.of("b", new AnyBlob(null, "", null, null));
    List<Object> rows =
        Arrays.asList(
            null, List.of(List.of(good)), List.of(List.of(), Arrays.asList(null, good, bad)));

    try (VectorSchemaRoot batch = Batches.batch(allocator, new Schema(List.of(field)), rows)) {
      assertThatThrownBy(() -> written(batch))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Cannot write blob to field docs.item.s.b in row 2, element [1][2]: uri is empty");
    }
  }

  @Test
  void writesNothingOfABatchWithAnInvalidValue() {
    Schema schema =
        new Schema(
            List.of(
                minimal("a"),
                field("b", true, STRUCT, BLOB, minimal("").getChildren().toArray(Field[]::new))));
    LogicalBlob good = new LogicalBlob(DATA, null, null, null);
    AnyBlob bad = new AnyBlob(null, null, null, null);
    List<LogicalBlob> written = new ArrayList<>();

    try (VectorSchemaRoot batch =
        Batches.batch(allocator, schema, List.of(good, good), List.of(good, bad))) {
      assertThatThrownBy(() -> convert(batch, written))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Cannot write blob to field b in row 1: data and uri are both null");
      assertThat(written).isEmpty();
    }
  }

  private List<LogicalBlob> written(Field field, Object value) throws IOException {
    try (VectorSchemaRoot batch = batch(field, value)) {
      return written(batch);
    }
  }

  /** The value in row 2, null structs before it where the field allows, a null after it. */
  private VectorSchemaRoot batch(Field field, Object value) {
    LogicalBlob uri = new LogicalBlob(null, URI, 1L, 1L);
    Object other = field.isNullable() ? null : uri;
    VectorSchemaRoot batch =
        Batches.batch(
            allocator, new Schema(List.of(field)), Arrays.asList(other, other, value, other));
    return batch;
  }

  private List<LogicalBlob> written(VectorSchemaRoot batch) throws IOException {
    List<LogicalBlob> written = new ArrayList<>();
    convert(batch, written);
    return written;
  }

  private void convert(VectorSchemaRoot batch, List<LogicalBlob> written) throws IOException {
    BlobWriter writer =
        (field, blob) -> {
          written.add(blob);
          return BlobDescriptor.managed("p", 0, 1);
        };
    new BlobConverter(allocator).toDescriptors(batch, writer).close();
  }
}
