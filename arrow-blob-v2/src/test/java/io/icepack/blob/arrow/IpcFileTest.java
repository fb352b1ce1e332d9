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
import static io.icepack.blob.arrow.Fields.descriptor;
import static io.icepack.blob.arrow.Fields.field;
import static io.icepack.blob.arrow.Fields.minimal;
import static io.icepack.blob.arrow.Fields.nullable;
import static java.util.Arrays.asList;
import static java.util.Collections.singletonMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.arrow.Batches.AnyBlob;
import io.icepack.blob.arrow.Batches.AnyDescriptor;
import io.icepack.blob.arrow.Batches.Hidden;
import io.icepack.blob.arrow.IpcWriter.Format;
import io.icepack.blob.descriptor.LogicalBlob;
import io.icepack.blob.store.BlobOutput;
import io.icepack.blob.store.CountingBlobStore;
import io.icepack.blob.store.MemoryBlobStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IpcFileTest {

  private static final LogicalBlob DATA = new LogicalBlob(new byte[] {1, 2, 3}, null, null, null);
  private static final LogicalBlob EMPTY = new LogicalBlob(new byte[0], null, null, null);
  private static final LogicalBlob WHOLE = new LogicalBlob(null, "s3://b/a b%20?q#é", null, null);
  private static final LogicalBlob RANGE = new LogicalBlob(null, "s3://b/k", 4L, 2L);
  private static final Schema NESTED =
      new Schema(
          List.of(
              nullable("id", new ArrowType.Int(32, true)),
              complete("plain"),
              nullable("list", LARGE_LIST, minimal("item")),
              nullable("deep", LIST, nullable("item", STRUCT, complete("b")))),
          Map.of("lance.blob.managed", "true"));

  private final BufferAllocator allocator = new RootAllocator();
  private final CountingBlobStore store = new CountingBlobStore(new MemoryBlobStore());

  @AfterEach
  void releaseEverything() {
    assertThat(store.openStreams()).isZero();
    allocator.close();
  }

  @ParameterizedTest
  @EnumSource
  void readsWhatWasWritten(Format format) throws IOException {
    List<List<Object>> first =
        List.of(
            asList(1, 2, 3, null),
            asList(DATA, null, EMPTY, RANGE),
            asList(null, List.of(), asList(DATA, null, WHOLE), List.of(EMPTY)),
            asList(
                null,
                List.of(),
                asList(null, singletonMap("b", null)),
                asList(singletonMap("b", WHOLE))));
    List<List<Object>> second = List.of(asList(5), asList(WHOLE), asList(List.of()), List.of());
    write("x", NESTED, format, first, second);

    try (IpcFile file = IpcFile.open(store, "x");
        IpcBatches batches = file.batches(allocator)) {
      assertThat(file.isStream()).isEqualTo(format == Format.STREAM);
      assertThat(file.schema()).isEqualTo(NESTED);
      assertThat(batches.next()).isTrue();
      assertThat(columns(batches.batch())).isEqualTo(first);
      assertThat(batches.next()).isTrue();
      assertThat(columns(batches.batch()).subList(0, 3)).isEqualTo(second.subList(0, 3));
      assertThat(batches.next()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void writesAndReadsDescriptorSchemas(Format format) throws IOException {
    Schema schema = BlobSchemas.descriptorSchema(new Schema(List.of(complete("b"))));
    List<Object> values =
        asList(
            new AnyDescriptor(2, 0L, 9L, 0xFFFFFFFFL, ""),
            null,
            new AnyDescriptor(3, 5L, 0L, 0L, "s3://b/k"));
    write("x", schema, format, List.of(values));

    assertThat(rows("x", schema)).isEqualTo(List.of(values));
  }

  @Test
  void emptyFilesAndStreamsAreComplete() throws IOException {
    for (Format format : Format.values()) {
      write(format.name(), NESTED, format);
      try (IpcFile file = IpcFile.open(store, format.name());
          IpcBatches batches = file.batches(allocator)) {
        assertThat(file.schema()).isEqualTo(NESTED);
        assertThat(batches.next()).isFalse();
        assertThatThrownBy(batches::batch)
            .hasMessage("Cannot answer a batch of %s: none is read".formatted(format.name()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void holdsOneBatchInMemory(Format format) throws IOException {
    LogicalBlob large = new LogicalBlob(new byte[1 << 20], null, null, null);
    Schema schema = new Schema(List.of(minimal("b")));
    List<List<Object>> batch = List.of(asList(large, large));
    write("x", schema, format, batch, batch, batch, batch, batch, batch, batch, batch);

    try (BufferAllocator bounded = allocator.newChildAllocator("bounded", 0, 5 << 20);
        IpcFile file = IpcFile.open(store, "x");
        IpcBatches batches = file.batches(file.schema(), 0, Long.MAX_VALUE, bounded)) {
      int rows = 0;
      while (batches.next()) {
        rows += batches.batch().getRowCount();
      }
      assertThat(rows).isEqualTo(16);
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsNothingOfFieldsThatAreNotWanted(Format format) throws IOException {
    LogicalBlob large = new LogicalBlob(new byte[1 << 20], null, null, null);
    Schema schema = new Schema(List.of(nullable("id", new ArrowType.Int(32, true)), complete("b")));
    write("x", schema, format, List.of(asList(7, 8), asList(large, RANGE)));
    Field uri = nullable("uri", Fields.UTF8);
    Schema wanted =
        new Schema(
            List.of(nullable("b", STRUCT, uri), nullable("id", new ArrowType.Int(32, true))));
    store.reset();

    try (IpcFile file = IpcFile.open(store, "x");
        IpcBatches batches = file.batches(wanted, 0, Long.MAX_VALUE, allocator)) {
      assertThat(batches.next()).isTrue();
      VectorSchemaRoot batch = batches.batch();
      assertThat(Batches.column(batch, 0))
          .isEqualTo(asList(singletonMap("uri", null), Map.of("uri", "s3://b/k")));
      assertThat(Batches.column(batch, 1)).isEqualTo(asList(7, 8));
      assertThat(batches.next()).isFalse();
    }
    assertThat(store.bytesRead()).isLessThan(8 * 1024);
  }

  @Test
  void partsOfAFileHaveEachBatchOnce() throws IOException {
    Schema schema = new Schema(List.of(minimal("b")));
    List<List<Object>> batch = List.of(asList(DATA));
    write("x", schema, Format.FILE, batch, batch, batch, batch, batch);
    long length = store.length("x");

    try (IpcFile file = IpcFile.open(store, "x")) {
      for (long size : new long[] {1, 7, 64, 100, 1000, length, 2 * length}) {
        int rows = 0;
        for (long start = 0; start < length; start += size) {
          try (IpcBatches part = file.batches(schema, start, start + size, allocator)) {
            while (part.next()) {
              rows += part.batch().getRowCount();
            }
          }
        }
        assertThat(rows).as("parts of %d bytes", size).isEqualTo(5);
      }
    }
  }

  @Test
  void streamIsReadByWhoHasItsStart() throws IOException {
    Schema schema = new Schema(List.of(minimal("b")));
    write("x", schema, Format.STREAM, List.of(asList(DATA)), List.of(asList(EMPTY)));

    try (IpcFile file = IpcFile.open(store, "x");
        IpcBatches first = file.batches(schema, 0, 1, allocator);
        IpcBatches rest = file.batches(schema, 1, 1000, allocator)) {
      assertThat(rest.next()).isFalse();
      assertThat(first.next()).isTrue();
      assertThat(first.next()).isTrue();
      assertThat(first.next()).isFalse();
    }
  }

  @Test
  void unsignedNumbersAndLargeListsAreReadAsSigned() throws IOException {
    Schema schema = new Schema(List.of(descriptor("d"), nullable("l", LARGE_LIST, complete("i"))));
    List<Object> descriptors = asList(new AnyDescriptor(255, 1L, 2L, 0xFFFFFFFFL, "x"), null);
    write("x", schema, Format.FILE, List.of(descriptors, asList(asList(RANGE, null), List.of())));

    try (IpcFile file = IpcFile.open(store, "x");
        IpcBatches batches = file.batches(SignedSchema.of(schema), 0, Long.MAX_VALUE, allocator)) {
      assertThat(batches.next()).isTrue();
      StructVector d = (StructVector) batches.batch().getVector(0);
      assertThat(((SmallIntVector) d.getChild("kind")).get(0)).isEqualTo((short) 255);
      assertThat(((BigIntVector) d.getChild("size")).get(0)).isEqualTo(2);
      assertThat(((BigIntVector) d.getChild("blob_id")).get(0)).isEqualTo(0xFFFFFFFFL);
      assertThat(d.isNull(1)).isTrue();
      ListVector list = (ListVector) batches.batch().getVector(1);
      assertThat(list.getElementEndIndex(0)).isEqualTo(2);
      assertThat(list.getElementEndIndex(1)).isEqualTo(2);
      StructVector item = (StructVector) list.getDataVector();
      assertThat(((BigIntVector) item.getChild("position")).get(0)).isEqualTo(4);
      assertThat(item.isNull(1)).isTrue();
    }
  }

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
                  + " 9223372036854775807");
    }
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
  void fieldsThatAreNotThereAreNull() throws IOException {
    Schema schema = new Schema(List.of(minimal("b"), nullable("l", LIST, minimal("i"))));
    write("x", schema, Format.FILE, List.of(asList(WHOLE, null), asList(asList(DATA, null), null)));
    Schema wanted =
        new Schema(
            List.of(
                nullable("none", LIST, complete("i")),
                complete("b"),
                nullable("l", LIST, complete("i"))));

    assertThat(rows("x", wanted))
        .isEqualTo(
            List.of(asList(null, null), asList(WHOLE, null), asList(asList(DATA, null), null)));
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
  void refusesDictionariesOnlyWhereTheyAreWanted() throws IOException {
    ArrowType.Int int32 = new ArrowType.Int(32, true);
    FieldType indexType = new FieldType(true, int32, new DictionaryEncoding(1, false, int32));
    Field id = nullable("id", new ArrowType.Int(32, true));
    try (BlobOutput out = store.create("x");
        IntVector indexes = new IntVector("e", indexType, allocator);
        IntVector ids = new IntVector("id", allocator);
        VarCharVector words = new VarCharVector("w", allocator)) {
      words.setSafe(0, "word".getBytes());
      words.setValueCount(1);
      indexes.setSafe(0, 0);
      ids.setSafe(0, 9);
      var provider =
          new org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider(
              new org.apache.arrow.vector.dictionary.Dictionary(words, indexType.getDictionary()));
      try (VectorSchemaRoot root = VectorSchemaRoot.of(indexes, ids);
          ArrowFileWriter writer = new ArrowFileWriter(root, provider, Channels.newChannel(out))) {
        root.setRowCount(1);
        writer.writeBatch();
      }
    }

    assertThat(rows("x", new Schema(List.of(id)))).isEqualTo(List.of(List.of(9)));
    try (IpcFile file = IpcFile.open(store, "x")) {
      assertThatThrownBy(() -> file.batches(allocator))
          .hasMessage(
              "Cannot read column e of x: it is dictionary-encoded; write its plain values"
                  + " instead");
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

  @SafeVarargs
  private void write(String name, Schema schema, Format format, List<List<Object>>... batches)
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
  private List<List<Object>> rows(String name, Schema wanted) throws IOException {
    List<List<Object>> columns = new ArrayList<>();
    try (IpcFile file = IpcFile.open(store, name);
        IpcBatches batches = file.batches(wanted, 0, Long.MAX_VALUE, allocator)) {
      while (batches.next()) {
        columns.addAll(columns(batches.batch()));
      }
    }
    return columns;
  }

  private static List<List<Object>> columns(VectorSchemaRoot batch) {
    List<List<Object>> columns = new ArrayList<>();
    for (int i = 0; i < batch.getFieldVectors().size(); i++) {
      columns.add(Batches.column(batch, i));
    }
    return columns;
  }

  private void put(String name, byte[] bytes) throws IOException {
    try (BlobOutput out = store.create(name)) {
      out.write(bytes);
    }
  }

  private byte[] read(String name) throws IOException {
    byte[] bytes = new byte[(int) store.length(name)];
    try (var input = store.open(name)) {
      input.readFully(0, bytes, 0, bytes.length);
    }
    return bytes;
  }
}
