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
import static io.icepack.blob.arrow.Fields.minimal;
import static io.icepack.blob.arrow.Fields.nullable;
import static java.util.Arrays.asList;
import static java.util.Collections.singletonMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.arrow.Batches.AnyDescriptor;
import io.icepack.blob.arrow.IpcWriter.Format;
import io.icepack.blob.descriptor.LogicalBlob;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IpcFileTest extends IpcTest {

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
}
