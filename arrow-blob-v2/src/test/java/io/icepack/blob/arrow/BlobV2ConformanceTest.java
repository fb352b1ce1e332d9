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
import static io.icepack.blob.arrow.Fields.LARGE_LIST;
import static io.icepack.blob.arrow.Fields.LIST;
import static io.icepack.blob.arrow.Fields.STRUCT;
import static io.icepack.blob.arrow.Fields.U64;
import static io.icepack.blob.arrow.Fields.UTF8;
import static io.icepack.blob.arrow.Fields.blob;
import static io.icepack.blob.arrow.Fields.complete;
import static io.icepack.blob.arrow.Fields.descriptor;
import static io.icepack.blob.arrow.Fields.field;
import static io.icepack.blob.arrow.Fields.minimal;
import static io.icepack.blob.arrow.Fields.nullable;
import static io.icepack.blob.arrow.Fields.required;
import static java.util.Arrays.asList;
import static java.util.Collections.singletonMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.arrow.Batches.AnyBlob;
import io.icepack.blob.arrow.Batches.AnyDescriptor;
import io.icepack.blob.arrow.Batches.Hidden;
import io.icepack.blob.descriptor.LogicalBlob;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules of the Blob v2 document for Arrow, one by one. {@code docs/blob-v2-conformance.md} has
 * the same table.
 */
class BlobV2ConformanceTest {

  private static final String VALUES = "Logical Input Values";
  private static final String TABLE = "Table Schema";
  private static final String FILE = "Data File Schema";
  private static final String KINDS = "Descriptor Kinds";
  private static final String NULLS = "Null Descriptors";

  private static final LogicalBlob DATA = new LogicalBlob(new byte[] {1}, null, null, null);
  private static final LogicalBlob EMPTY = new LogicalBlob(new byte[0], null, null, null);
  private static final LogicalBlob WHOLE = new LogicalBlob(null, "s3://b/k", null, null);
  private static final LogicalBlob RANGE = new LogicalBlob(null, "s3://b/k", 4L, 2L);
  private static final LogicalBlob LAST = new LogicalBlob(null, "s3://b/k", Long.MAX_VALUE - 1, 1L);
  private static final Field ITEM = complete("item");
  private static final ArrowType INT64 = new ArrowType.Int(64, true);
  private static final AnyDescriptor NO_VALUES = new AnyDescriptor(null, null, null, null, null);
  private static final String SHAPES =
      "its children must be [data, uri] or [data, uri, position, size], in this order, not ";

  static List<ConformanceRule> rules() {
    return Stream.of(values(), tableSchema(), dataFileSchema(), descriptors())
        .flatMap(List::stream)
        .toList();
  }

  private static List<ConformanceRule> values() {
    Field b = complete("b");
    String b0 = "Cannot write blob to field b in row 0: ";
    return List.of(
        new ConformanceRule(VALUES, "Exactly one of data and uri is not null")
            .accepts("data", minimal("b"), DATA)
            .accepts("uri", minimal("b"), WHOLE)
            .refuses(b, new AnyBlob(null, null, null, null), b0 + "data and uri are both null")
            .refuses(
                b,
                new AnyBlob(new byte[3], "s3://b/k", null, null),
                b0 + "data of 3 bytes and uri 's3://b/k' are both set"),
        new ConformanceRule(VALUES, "Empty data is valid").accepts("empty data", b, EMPTY),
        new ConformanceRule(VALUES, "uri is not empty")
            .refuses(b, new AnyBlob(null, "", null, null), b0 + "uri is empty"),
        new ConformanceRule(VALUES, "Without a range a uri is the whole object")
            .accepts("in the complete shape", b, WHOLE)
            .accepts("in the minimal shape", minimal("b"), WHOLE),
        new ConformanceRule(VALUES, "position and size are both null or both set")
            .accepts("both", b, RANGE)
            .refuses(
                b,
                new AnyBlob(null, "s3://b/k", 4L, null),
                b0 + "uri 's3://b/k' has half a range, position 4 and size null")
            .refuses(
                b,
                new AnyBlob(null, "s3://b/k", null, 2L),
                b0 + "uri 's3://b/k' has half a range, position null and size 2"),
        new ConformanceRule(VALUES, "A range needs a uri")
            .refuses(
                b,
                new AnyBlob(new byte[3], null, 0L, 2L),
                b0 + "data of 3 bytes has a range, position 0 and size 2"),
        new ConformanceRule(VALUES, "size is above 0")
            .refuses(
                b,
                new AnyBlob(null, "s3://b/k", 4L, 0L),
                b0 + "uri 's3://b/k' has an empty range, position 4 and size 0"),
        new ConformanceRule(VALUES, "The end of a range does not overflow (here: 63 bits)")
            .accepts("an end of 2⁶³ − 1", b, LAST)
            .refuses(
                b,
                new AnyBlob(null, "s3://b/k", -1L, 2L),
                b0
                    + "uri 's3://b/k' has a range beyond 9223372036854775807, position"
                    + " 18446744073709551615 and size 2")
            .refuses(
                b,
                new AnyBlob(null, "s3://b/k", Long.MAX_VALUE, 1L),
                b0
                    + "uri 's3://b/k' has a range beyond 9223372036854775807, position"
                    + " 9223372036854775807 and size 1"),
        new ConformanceRule(VALUES, "Absent range children mean null ones")
            .accepts("values without a range in the minimal shape", minimal("b"), DATA, WHOLE, null)
            .accepts("the same in the complete shape", b, DATA, WHOLE, null),
        new ConformanceRule(VALUES, "Nullness is that of the struct; what is beneath is ignored")
            .accepts(
                "anything beneath a null struct",
                b,
                new Object[] {new Hidden(new AnyBlob(new byte[1], "", 4L, null)), DATA},
                new Object[] {null, DATA}),
        new ConformanceRule(VALUES, "Errors tell the field and the input")
            .refuses(
                nullable("l", LIST, nullable("item", STRUCT, complete("b"))),
                asList(singletonMap("b", DATA), Map.of("b", new AnyBlob(null, null, null, null))),
                "Cannot write blob to field l.item.b in row 0, element [1]: data and uri are both"
                    + " null"));
  }

  private static List<ConformanceRule> tableSchema() {
    String b = "Cannot use blob field b: ";
    Field data = nullable("data", LARGE_BINARY);
    Field uri = nullable("uri", UTF8);
    Field position = nullable("position", U64);
    Field size = nullable("size", U64);
    return List.of(
        new ConformanceRule(TABLE, "The extension name is on the blob field itself")
            .acceptsField("with it, a blob", blob("b", data, uri), "b")
            .acceptsField("without it, a plain struct", nullable("b", STRUCT, data, uri))
            .acceptsField(
                "on the field around it, a plain struct inside",
                nullable("s", STRUCT, nullable("b", STRUCT, data, uri))),
        new ConformanceRule(TABLE, "Children, their types and their order are those of a shape")
            .acceptsField("the minimal shape", blob("b", data, uri), "b")
            .acceptsField("the complete shape", blob("b", data, uri, position, size), "b")
            .refusesField(blob("b", uri, data), b + SHAPES + "[uri, data]")
            .refusesField(blob("b", data), b + SHAPES + "[data]")
            .refusesField(
                blob("b", data, uri, size, position), b + SHAPES + "[data, uri, size, position]")
            .refusesField(
                blob("b", data, uri, position, size, nullable("etag", UTF8)),
                b + SHAPES + "[data, uri, position, size, etag]")
            .refusesField(
                blob("b", nullable("data", ArrowType.Binary.INSTANCE), uri),
                b + "child data must be LargeBinary, not Binary")
            .refusesField(
                blob("b", data, uri, nullable("position", INT64), size),
                b + "child position must be Int(64, false), not Int(64, true)")
            .refusesField(
                field("b", true, LARGE_BINARY, BLOB),
                b + "its type must be Struct, not LargeBinary"),
        new ConformanceRule(TABLE, "data and uri are nullable")
            .refusesField(
                blob("b", required("data", LARGE_BINARY), uri), b + "child data must be nullable")
            .refusesField(blob("b", data, required("uri", UTF8)), b + "child uri must be nullable"),
        new ConformanceRule(TABLE, "position and size are both there or neither, nullable or not")
            .accepts(
                "ranges that are required",
                blob("b", data, uri, required("position", U64), required("size", U64)),
                RANGE)
            .refusesField(blob("b", data, uri, position), b + SHAPES + "[data, uri, position]"),
        new ConformanceRule(TABLE, "Metadata of children do not matter")
            .acceptsField(
                "any", blob("b", field("data", true, LARGE_BINARY, Map.of("a", "b")), uri), "b"),
        new ConformanceRule(TABLE, "Any outer name, nullable or not")
            .accepts("a name with blanks and dots", minimal("a .b`é"), DATA, null)
            .accepts("required", LogicalShape.MINIMAL.field("b", false), DATA, WHOLE)
            .refuses(
                LogicalShape.MINIMAL.field("b", false),
                null,
                "Cannot use null blob b in row 0: the field is not nullable"),
        new ConformanceRule(TABLE, "Blobs may be beneath Struct, List and LargeList, in any mix")
            .accepts("in a List", nullable("l", LIST, ITEM), asList(DATA, null, EMPTY))
            .accepts("in a LargeList", nullable("l", LARGE_LIST, ITEM), asList(RANGE))
            .accepts("in a Struct", nullable("s", STRUCT, complete("b")), Map.of("b", WHOLE))
            .accepts(
                "in a List of Structs of LargeLists",
                nullable("l", LIST, nullable("item", STRUCT, nullable("n", LARGE_LIST, ITEM))),
                asList(null, Map.of("n", asList(DATA, null))))
            .refusesField(
                nullable("f", new ArrowType.FixedSizeList(2), ITEM),
                "Cannot use blob field f.item: only Struct, List and LargeList may hold blobs, not"
                    + " FixedSizeList(2)")
            .refusesField(
                nullable(
                    "m",
                    new ArrowType.Map(false),
                    required("entries", STRUCT, required("key", UTF8), complete("value"))),
                "Cannot use blob field m.entries.value: only Struct, List and LargeList may hold"
                    + " blobs, not Map(false)"),
        new ConformanceRule(TABLE, "Null list, empty list, null blob and empty blob differ")
            .accepts(
                "all four",
                nullable("l", LIST, ITEM),
                null,
                List.of(),
                asList((Object) null),
                List.of(EMPTY)),
        new ConformanceRule(TABLE, "Materialization puts LargeBinary in the place of a blob")
            .check(
                "in lists and structs, with metadata of the field",
                allocator ->
                    assertThat(
                            BlobSchemas.materializedField(
                                nullable("l", LIST, required("s", STRUCT, complete("b")))))
                        .isEqualTo(
                            nullable(
                                "l", LIST, required("s", STRUCT, nullable("b", LARGE_BINARY))))));
  }

  private static List<ConformanceRule> dataFileSchema() {
    String d = "Cannot use descriptor field d: ";
    Field five = descriptor("d");
    Field[] children = five.getChildren().toArray(Field[]::new);
    Field[] swapped = children.clone();
    swapped[0] = children[1];
    swapped[1] = children[0];
    Field[] wide = children.clone();
    wide[0] = required("kind", Fields.U32);
    return List.of(
        new ConformanceRule(FILE, "Writers store five children, none nullable, and two marks")
            .check(
                "kind u8, position u64, size u64, blob_id u32, blob_uri string",
                allocator ->
                    assertThat(BlobSchemas.descriptorField(complete("d")))
                        .isEqualTo(
                            field(
                                "d",
                                true,
                                STRUCT,
                                Map.of(
                                    "lance-encoding:blob", "true", "lance-encoding:packed", "true"),
                                required("kind", Fields.U8),
                                required("position", U64),
                                required("size", U64),
                                required("blob_id", Fields.U32),
                                required("blob_uri", UTF8)))),
        new ConformanceRule(FILE, "Name and nullability are those of the blob field")
            .check(
                "in either shape",
                allocator -> {
                  Field stored =
                      BlobSchemas.descriptorField(LogicalShape.MINIMAL.field("x y", false));
                  assertThat(stored.getName()).isEqualTo("x y");
                  assertThat(stored.isNullable()).isFalse();
                }),
        new ConformanceRule(FILE, "Names, order and types are a contract")
            .check(
                "those alone",
                allocator -> {
                  assertSchemaRefused(
                      swapped,
                      d
                          + "its children must be [kind, position, size, blob_id, blob_uri], in this"
                          + " order, not [position, kind, size, blob_id, blob_uri]");
                  assertSchemaRefused(
                      wide, d + "child kind must be Int(8, false), not Int(32, false)");
                }),
        new ConformanceRule(TABLE, "Either shape goes to one column of descriptors")
            .check(
                "both have one data file schema",
                allocator ->
                    assertThat(BlobSchemas.descriptorField(minimal("d"))).isEqualTo(five)));
  }

  private static void assertSchemaRefused(Field[] children, String error) {
    Schema schema = new Schema(List.of(field("d", true, STRUCT, Fields.DESCRIPTOR, children)));
    assertThatThrownBy(() -> BlobSchemas.materializedSchema(schema)).hasMessage(error);
  }

  private static List<ConformanceRule> descriptors() {
    Field d = descriptor("d");
    Field released =
        field(
            "d",
            true,
            STRUCT,
            Fields.DESCRIPTOR,
            d.getChildren().stream()
                .map(child -> nullable(child.getName(), child.getType()))
                .toArray(Field[]::new));
    String d0 = "Cannot read descriptor d in row 0: ";
    ByteBuffer nothing = ByteBuffer.allocate(0);
    return List.of(
        new ConformanceRule(KINDS, "There are kinds 0 to 5")
            .refusesDescriptor(
                d,
                new AnyDescriptor(6, 0L, 1L, 0L, ""),
                d0 + "Cannot read blob kind 6: known kinds are 0 to 5"),
        new ConformanceRule(KINDS, "position + size does not overflow (here: 63 bits)")
            .refusesDescriptor(
                d,
                new AnyDescriptor(3, Long.MAX_VALUE, 1L, 0L, "s3://b/k"),
                d0
                    + "Cannot use range of 1 bytes at 9223372036854775807: its end is above"
                    + " 9223372036854775807"),
        new ConformanceRule(KINDS, "An Inline descriptor of size 0 is empty, whatever its position")
            .acceptsDescriptors(
                "all zeros, and a position",
                d,
                List.of(
                    new AnyDescriptor(0, 0L, 0L, 0L, ""), new AnyDescriptor(0, 64L, 0L, 0L, "")),
                List.of(nothing, nothing)),
        new ConformanceRule(
                KINDS, "Inline bytes are in a buffer of the data file, which Arrow IPC has not")
            .refusesDescriptor(
                d,
                new AnyDescriptor(0, 64L, 7L, 0L, ""),
                d0
                    + "the 7 inline bytes are not in the descriptor but in a buffer of its data file"),
        new ConformanceRule("Sidecar Resolution", "Sidecar ids are not 0")
            .refusesDescriptor(
                d,
                new AnyDescriptor(1, 0L, 5L, 0L, ""),
                d0 + "Cannot use PACKED descriptor: its blob_id is 0"),
        new ConformanceRule("External Resolution", "Size 0 is the whole object, not an empty range")
            .check(
                "a payload of any length",
                allocator -> {
                  ByteBuffer three = ByteBuffer.wrap(new byte[] {7, 7, 7});
                  AnyDescriptor whole = new AnyDescriptor(3, 0L, 0L, 0L, "s3://b/k");
                  try (VectorSchemaRoot batch =
                          Batches.batch(allocator, new Schema(List.of(d)), List.of(whole));
                      VectorSchemaRoot read =
                          new BlobConverter(allocator)
                              .materialize(batch, (path, found) -> List.of(three.duplicate()))) {
                    assertThat(Batches.column(read, 0)).isEqualTo(List.of(three));
                  }
                }),
        new ConformanceRule(NULLS, "Writers put nullness in the struct; children are zero")
            .accepts("null beside a value", complete("d"), null, DATA),
        new ConformanceRule(
                NULLS, "Readers take nullable children, and a null kind for a null blob")
            .acceptsDescriptors(
                "a null struct, a null kind, and a value",
                released,
                asList(null, NO_VALUES, new AnyDescriptor(0, null, 0L, null, null)),
                asList(null, null, nothing)),
        new ConformanceRule(
                NULLS, "Children beneath a null blob do not matter, nor do others' nulls")
            .acceptsDescriptors(
                "any values beneath a null struct or kind",
                released,
                asList(
                    new Hidden(new AnyDescriptor(99, -1L, -1L, 5L, "x")),
                    new AnyDescriptor(null, -1L, -1L, 5L, "x")),
                asList(null, null)),
        new ConformanceRule(NULLS, "A value has all children that its kind uses")
            .refusesDescriptor(
                released,
                new AnyDescriptor(3, 0L, null, 0L, "s3://b/k"),
                d0 + "Cannot use EXTERNAL descriptor: its size is null")
            .refusesDescriptor(
                released,
                new AnyDescriptor(5, 0L, 1L, null, "p"),
                d0 + "Cannot use MANAGED_BASE descriptor: its blob_id is null"));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void holds(ConformanceRule rule) throws IOException {
    rule.run();
  }

  @Test
  void isTheTableOfTheConformanceList() throws IOException {
    Path page = Path.of(System.getProperty("basedir", ""), "..", "docs", "blob-v2-conformance.md");
    List<String> lines = Files.readAllLines(page);
    int heading = lines.indexOf("## Arrow");
    List<String> table =
        lines.subList(heading + 1, lines.size()).stream()
            .takeWhile(line -> !line.startsWith("## "))
            .filter(line -> line.startsWith("| "))
            .skip(1)
            .toList();
    String expected =
        String.join(
            "\n",
            rules().stream().map(rule -> "| " + String.join(" | ", rule.row()) + " |").toList());
    assertThat(String.join("\n", table)).isEqualTo(expected);
  }
}
