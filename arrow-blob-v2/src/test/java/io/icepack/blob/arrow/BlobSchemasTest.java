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
import static io.icepack.blob.arrow.Fields.DESCRIPTOR;
import static io.icepack.blob.arrow.Fields.LARGE_BINARY;
import static io.icepack.blob.arrow.Fields.LARGE_LIST;
import static io.icepack.blob.arrow.Fields.LIST;
import static io.icepack.blob.arrow.Fields.STRUCT;
import static io.icepack.blob.arrow.Fields.U32;
import static io.icepack.blob.arrow.Fields.U64;
import static io.icepack.blob.arrow.Fields.U8;
import static io.icepack.blob.arrow.Fields.UTF8;
import static io.icepack.blob.arrow.Fields.complete;
import static io.icepack.blob.arrow.Fields.descriptor;
import static io.icepack.blob.arrow.Fields.field;
import static io.icepack.blob.arrow.Fields.minimal;
import static io.icepack.blob.arrow.Fields.nullable;
import static io.icepack.blob.arrow.Fields.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BlobSchemasTest {

  private static final Field ID = required("id", new ArrowType.Int(32, true));

  @Test
  void findsBlobsInEveryContainer() {
    assertThat(BlobSchemas.blobPaths(nested(blob -> blob)))
        .containsExactly(
            FieldPath.of("plain"),
            FieldPath.of("struct", "inner"),
            FieldPath.of("list", "item"),
            FieldPath.of("large", "item", "item", "deep"));
  }

  @Test
  void findsNoBlobsWhereTheMarkIsMissing() {
    Field lookalike = nullable("b", STRUCT, nullable("data", LARGE_BINARY), nullable("uri", UTF8));

    assertThat(BlobSchemas.isBlob(lookalike)).isFalse();
    assertThat(BlobSchemas.blobPaths(new Schema(List.of(ID, lookalike)))).isEmpty();
  }

  @Test
  void derivesTheDescriptorSchema() {
    assertThat(BlobSchemas.descriptorSchema(nested(blob -> blob)))
        .isEqualTo(
            nested(
                blob ->
                    field(
                        blob.getName(),
                        blob.isNullable(),
                        STRUCT,
                        DESCRIPTOR,
                        required("kind", U8),
                        required("position", U64),
                        required("size", U64),
                        required("blob_id", U32),
                        required("blob_uri", UTF8))));
  }

  @Test
  void derivesTheMaterializedSchema() {
    Schema logical = nested(blob -> blob);
    Schema materialized =
        nested(blob -> field(blob.getName(), blob.isNullable(), LARGE_BINARY, Map.of()));

    assertThat(BlobSchemas.materializedSchema(logical)).isEqualTo(materialized);
    assertThat(BlobSchemas.materializedSchema(BlobSchemas.descriptorSchema(logical)))
        .isEqualTo(materialized);
  }

  /** A schema with blobs in every kind of place, and other fields and metadata around them. */
  private static Schema nested(UnaryOperator<Field> blob) {
    Field deep =
        required(
            "list",
            LIST,
            field("item", true, STRUCT, Map.of("a", "1"), ID, blob.apply(complete("deep"))));
    return new Schema(
        List.of(
            ID,
            blob.apply(LogicalShape.MINIMAL.field("plain", false)),
            field("struct", false, STRUCT, Map.of("b", "2"), blob.apply(minimal("inner")), ID),
            nullable("list", LIST, blob.apply(complete("item"))),
            nullable("large", LARGE_LIST, required("item", LIST, deep.getChildren().get(0)))),
        Map.of("lance.blob.managed", "true"));
  }

  @Test
  void keepsMetadataThatSaysNothingAboutTheRepresentation() {
    Field logical =
        field(
            "b",
            true,
            BlobType.INSTANCE,
            Map.of("comment", "scan"),
            minimal("").getChildren().toArray(Field[]::new));
    Field descriptor = BlobSchemas.descriptorField(logical);

    assertThat(descriptor.getMetadata())
        .containsOnly(
            Map.entry("comment", "scan"),
            Map.entry("lance-encoding:blob", "true"),
            Map.entry("lance-encoding:packed", "true"));
    assertThat(BlobSchemas.materializedField(descriptor).getMetadata())
        .containsOnly(Map.entry("comment", "scan"));
    assertThat(BlobSchemas.materializedField(logical).getMetadata())
        .containsOnly(Map.entry("comment", "scan"));
  }

  @Test
  void leavesOtherSchemasAlone() {
    Field map =
        nullable(
            "m", new ArrowType.Map(false), required("entries", STRUCT, required("key", UTF8), ID));
    Field legacy = field("l", true, LARGE_BINARY, Map.of("lance-encoding:blob", "true"));
    Schema schema = new Schema(List.of(ID, map, legacy));

    assertThat(BlobSchemas.descriptorSchema(schema)).isEqualTo(schema);
    assertThat(BlobSchemas.materializedSchema(schema)).isEqualTo(schema);
  }

  @Test
  void recognisesDescriptors() {
    Field released =
        field(
            "d",
            true,
            STRUCT,
            Map.of("lance-encoding:blob", "true"),
            nullable("kind", U8),
            nullable("position", U64),
            nullable("size", U64),
            nullable("blob_id", U32),
            nullable("blob_uri", UTF8));

    assertThat(BlobSchemas.isDescriptor(descriptor("d"))).isTrue();
    assertThat(BlobSchemas.isDescriptor(released)).isTrue();
    assertThat(BlobSchemas.isDescriptor(complete("d"))).isFalse();
    assertThat(BlobSchemas.isDescriptor(ID)).isFalse();
    assertThat(BlobSchemas.materializedField(released)).isEqualTo(nullable("d", LARGE_BINARY));
  }

  @ParameterizedTest
  @MethodSource("invalidPlaces")
  void refusesBlobsInOtherContainers(Field container, String message) {
    assertThatThrownBy(() -> BlobSchemas.blobPaths(new Schema(List.of(ID, container))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot use blob field " + message);
    assertThatThrownBy(() -> BlobSchemas.descriptorField(container))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot use blob field " + message);
  }

  static Stream<Arguments> invalidPlaces() {
    return Stream.of(
        arguments(
            nullable("f", new ArrowType.FixedSizeList(3), minimal("item")),
            "f.item: only Struct, List and LargeList may hold blobs, not FixedSizeList(3)"),
        arguments(
            nullable(
                "m",
                new ArrowType.Map(false),
                required("entries", STRUCT, required("key", UTF8), minimal("value"))),
            "m.entries.value: only Struct, List and LargeList may hold blobs, not Map(false)"),
        arguments(
            nullable("v", ArrowType.ListView.INSTANCE, nullable("item", LIST, minimal("item"))),
            "v.item.item: only Struct, List and LargeList may hold blobs, not ListView"),
        arguments(
            nullable("s", STRUCT, nullable("l", LIST, field("item", true, STRUCT, BLOB, ID))),
            "s.l.item: its children must be [data, uri] or [data, uri, position, size], in this"
                + " order, not [id]"),
        arguments(
            nullable("s", STRUCT, field("a.b", true, UTF8, BLOB)),
            "s.`a.b`: its type must be Struct, not Utf8"));
  }

  @ParameterizedTest
  @MethodSource("invalidDescriptors")
  void refusesOtherDescriptors(Field field, String message) {
    assertThatThrownBy(() -> BlobSchemas.materializedField(nullable("l", LIST, field)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot use descriptor field l.d: " + message);
  }

  static Stream<Arguments> invalidDescriptors() {
    String order =
        "its children must be [kind, position, size, blob_id, blob_uri], in this order, not ";
    Field kind = required("kind", U8);
    Field position = required("position", U64);
    Field size = required("size", U64);
    Field id = required("blob_id", U32);
    Field uri = required("blob_uri", UTF8);
    return Stream.of(
        arguments(field("d", true, STRUCT, DESCRIPTOR, position, size), order + "[position, size]"),
        arguments(
            field("d", true, STRUCT, DESCRIPTOR, kind, size, position, id, uri),
            order + "[kind, size, position, blob_id, blob_uri]"),
        arguments(
            field("d", true, STRUCT, DESCRIPTOR, kind, position, size, id, uri, ID),
            order + "[kind, position, size, blob_id, blob_uri, id]"),
        arguments(
            field(
                "d", true, STRUCT, DESCRIPTOR, kind, position, size, required("blob_id", U64), uri),
            "child blob_id must be Int(32, false), not Int(64, false)"),
        arguments(
            field("d", true, STRUCT, DESCRIPTOR, required("kind", U32), position, size, id, uri),
            "child kind must be Int(8, false), not Int(32, false)"));
  }
}
