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
import static io.icepack.blob.arrow.Fields.UTF8;
import static io.icepack.blob.arrow.Fields.nullable;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.arrow.IpcWriter.Format;
import io.icepack.blob.store.BlobOutput;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fields of which a file has indexes into dictionaries. */
class DictionariesTest extends IpcTest {

  private static final ArrowType.Int INT = new ArrowType.Int(32, true);
  private static final ArrowType.Int BYTE = new ArrowType.Int(8, false);

  /** As Arrow's writers have it in memory: indexes, each with the id of its dictionary. */
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              nullable("id", INT),
              encoded("word", BYTE, 1),
              nullable("struct", STRUCT, encoded("word", INT, 1), nullable("n", INT)),
              nullable("list", LIST, encoded("item", INT, 2))));

  private static Field encoded(String name, ArrowType.Int index, long id) {
    return new Field(
        name, new FieldType(true, index, new DictionaryEncoding(id, false, index)), List.of());
  }

  private VarCharVector words(String... words) {
    VarCharVector vector = new VarCharVector("words", allocator);
    for (int i = 0; i < words.length; i++) {
      Batches.set(vector, i, words[i]);
    }
    vector.setValueCount(words.length);
    return vector;
  }

  private static ArrowWriter writer(
      Format format, VectorSchemaRoot root, MapDictionaryProvider words, BlobOutput out) {
    return format == Format.FILE
        ? new ArrowFileWriter(root, words, Channels.newChannel(out))
        : new ArrowStreamWriter(root, words, Channels.newChannel(out));
  }

  /** Writes one batch. */
  @SafeVarargs
  private void write(Format format, Schema schema, List<Object>... columns) throws IOException {
    try (BlobOutput out = store.create("x");
        VarCharVector one = words("a", "b", null);
        VarCharVector two = words("x", "");
        VectorSchemaRoot root = Batches.batch(allocator, schema, columns)) {
      MapDictionaryProvider dictionaries =
          new MapDictionaryProvider(
              new Dictionary(one, new DictionaryEncoding(1, false, null)),
              new Dictionary(two, new DictionaryEncoding(2, false, null)));
      try (ArrowWriter writer = writer(format, root, dictionaries, out)) {
        writer.writeBatch();
      }
    }
  }

  private Schema wanted() throws IOException {
    try (IpcFile file = IpcFile.open(store, "x")) {
      return SignedSchema.of(file.schema());
    }
  }

  private static Map<String, Object> struct(Object word, Object n) {
    Map<String, Object> struct = new LinkedHashMap<>();
    struct.put("word", word);
    struct.put("n", n);
    return struct;
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void areReadAsTheirValues(Format format) throws IOException {
    write(
        format,
        SCHEMA,
        List.of(7, 8, 9),
        asList(1, null, 2),
        asList(struct(0, 5), null, struct(1, 6)),
        asList(asList(1, 0, null), List.of(), null));
    assertThat(rows("x", wanted()))
        .isEqualTo(
            List.of(
                List.of(7, 8, 9),
                asList("b", null, null),
                asList(struct("a", 5), null, struct("b", 6)),
                asList(asList("", "x", null), List.of(), null)));
    store.reset();
    assertThat(rows("x", new Schema(List.of(nullable("id", INT)))))
        .isEqualTo(List.of(List.of(7, 8, 9)));
    long plain = store.readRequests();
    store.reset();
    assertThat(rows("x", new Schema(List.of(nullable("struct", STRUCT, nullable("word", UTF8))))))
        .isEqualTo(List.of(asList(Map.of("word", "a"), null, Map.of("word", "b"))));
    assertThat(store.readRequests()).isGreaterThan(plain);
    try (IpcFile file = IpcFile.open(store, "x");
        IpcBatches batches = file.batches(allocator)) {
      assertThat(batches.next()).isTrue();
      assertThat(Batches.column(batches.batch(), 1)).isEqualTo(asList("b", null, null));
    }
  }

  /** A later batch of a stream may have another dictionary of the same id. */
  @Test
  void changeWithinAStream() throws IOException {
    Schema schema = new Schema(List.of(encoded("word", INT, 1)));
    try (BlobOutput out = store.create("x");
        VarCharVector words = words("a", "b");
        VectorSchemaRoot root = Batches.batch(allocator, schema, List.of(0, 1))) {
      MapDictionaryProvider dictionaries =
          new MapDictionaryProvider(new Dictionary(words, new DictionaryEncoding(1, false, null)));
      try (ArrowWriter writer = writer(Format.STREAM, root, dictionaries, out)) {
        writer.writeBatch();
        words.setSafe(0, "other".getBytes(StandardCharsets.US_ASCII));
        words.setSafe(1, "b".getBytes(StandardCharsets.US_ASCII));
        words.setValueCount(2);
        writer.writeBatch();
      }
    }
    assertThat(rows("x", wanted())).isEqualTo(List.of(List.of("a", "b"), List.of("other", "b")));
  }

  @Test
  void haveAValueForEachIndex() throws IOException {
    write(Format.FILE, new Schema(List.of(encoded("word", INT, 1))), asList(0, 3));
    assertThatThrownBy(() -> rows("x", wanted()))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot read Arrow data x: field word has index 3 into a dictionary of 3 values");
  }
}
