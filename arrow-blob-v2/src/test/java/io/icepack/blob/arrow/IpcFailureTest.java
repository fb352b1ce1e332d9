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
import static io.icepack.blob.arrow.Fields.minimal;
import static io.icepack.blob.arrow.Fields.nullable;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.arrow.Batches.AnyBlob;
import io.icepack.blob.arrow.Batches.Hidden;
import io.icepack.blob.arrow.IpcWriter.Format;
import io.icepack.blob.store.BlobOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Arrow files, streams and batches that are refused. */
class IpcFailureTest extends IpcTest {

  @Test
  void unsignedNumbersThatDoNotFitAreRefusedUnlessTheyCountForNothing() throws IOException {
    Schema schema = new Schema(List.of(nullable("s", STRUCT, nullable("n", Fields.U64))));
    write("x", schema, Format.FILE, List.of(asList(new Hidden(Map.of("n", -1L)), Map.of("n", 3L))));
    write("y", schema, Format.FILE, List.of(asList(Map.of("n", 1L), Map.of("n", -1L))));

    try (IpcFile file = IpcFile.open(store, "x");
        IpcBatches batches = file.batches(SignedSchema.of(schema), 0, Long.MAX_VALUE, allocator)) {
      assertThat(batches.next()).isTrue();
    }
    try (IpcFile file = IpcFile.open(store, "y");
        IpcBatches batches = file.batches(SignedSchema.of(schema), 0, Long.MAX_VALUE, allocator)) {
      assertThatThrownBy(batches::next)
          .isInstanceOf(IOException.class)
          .hasMessage(
              "Cannot read Arrow data y: value 18446744073709551615 of field n is above"
                  + " 9223372036854775807; give a schema without this field");
    }
  }

  @Test
  void valuesBeneathNullListsCountForNothing() throws IOException {
    Field number = nullable("n", Fields.U64);
    Schema schema =
        new Schema(
            List.of(
                nullable("list", LIST, number),
                nullable("large", LARGE_LIST, nullable("s", STRUCT, number)),
                nullable("outer", STRUCT, nullable("list", LIST, number))));
    List<Object> large = asList(Map.of("n", -1L));
    write(
        "x",
        schema,
        Format.FILE,
        List.of(
            asList(new Hidden(List.of(5L, -1L)), asList(1L, null)),
            asList(new Hidden(large), asList(Map.of("n", 2L), null)),
            asList(new Hidden(Map.of("list", List.of(-1L))), Map.of("list", List.of(3L)))));
    try (IpcFile file = IpcFile.open(store, "x");
        IpcBatches batches = file.batches(SignedSchema.of(schema), 0, Long.MAX_VALUE, allocator)) {
      assertThat(batches.next()).isTrue();
      assertThat(batches.batch().contentToTSVString())
          .isEqualTo(
              "list\tlarge\touter\nnull\tnull\tnull\n[1,null]\t[{\"n\":2},null]\t{\"list\":[3]}\n");
    }

    write(
        "y",
        schema,
        Format.FILE,
        List.of(asList(null, List.of(1L, -2L)), asList(null, null), asList(null, null)));
    assertThatThrownBy(() -> rows("y", SignedSchema.of(schema)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("value 18446744073709551614 of field n is above");
  }

  @ParameterizedTest
  @EnumSource
  void refusesDecimalsThatTheLibraryDoesNotKnow(Format format) throws IOException {
    Field decimal = nullable("d", new ArrowType.Decimal(5, 2, 32));
    write("x", new Schema(List.of(nullable("s", STRUCT, decimal))), format);
    assertThatThrownBy(() -> IpcFile.open(store, "x"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot read Arrow data x: field d is a decimal of 32 bits, only 128 and 256 are known");
  }

  @Test
  void refusesWhatIsNoArrow() throws IOException {
    put("empty", new byte[0]);
    put("text", "id,name\n1,a\n".getBytes());
    put("legacy", new byte[] {16, 0, 0, 0, 0, 0, 0, 0});

    assertThatThrownBy(() -> IpcFile.open(store, "none")).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> IpcFile.open(store, "empty"))
        .isInstanceOf(IOException.class)
        .hasMessage("Cannot read Arrow data empty: it has 0 bytes, too few for Arrow data");
    for (String name : List.of("text", "legacy")) {
      assertThatThrownBy(() -> IpcFile.open(store, name))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "Cannot read Arrow data %s: it is neither an Arrow IPC file nor a stream", name);
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesWhatIsCutOff(Format format) throws IOException {
    Schema schema = new Schema(List.of(minimal("b")));
    write("x", schema, format, List.of(asList(DATA, EMPTY)));
    byte[] bytes = read("x");
    // The mark at the end of a stream may be missing; all else counts.
    int needed = format == Format.FILE ? bytes.length : bytes.length - 8;

    for (int length = 8; length < needed; length++) {
      String name = "cut" + length;
      put(name, Arrays.copyOf(bytes, length));
      if (length == endOfSchema(bytes) && format == Format.STREAM) {
        assertThat(rows(name, schema)).isEmpty();
      } else {
        assertThatThrownBy(() -> rows(name, schema))
            .isInstanceOf(IOException.class)
            .hasMessageStartingWith("Cannot read Arrow data " + name + ": ");
      }
    }
  }

  @Test
  void refusesCorruptMetadataWithoutOtherErrors() throws IOException {
    Schema schema = new Schema(List.of(minimal("b")));
    write("x", schema, Format.FILE, List.of(asList(DATA, EMPTY)));
    byte[] bytes = read("x");
    for (int i = 8; i < bytes.length; i++) {
      byte[] flipped = bytes.clone();
      flipped[i] ^= 0x7F;
      String name = "flip" + i;
      put(name, flipped);
      try (IpcFile file = IpcFile.open(store, name);
          IpcBatches batches = file.batches(schema, 0, Long.MAX_VALUE, allocator)) {
        while (batches.next()) {
          assertThat(batches.batch().getRowCount()).isEqualTo(2);
        }
      } catch (IOException | IllegalArgumentException e) {
        assertThat(e.getMessage()).contains(name);
      }
      assertThat(allocator.getAllocatedMemory()).as(name).isZero();
    }
  }

  @Test
  void refusesFieldsThatDoNotFit() throws IOException {
    write("x", NESTED, Format.FILE);

    try (IpcFile file = IpcFile.open(store, "x")) {
      assertThatThrownBy(() -> wanted(file, Fields.required("none", Fields.UTF8)))
          .hasMessage(
              "Cannot read column none of x: it is not among [id, plain, list, deep], and may not"
                  + " be null");
      assertThatThrownBy(() -> wanted(file, nullable("id", Fields.UTF8)))
          .hasMessage("Cannot read column id of x: it is Int(32, true) there, not Utf8");
      assertThatThrownBy(() -> wanted(file, nullable("plain", STRUCT, nullable("uri", LARGE_LIST))))
          .hasMessage("Cannot read column plain.uri of x: it is Utf8 there, not LargeList");
    }
  }

  @Test
  void refusesInvalidBlobsAndWritesNothingOfTheirBatch() throws IOException {
    Schema schema = new Schema(List.of(nullable("l", LIST, complete("i"))));
    try (BlobOutput out = store.create("x");
        IpcWriter writer =
            new IpcWriter(schema, Format.STREAM, CodecType.NO_COMPRESSION, out, allocator);
        VectorSchemaRoot good = Batches.batch(allocator, schema, asList(List.of(DATA), null));
        VectorSchemaRoot bad =
            Batches.batch(
                allocator,
                schema,
                asList(null, asList(EMPTY, new AnyBlob(null, "s3://b/k", 1L, null))))) {
      writer.write(good);
      assertThatThrownBy(() -> writer.write(bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Cannot write blob to field l.i in row 3, element [1]: uri 's3://b/k' has half a"
                  + " range, position 1 and size null");
      assertThat(writer.rows()).isEqualTo(2);
      writer.finish();
    }

    assertThat(rows("x", schema)).isEqualTo(List.of(asList(List.of(DATA), null)));
  }

  @Test
  void refusesBatchesOfOtherSchemas() throws IOException {
    Schema schema = new Schema(List.of(minimal("b")));
    Schema other = new Schema(List.of(complete("b")));
    try (BlobOutput out = store.create("x");
        IpcWriter writer =
            new IpcWriter(schema, Format.FILE, CodecType.NO_COMPRESSION, out, allocator);
        VectorSchemaRoot batch = Batches.batch(allocator, other, asList(RANGE))) {
      assertThatThrownBy(() -> writer.write(batch))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("Cannot write batch: its column b: Struct");
    }
    Field invalid = field("b", true, STRUCT, Fields.BLOB, nullable("data", Fields.LARGE_BINARY));
    assertThatThrownBy(
            () ->
                new IpcWriter(
                    new Schema(List.of(invalid)),
                    Format.FILE,
                    CodecType.NO_COMPRESSION,
                    store.create("y"),
                    allocator))
        .hasMessage(
            "Cannot use blob field b: its children must be [data, uri] or [data, uri, position,"
                + " size], in this order, not [data]");
  }

  private void wanted(IpcFile file, Field field) {
    file.batches(new Schema(List.of(field)), 0, Long.MAX_VALUE, allocator);
  }

  /** Where the second message of a stream starts. */
  private static int endOfSchema(byte[] stream) {
    return 8 + ByteBuffer.wrap(stream).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
  }
}
