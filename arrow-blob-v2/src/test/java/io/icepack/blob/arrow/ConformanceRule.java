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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.arrow.IpcWriter.Format;
import io.icepack.blob.store.BlobOutput;
import io.icepack.blob.store.MemoryBlobStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** One rule of the Blob v2 document, with what it accepts and what it refuses. */
final class ConformanceRule {

  /** Reads empty payloads. */
  private static final BlobReader EMPTY =
      (path, descriptors) ->
          descriptors.stream().map(descriptor -> ByteBuffer.allocate(0)).toList();

  private final String section;
  private final String rule;
  private final List<String> accepted = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();

  /** Makes sure that one input is accepted or refused. */
  @FunctionalInterface
  interface Check {
    void run(BufferAllocator allocator) throws IOException;
  }

  ConformanceRule(String section, String rule) {
    this.section = section;
    this.rule = rule;
  }

  void run() throws IOException {
    for (Check check : checks) {
      try (BufferAllocator allocator = new RootAllocator()) {
        check.run(allocator);
      }
    }
  }

  /** The row of the conformance list. */
  List<String> row() {
    return List.of(
        section,
        rule,
        accepted.isEmpty() ? "–" : String.join("; ", accepted),
        errors.isEmpty()
            ? "–"
            : errors.stream()
                .map(error -> "`" + error.replace("|", "\\|") + "`")
                .collect(Collectors.joining("<br>")));
  }

  /** Logical values, which come back as they are from a file and from descriptors. */
  ConformanceRule accepts(String what, Field field, Object... values) {
    return accepts(what, field, values, values);
  }

  /** Logical values, and what they mean. */
  ConformanceRule accepts(String what, Field field, Object[] values, Object[] meaning) {
    Schema schema = new Schema(List.of(field));
    return check(
        what,
        allocator -> {
          MemoryBlobs blobs = new MemoryBlobs();
          BlobConverter converter = new BlobConverter(allocator);
          try (Opened opened = new Opened(allocator, schema, Arrays.asList(values));
              VectorSchemaRoot descriptors = converter.toDescriptors(opened.batch(), blobs);
              VectorSchemaRoot logical = converter.toLogical(descriptors, schema, blobs)) {
            assertThat(opened.batch().getSchema()).isEqualTo(schema);
            assertThat(Batches.column(opened.batch(), 0)).isEqualTo(Arrays.asList(meaning));
            assertThat(Batches.column(logical, 0)).isEqualTo(Arrays.asList(meaning));
          }
        });
  }

  /** Logical values that neither a writer of files nor one of descriptors takes. */
  ConformanceRule refuses(Field field, Object value, String error) {
    Schema schema = new Schema(List.of(field));
    return refuse(
        error,
        allocator -> {
          try (VectorSchemaRoot batch =
                  Batches.batch(allocator, schema, Arrays.asList(new Object[] {value}));
              BlobOutput out = new MemoryBlobStore().create("x");
              IpcWriter writer =
                  new IpcWriter(schema, Format.FILE, CodecType.NO_COMPRESSION, out, allocator)) {
            assertRefused(() -> writer.write(batch), error);
            assertRefused(
                () -> new BlobConverter(allocator).toDescriptors(batch, new MemoryBlobs()), error);
          }
        });
  }

  /** A field that is a blob, or holds some, at these places. */
  ConformanceRule acceptsField(String what, Field field, String... paths) {
    Schema schema = new Schema(List.of(field));
    return check(
        what,
        allocator -> {
          assertThat(BlobSchemas.blobPaths(schema).stream().map(FieldPath::toString))
              .containsExactly(paths);
          try (Opened opened = new Opened(allocator, schema, List.of())) {
            assertThat(opened.batch().getSchema()).isEqualTo(schema);
          }
        });
  }

  ConformanceRule refusesField(Field field, String error) {
    Schema schema = new Schema(List.of(field));
    return refuse(
        error,
        allocator -> {
          assertRefused(() -> BlobSchemas.blobPaths(schema), error);
          assertRefused(() -> BlobSchemas.descriptorSchema(schema), error);
          assertRefused(
              () ->
                  new IpcWriter(
                      schema,
                      Format.STREAM,
                      CodecType.NO_COMPRESSION,
                      new MemoryBlobStore().create("x"),
                      allocator),
              error);
        });
  }

  /** Descriptors of a file that are null or empty. */
  ConformanceRule acceptsDescriptors(
      String what, Field field, List<Object> values, List<Object> payloads) {
    Schema schema = new Schema(List.of(field));
    return check(
        what,
        allocator -> {
          try (Opened opened = new Opened(allocator, schema, values);
              VectorSchemaRoot read =
                  new BlobConverter(allocator).materialize(opened.batch(), EMPTY)) {
            assertThat(Batches.column(read, 0)).isEqualTo(payloads);
          }
        });
  }

  ConformanceRule refusesDescriptor(Field field, Object value, String error) {
    Schema schema = new Schema(List.of(field));
    return refuse(
        error,
        allocator -> {
          try (VectorSchemaRoot batch =
              Batches.batch(allocator, schema, Arrays.asList(new Object[] {value}))) {
            BlobConverter converter = new BlobConverter(allocator);
            assertRefused(() -> converter.materialize(batch, EMPTY), error);
          }
        });
  }

  /** Anything else. */
  ConformanceRule check(String what, Check check) {
    accepted.add(what);
    checks.add(check);
    return this;
  }

  private ConformanceRule refuse(String error, Check check) {
    errors.add(error);
    checks.add(check);
    return this;
  }

  private static void assertRefused(ThrowingCallable call, String error) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(error);
  }

  /** The one batch of a file with some values, as it is read. */
  private record Opened(IpcFile file, IpcBatches batches) implements AutoCloseable {

    Opened(BufferAllocator allocator, Schema schema, List<?> values) throws IOException {
      this(write(allocator, schema, values), allocator);
    }

    private Opened(IpcFile file, BufferAllocator allocator) throws IOException {
      this(file, file.batches(allocator));
      assertThat(batches.next()).isTrue();
    }

    VectorSchemaRoot batch() {
      return batches.batch();
    }

    private static IpcFile write(BufferAllocator allocator, Schema schema, List<?> values)
        throws IOException {
      MemoryBlobStore store = new MemoryBlobStore();
      try (BlobOutput out = store.create("x");
          IpcWriter writer =
              new IpcWriter(schema, Format.FILE, CodecType.NO_COMPRESSION, out, allocator);
          VectorSchemaRoot batch = Batches.batch(allocator, schema, values)) {
        writer.write(batch);
        writer.finish();
      }
      return IpcFile.open(store, "x");
    }

    @Override
    public void close() throws IOException {
      batches.close();
      file.close();
    }
  }
}
