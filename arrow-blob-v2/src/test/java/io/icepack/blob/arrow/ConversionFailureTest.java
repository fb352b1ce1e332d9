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

import static io.icepack.blob.arrow.Fields.LARGE_BINARY;
import static io.icepack.blob.arrow.Fields.LARGE_LIST;
import static io.icepack.blob.arrow.Fields.LIST;
import static io.icepack.blob.arrow.Fields.STRUCT;
import static io.icepack.blob.arrow.Fields.U64;
import static io.icepack.blob.arrow.Fields.UTF8;
import static io.icepack.blob.arrow.Fields.blob;
import static io.icepack.blob.arrow.Fields.complete;
import static io.icepack.blob.arrow.Fields.descriptor;
import static io.icepack.blob.arrow.Fields.minimal;
import static io.icepack.blob.arrow.Fields.nullable;
import static io.icepack.blob.arrow.Fields.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.icepack.blob.arrow.Batches.AnyDescriptor;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.LogicalBlob;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a conversion that fails says and leaves behind; the allocators are the judges. */
class ConversionFailureTest {

  private static final Field ID = nullable("id", new ArrowType.Int(32, true));
  private static final LogicalBlob DATA = new LogicalBlob(new byte[100], null, null, null);
  private static final LogicalBlob URI = new LogicalBlob(null, "s3://b/k", null, null);
  private static final LogicalBlob RANGE = new LogicalBlob(null, "s3://b/k", 4L, 2L);
  private static final AnyDescriptor MANAGED = new AnyDescriptor(4, 0L, 3L, 0L, "p");
  private static final List<?> IDS = List.of(1, 2);
  private static final Schema LOGICAL =
      new Schema(List.of(ID, complete("b"), nullable("l", LIST, minimal("item"))));
  private static final Schema STORED =
      new Schema(List.of(ID, descriptor("b"), nullable("l", LIST, descriptor("item"))));

  private final RootAllocator root = new RootAllocator();
  private final BufferAllocator inputs = root.newChildAllocator("inputs", 0, Long.MAX_VALUE);
  private final BufferAllocator results = root.newChildAllocator("results", 0, Long.MAX_VALUE);
  private final BlobConverter converter = new BlobConverter(results);

  private VectorSchemaRoot logical;
  private VectorSchemaRoot stored;

  @BeforeEach
  void makeBatches() {
    logical =
        Batches.batch(
            inputs, LOGICAL, IDS, List.of(DATA, RANGE), List.of(List.of(DATA, URI), List.of(DATA)));
    stored =
        Batches.batch(
            inputs,
            STORED,
            IDS,
            List.of(MANAGED, MANAGED),
            List.of(List.of(MANAGED, MANAGED), List.of(MANAGED)));
  }

  @AfterEach
  void releaseEverything() {
    logical.close();
    stored.close();
    results.close();
    inputs.close();
    root.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void releasesAllWhenTheWriterFails(int nth) {
    AtomicInteger calls = new AtomicInteger();
    IOException failure = new IOException("disk full");

    assertFails(
        failure,
        () ->
            converter.toDescriptors(
                logical,
                (field, blob) -> {
                  if (calls.incrementAndGet() == nth) {
                    throw failure;
                  }
                  return BlobDescriptor.managed("p", 0, 1);
                }));
    assertThat(calls).hasValue(nth);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void releasesAllWhenTheRendererFails(int nth) {
    AtomicInteger calls = new AtomicInteger();
    IllegalStateException failure = new IllegalStateException("gone");

    assertFails(
        failure,
        () ->
            converter.toLogical(
                stored,
                LOGICAL,
                (field, descriptor) -> {
                  if (calls.incrementAndGet() == nth) {
                    throw failure;
                  }
                  return DATA;
                }));
    assertThat(calls).hasValue(nth);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void releasesAllWhenTheReaderFails(int nth) {
    AtomicInteger calls = new AtomicInteger();
    AssertionError failure = new AssertionError("not an exception");

    assertFails(
        failure,
        () ->
            converter.materialize(
                stored,
                (field, wanted) -> {
                  if (calls.incrementAndGet() == nth) {
                    throw failure;
                  }
                  return wanted.stream().map(descriptor -> ByteBuffer.allocate(3)).toList();
                }));
    assertThat(calls).hasValue(nth);
  }

  /** Scala callers throw checked exceptions without saying so. */
  @Test
  void releasesAllWhenACallbackFailsUndeclared() {
    InterruptedException failure = new InterruptedException("stop");

    assertFails(
        failure, () -> converter.toDescriptors(logical, (field, blob) -> throwUndeclared(failure)));
  }

  /** Lets each allocation of a conversion fail in turn. */
  @Test
  void releasesAllWhenMemoryRunsOut() throws IOException {
    int failures = 0;
    for (long limit = 0; limit < 100_000; limit += 64) {
      results.setLimit(limit);
      try (VectorSchemaRoot result =
          converter.toLogical(stored, LOGICAL, (field, descriptor) -> DATA)) {
        assertThat(result.getRowCount()).isEqualTo(2);
        break;
      } catch (OutOfMemoryException e) {
        failures++;
        assertThat(results.getAllocatedMemory()).isZero();
      }
    }
    assertThat(failures).isBetween(10, 1_000);
  }

  @ParameterizedTest
  @MethodSource("wrongAnswers")
  void refusesPayloadsThatWereNotAskedFor(List<ByteBuffer> answer, String message) {
    assertRefuses(
        IllegalStateException.class,
        message,
        () -> converter.materialize(stored, (f, w) -> answer));
  }

  static Stream<Arguments> wrongAnswers() {
    ByteBuffer three = ByteBuffer.allocate(3);
    ByteBuffer two = ByteBuffer.allocate(2);
    String bytes = " bytes for MANAGED[position=0, size=3, blobId=0, blobUri=p]";
    return Stream.of(
        arguments(
            null, "Cannot read blobs of b: the reader answered null payloads for 2 descriptors"),
        arguments(
            List.of(three),
            "Cannot read blobs of b: the reader answered 1 payloads for 2 descriptors"),
        arguments(
            List.of(three, three, three),
            "Cannot read blobs of b: the reader answered 3 payloads for 2 descriptors"),
        arguments(
            List.of(three, two), "Cannot read blob b in row 1: the reader answered 2" + bytes),
        arguments(
            Arrays.asList(null, three),
            "Cannot read blob b in row 0: the reader answered null" + bytes));
  }

  @Test
  void refusesNullFromCallbacks() {
    assertRefuses(
        IllegalStateException.class,
        "Cannot write blob b in row 0: the writer answered null",
        () -> converter.toDescriptors(logical, (field, blob) -> null));
    assertRefuses(
        IllegalStateException.class,
        "Cannot render blob b in row 0: the renderer answered null",
        () -> converter.toLogical(stored, LOGICAL, (field, descriptor) -> null));
  }

  @Test
  void refusesValuesThatTheShapeCannotHold() {
    assertRefuses(
        IllegalArgumentException.class,
        "Cannot render blob l.item in row 0, element [0]: the field has no children for the range"
            + " of uri 's3://b/k' at position 4 and size 2",
        () -> converter.toLogical(stored, LOGICAL, (field, descriptor) -> RANGE));
    Field ranged =
        blob(
            "b",
            nullable("data", LARGE_BINARY),
            nullable("uri", UTF8),
            nullable("position", U64),
            required("size", U64));
    Schema schema = new Schema(List.of(ID, ranged, LOGICAL.getFields().get(2)));
    assertRefuses(
        IllegalArgumentException.class,
        "Cannot render blob b in row 0: the field requires a range, but there is none in data of"
            + " 100 bytes",
        () -> converter.toLogical(stored, schema, (field, descriptor) -> DATA));
  }

  @Test
  void refusesTextThatHasNoBytes() {
    LogicalBlob lone = new LogicalBlob(null, "s3://\uD83D", null, null);

    assertRefuses(
        IllegalArgumentException.class,
        "Cannot encode text 's3://\uD83D': it has an unpaired surrogate",
        () -> converter.toLogical(stored, LOGICAL, (field, descriptor) -> lone));
  }

  @Test
  void refusesListsThatOverlap() {
    ArrowBuf offsets = logical.getVector(2).getOffsetBuffer();
    offsets.setInt(4, 3);
    offsets.setInt(8, 2);

    assertRefuses(
        IllegalArgumentException.class,
        "Cannot read list l in row 1: offsets 3 to 2 do not fit after 3 and within 3 elements",
        () -> converter.toDescriptors(logical, (field, blob) -> BlobDescriptor.managed("p", 0, 1)));
  }

  @Test
  void refusesListsBeyondTheirElements() {
    logical.getVector(2).getOffsetBuffer().setInt(8, 9);

    assertRefuses(
        IllegalArgumentException.class,
        "Cannot read list l in row 1: offsets 2 to 9 do not fit after 2 and within 3 elements",
        () -> converter.toDescriptors(logical, (field, blob) -> BlobDescriptor.managed("p", 0, 1)));
  }

  @Test
  void refusesToMaterializeLogicalBlobs() {
    assertRefuses(
        IllegalArgumentException.class,
        "Cannot materialize field b: it has logical blobs, not descriptors",
        () -> converter.materialize(logical, (field, wanted) -> List.of()));
  }

  @Test
  void refusesChildrenOfTheSameName() {
    ArrowType type = ID.getType();
    try (StructVector struct = StructVector.emptyWithDuplicates("s", inputs)) {
      struct.initializeChildrenFromFields(List.of(nullable("x", type), nullable("x", type)));
      Schema schema = new Schema(List.of(struct.getField()));
      VectorSchemaRoot twins = new VectorSchemaRoot(schema, List.of(struct), 0);

      assertRefuses(
          IllegalArgumentException.class,
          "Cannot convert field s: two of its children have the same name, [x, x]",
          () -> converter.toDescriptors(twins, (field, blob) -> null));
    }
  }

  @ParameterizedTest
  @MethodSource("otherSchemas")
  void refusesSchemasThatDoNotFit(Schema schema, String message) {
    assertRefuses(
        IllegalArgumentException.class,
        message,
        () -> converter.toLogical(stored, schema, (field, descriptor) -> DATA));
  }

  static Stream<Arguments> otherSchemas() {
    Field b = complete("b");
    Field list = nullable("l", LIST, minimal("item"));
    return Stream.of(
        arguments(
            new Schema(List.of(ID, b)),
            "Cannot convert batch: it has 3 columns, the logical schema has 2"),
        arguments(
            new Schema(List.of(ID, complete("c"), list)),
            "Cannot convert field c: the batch has a field named b in its place"),
        arguments(
            new Schema(List.of(minimal("id"), b, list)),
            "Cannot convert field id: the batch has Int(32, true) with children [], the logical"
                + " schema has blobs"),
        arguments(
            new Schema(List.of(ID, nullable("b", LARGE_BINARY), list)),
            "Cannot convert field b: the batch has descriptors, the logical schema has LargeBinary"
                + " with children []"),
        arguments(
            new Schema(List.of(ID, b, nullable("l", LARGE_LIST, minimal("item")))),
            "Cannot convert field l: the batch has List with children [item], the logical schema"
                + " has LargeList with children [item]"),
        arguments(
            new Schema(List.of(ID, b, nullable("l", LIST, nullable("item", STRUCT)))),
            "Cannot convert field l.item: the batch has descriptors, the logical schema has Struct"
                + " with children []"),
        arguments(
            new Schema(List.of(ID, blob("b", ID), list)),
            "Cannot use blob field b: its children must be [data, uri] or [data, uri, position,"
                + " size], in this order, not [id]"));
  }

  private void assertFails(Throwable failure, ThrowingCallable conversion) {
    assertThatThrownBy(conversion).isSameAs(failure);
    assertThat(results.getAllocatedMemory()).isZero();
  }

  private void assertRefuses(
      Class<? extends Exception> type, String message, ThrowingCallable conversion) {
    assertThatThrownBy(conversion).isInstanceOf(type).hasMessage(message);
    assertThat(results.getAllocatedMemory()).isZero();
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> BlobDescriptor throwUndeclared(Throwable failure) throws T {
    throw (T) failure;
  }
}
