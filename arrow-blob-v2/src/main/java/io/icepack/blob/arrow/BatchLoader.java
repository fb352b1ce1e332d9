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

import io.icepack.blob.store.BlobInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Loads the wanted fields of record batches, with values in the place of indexes into dictionaries;
 * the buffers of others are not read.
 */
final class BatchLoader implements AutoCloseable {

  private final BlobInput input;
  private final Schema wanted;
  private final List<WantedField> fields;
  private final BufferAllocator allocator;
  private final Dictionaries dictionaries;

  BatchLoader(BlobInput input, Schema wanted, List<WantedField> fields, BufferAllocator allocator) {
    this.input = input;
    this.wanted = wanted;
    this.fields = fields;
    this.allocator = allocator;
    this.dictionaries = new Dictionaries(this::loadDictionary);
  }

  /** Whether a wanted field is dictionary-encoded. */
  boolean needsDictionaries() {
    return fields.stream().anyMatch(WantedField::needsDictionary);
  }

  /** Takes a message with values of a dictionary into account, for the batches that follow. */
  void addDictionary(IpcMessage message) {
    if (needsDictionaries()) {
      dictionaries.add(message);
    }
  }

  VectorSchemaRoot load(IpcMessage message) throws IOException {
    RecordBatch header = message.recordBatch();
    if (header == null) {
      throw new IOException("there is no record batch at " + message.position());
    }
    List<FieldVector> vectors = load(message, header, fields, wanted.getFields());
    return new VectorSchemaRoot(wanted, vectors, (int) header.length());
  }

  private FieldVector loadDictionary(IpcMessage message, WantedField field) throws IOException {
    RecordBatch header = message.dictionaryBatch().data();
    return load(message, header, List.of(field), List.of(field.to())).get(0);
  }

  private List<FieldVector> load(
      IpcMessage message, RecordBatch header, List<WantedField> from, List<Field> to)
      throws IOException {
    if (header.length() < 0 || header.length() > Integer.MAX_VALUE) {
      throw new IOException(
          "the record batch at %d has %d rows".formatted(message.position(), header.length()));
    }
    try (BodyBuffers body = new BodyBuffers(input, message, header, allocator)) {
      Layout layout = new Layout(message, header, body);
      List<Stored> stored = new ArrayList<>();
      for (WantedField field : from) {
        Layout.add(stored, field.isStored() ? layout.next(field) : null);
      }
      body.read();
      return vectors(stored, to, header.length(), body);
    }
  }

  /** Releases the dictionaries. */
  @Override
  public void close() {
    dictionaries.close();
  }

  /**
   * Where a record batch has a field that is wanted.
   *
   * @param children those that are wanted, in the order of the file
   */
  private record Stored(
      WantedField field,
      ArrowFieldNode node,
      int firstBuffer,
      int bufferCount,
      List<Stored> children) {

    static Stored find(List<Stored> all, Field to) {
      return all.stream().filter(one -> one.field.to() == to).findFirst().orElse(null);
    }

    void requireLength(long expected) throws IOException {
      if (node.getLength() != expected) {
        throw new IOException(
            "field %s has %d values in a record batch where %d belong"
                .formatted(field.from().getName(), node.getLength(), expected));
      }
    }
  }

  /** Assigns the nodes and buffers of a record batch to fields, depth first. */
  private static final class Layout {
    private final IpcMessage message;
    private final RecordBatch header;
    private final BodyBuffers body;
    private int nextNode;
    private int nextBuffer;
    private int nextVariadic;

    Layout(IpcMessage message, RecordBatch header, BodyBuffers body) {
      this.message = message;
      this.header = header;
      this.body = body;
    }

    /** Answers where the next field is, null if it is not wanted. */
    Stored next(WantedField field) throws IOException {
      int first = nextBuffer;
      ArrowFieldNode node = node();
      nextBuffer += bufferCount(field.from());
      int count = nextBuffer - first;
      if (nextBuffer > header.buffersLength()) {
        throw mismatch();
      }
      if (field.isWanted()) {
        body.want(first, count);
      }
      List<Stored> children = new ArrayList<>();
      if (!field.isEncoded()) {
        for (WantedField child : field.children()) {
          add(children, child.isStored() ? next(child) : null);
        }
      }
      return field.isWanted() ? new Stored(field, node, first, count, children) : null;
    }

    static void add(List<Stored> all, Stored one) {
      if (one != null) {
        all.add(one);
      }
    }

    private ArrowFieldNode node() throws IOException {
      if (nextNode >= header.nodesLength()) {
        throw mismatch();
      }
      FieldNode node = header.nodes(nextNode++);
      if (node.nullCount() < 0 || node.nullCount() > node.length()) {
        throw mismatch();
      }
      return new ArrowFieldNode(node.length(), node.nullCount());
    }

    private int bufferCount(Field field) {
      ArrowType type =
          field.getDictionary() == null
              ? ChildSpec.storageType(field)
              : field.getDictionary().getIndexType();
      TypeLayout layout = TypeLayout.getTypeLayout(type);
      int count = layout.getBufferLayouts().size();
      return layout.isFixedBufferCount()
          ? count
          : Math.toIntExact(count + header.variadicBufferCounts(nextVariadic++));
    }

    private IOException mismatch() {
      return new IOException(
          "the record batch at %d does not fit the schema".formatted(message.position()));
    }
  }

  /** Creates the vectors, in the order in which they are wanted. */
  private List<FieldVector> vectors(
      List<Stored> stored, List<Field> to, long rows, BodyBuffers body) throws IOException {
    List<FieldVector> vectors = new ArrayList<>();
    boolean complete = false;
    try {
      for (Field field : to) {
        FieldVector vector = field.createVector(allocator);
        vectors.add(vector);
        fill(Stored.find(stored, field), field, vector, rows, body, List.of());
      }
      complete = true;
      return vectors;
    } finally {
      if (!complete) {
        vectors.forEach(FieldVector::close);
      }
    }
  }

  /**
   * Fills a vector.
   *
   * @param from where its values are, null if there are none, so that all are null
   * @param count the number of values
   * @param outer the validity of the structs around the field, where they have nulls
   */
  private void fill(
      Stored from, Field to, FieldVector vector, long count, BodyBuffers body, List<ArrowBuf> outer)
      throws IOException {
    FieldVector target = BlobColumn.storage(vector);
    if (from == null) {
      target.setInitialCapacity((int) count);
      target.allocateNew();
      target.setValueCount((int) count);
      return;
    }
    from.requireLength(count);
    List<ArrowBuf> buffers = body.get(from.firstBuffer(), from.bufferCount());
    if (from.field().isEncoded()) {
      decode(from, target, buffers);
      return;
    }
    try (SignedBuffers adapted =
        SignedBuffers.of(from.field(), from.node(), buffers, outer, allocator)) {
      target.loadFieldBuffers(from.node(), adapted.buffers());
    }
    fillChildren(from, to, target, body, outer, buffers);
  }

  private void decode(Stored from, FieldVector target, List<ArrowBuf> buffers) throws IOException {
    FieldType type = FieldType.nullable(from.field().from().getDictionary().getIndexType());
    Field field = new Field(from.field().from().getName(), type, List.of());
    try (FieldVector indexes = field.createVector(allocator)) {
      indexes.loadFieldBuffers(from.node(), buffers);
      dictionaries.decode((BaseIntVector) indexes, from.field(), target);
    }
  }

  private void fillChildren(
      Stored from,
      Field to,
      FieldVector target,
      BodyBuffers body,
      List<ArrowBuf> outer,
      List<ArrowBuf> buffers)
      throws IOException {
    List<FieldVector> children = target.getChildrenFromFields();
    if (children.size() != to.getChildren().size()) {
      throw new IOException(
          "two children of field %s have the same name, %s"
              .formatted(to.getName(), ChildSpec.names(to)));
    }
    if (children.isEmpty()) {
      return;
    }
    List<ArrowBuf> around = new ArrayList<>(outer);
    around.addAll(from.node().getNullCount() == 0 ? List.of() : buffers.subList(0, 1));
    if (ChildSpec.storageType(to) instanceof ArrowType.Struct) {
      for (int i = 0; i < children.size(); i++) {
        Field field = to.getChildren().get(i);
        Stored child = Stored.find(from.children(), field);
        fill(child, field, children.get(i), from.node().getLength(), body, around);
      }
    } else {
      fillElements(from, to.getChildren().get(0), children.get(0), body, buffers, around);
    }
  }

  private void fillElements(
      Stored from,
      Field to,
      FieldVector target,
      BodyBuffers body,
      List<ArrowBuf> buffers,
      List<ArrowBuf> validity)
      throws IOException {
    Stored elements = Stored.find(from.children(), to);
    long count = elements.node().getLength();
    if (!elements.field().isConverted()) {
      fill(elements, to, target, count, body, List.of());
      return;
    }
    ArrowType type = ChildSpec.storageType(from.field().from());
    try (ArrowBuf reachable =
        ReachableElements.of(type, buffers, from.node().getLength(), validity, count, allocator)) {
      fill(elements, to, target, count, body, List.of(reachable));
    }
  }
}
