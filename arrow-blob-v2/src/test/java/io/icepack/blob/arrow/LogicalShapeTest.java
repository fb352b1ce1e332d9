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
import static io.icepack.blob.arrow.Fields.STRUCT;
import static io.icepack.blob.arrow.Fields.U64;
import static io.icepack.blob.arrow.Fields.UTF8;
import static io.icepack.blob.arrow.Fields.blob;
import static io.icepack.blob.arrow.Fields.field;
import static io.icepack.blob.arrow.Fields.nullable;
import static io.icepack.blob.arrow.Fields.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.vector.extension.OpaqueType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LogicalShapeTest {

  private static final Field DATA = nullable("data", LARGE_BINARY);
  private static final Field URI = nullable("uri", UTF8);
  private static final Field POSITION = nullable("position", U64);
  private static final Field SIZE = nullable("size", U64);

  @ParameterizedTest
  @MethodSource("valid")
  void recognisesShapes(LogicalShape shape, Field field) {
    assertThat(BlobSchemas.isBlob(field)).isTrue();
    assertThat(BlobSchemas.logicalShape(field)).isEqualTo(shape);
  }

  static Stream<Arguments> valid() {
    Map<String, String> note = Map.of("note", "x");
    Map<String, String> blobAndNote =
        Map.of(
            "ARROW:extension:name", "lance.blob.v2", "ARROW:extension:metadata", "", "note", "x");
    ArrowType opaqueBytes = new OpaqueType(LARGE_BINARY, "jpeg", "camera");
    return Stream.of(
        arguments(LogicalShape.MINIMAL, blob("b", DATA, URI)),
        arguments(LogicalShape.COMPLETE, blob("b", DATA, URI, POSITION, SIZE)),
        arguments(LogicalShape.MINIMAL, field("", false, STRUCT, BLOB, DATA, URI)),
        arguments(LogicalShape.MINIMAL, field(null, true, STRUCT, BLOB, DATA, URI)),
        arguments(LogicalShape.MINIMAL, field("b", true, STRUCT, blobAndNote, DATA, URI)),
        arguments(LogicalShape.MINIMAL, field("b", true, BlobType.INSTANCE, Map.of(), DATA, URI)),
        arguments(LogicalShape.MINIMAL, blob("b", field("data", true, LARGE_BINARY, note), URI)),
        arguments(LogicalShape.MINIMAL, blob("b", field("data", true, LARGE_BINARY, BLOB), URI)),
        arguments(LogicalShape.MINIMAL, blob("b", nullable("data", opaqueBytes), URI)),
        arguments(LogicalShape.COMPLETE, blob("b", DATA, URI, required("position", U64), SIZE)),
        arguments(LogicalShape.COMPLETE, blob("b", DATA, URI, POSITION, required("size", U64))),
        arguments(
            LogicalShape.COMPLETE,
            blob("b", DATA, URI, required("position", U64), required("size", U64))));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void refusesOtherShapes(Field field, String message) {
    assertThatThrownBy(() -> BlobSchemas.logicalShape(field))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot use blob field b: " + message);
  }

  static Stream<Arguments> invalid() {
    String order =
        "its children must be [data, uri] or [data, uri, position, size], in this order, not ";
    Field[] none = {};
    return Stream.of(
        arguments(blob("b", none), order + "[]"),
        arguments(blob("b", DATA), order + "[data]"),
        arguments(blob("b", URI, DATA), order + "[uri, data]"),
        arguments(blob("b", DATA, URI, POSITION), order + "[data, uri, position]"),
        arguments(blob("b", DATA, URI, SIZE), order + "[data, uri, size]"),
        arguments(blob("b", DATA, URI, SIZE, POSITION), order + "[data, uri, size, position]"),
        arguments(blob("b", POSITION, SIZE, DATA, URI), order + "[position, size, data, uri]"),
        arguments(
            blob("b", DATA, URI, POSITION, SIZE, nullable("etag", UTF8)),
            order + "[data, uri, position, size, etag]"),
        arguments(blob("b", DATA, URI, nullable("etag", UTF8)), order + "[data, uri, etag]"),
        arguments(blob("b", nullable("Data", LARGE_BINARY), URI), order + "[Data, uri]"),
        arguments(blob("b", field(null, true, LARGE_BINARY, Map.of()), URI), order + "[null, uri]"),
        arguments(
            blob("b", nullable("data", ArrowType.Binary.INSTANCE), URI),
            "child data must be LargeBinary, not Binary"),
        arguments(
            blob("b", DATA, nullable("uri", ArrowType.LargeUtf8.INSTANCE)),
            "child uri must be Utf8, not LargeUtf8"),
        arguments(
            blob("b", DATA, URI, nullable("position", new ArrowType.Int(64, true)), SIZE),
            "child position must be Int(64, false), not Int(64, true)"),
        arguments(
            blob("b", DATA, URI, POSITION, nullable("size", new ArrowType.Int(32, false))),
            "child size must be Int(64, false), not Int(32, false)"),
        arguments(blob("b", required("data", LARGE_BINARY), URI), "child data must be nullable"),
        arguments(
            blob("b", DATA, required("uri", UTF8), POSITION, SIZE), "child uri must be nullable"),
        arguments(field("b", true, LARGE_BINARY, BLOB), "its type must be Struct, not LargeBinary"),
        arguments(
            nullable("b", STRUCT, DATA, URI),
            "its metadata must have ARROW:extension:name = lance.blob.v2"),
        arguments(
            field("b", true, STRUCT, Map.of("ARROW:extension:name", "lance.blob.v1"), DATA, URI),
            "its metadata must have ARROW:extension:name = lance.blob.v2"));
  }

  @Test
  void makesFields() {
    assertThat(LogicalShape.MINIMAL.field("b", true)).isEqualTo(blob("b", DATA, URI));
    assertThat(LogicalShape.COMPLETE.field("b", false))
        .isEqualTo(field("b", false, STRUCT, BLOB, DATA, URI, POSITION, SIZE));
  }
}
