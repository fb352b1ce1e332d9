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

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Converts batches between logical blobs, descriptors and whole payloads (Blob v2, "Schema").
 *
 * <p>A result has the rows, containers and other columns of its input and shares their buffers, so
 * that only the blobs cost memory; the input stays the caller's, and what is written into its
 * buffers later shows in the result. Validity, list boundaries and element order are preserved: a
 * null list, an empty list, a null blob and an empty blob stay four different things. Values
 * beneath a null container, which are in no row, are not looked at.
 *
 * <p>All values of a batch are checked before a callback is called for the first of them. If a
 * conversion fails, all that it allocated is released. What a callback throws is passed on as it
 * is.
 *
 * <p>The bytes of an Inline blob are not part of its descriptor in a data file (Blob v2,
 * "Descriptor Kinds"). Descriptor batches therefore carry Inline blobs only where they are empty,
 * and refuse others in both directions; a {@link BlobWriter} puts the bytes elsewhere, or the batch
 * stays logical.
 */
public final class BlobConverter {

  private final BufferAllocator allocator;

  /**
   * @param allocator owns the results; it must have the same root as the allocators of the inputs
   */
  public BlobConverter(BufferAllocator allocator) {
    this.allocator = Objects.requireNonNull(allocator, "allocator");
  }

  /**
   * Stores the blobs of a batch and answers their descriptors, in the {@linkplain
   * BlobSchemas#descriptorSchema descriptor schema} of the batch.
   *
   * @return a new batch, the caller's to close
   * @throws IllegalArgumentException if a value is invalid (Blob v2, "Logical Input Values"),
   *     naming the field, the row and the value
   */
  public VectorSchemaRoot toDescriptors(VectorSchemaRoot logical, BlobWriter writer)
      throws IOException {
    Schema schema = BlobSchemas.descriptorSchema(logical.getSchema());
    return convert(logical, BlobSchemas::isBlob, schema, new WriteBlobs(writer));
  }

  /**
   * Answers a batch of descriptors as values that a writer would take.
   *
   * @param schema the logical schema to answer: that of the batch with blob fields of either shape
   *     in the place of descriptors
   * @return a new batch, the caller's to close
   * @throws IllegalArgumentException if the schemas do not fit, or a descriptor is invalid
   */
  public VectorSchemaRoot toLogical(
      VectorSchemaRoot descriptors, Schema schema, BlobRenderer renderer) throws IOException {
    SchemaMatch.require(descriptors.getSchema(), schema);
    return convert(descriptors, BlobSchemas::isDescriptor, schema, new RenderBlobs(renderer));
  }

  /**
   * Reads the payloads of a batch of descriptors, in its {@linkplain BlobSchemas#materializedSchema
   * materialised schema}.
   *
   * @return a new batch, the caller's to close
   * @throws IllegalArgumentException if a descriptor is invalid
   * @throws IllegalStateException if the reader does not answer what it was asked for
   */
  public VectorSchemaRoot materialize(VectorSchemaRoot descriptors, BlobReader reader)
      throws IOException {
    List<FieldPath> logical = BlobSchemas.blobPaths(descriptors.getSchema());
    if (!logical.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot materialize field %s: it has logical blobs, not descriptors"
              .formatted(logical.get(0)));
    }
    Schema schema = BlobSchemas.materializedSchema(descriptors.getSchema());
    return convert(descriptors, BlobSchemas::isDescriptor, schema, new ReadPayloads(reader));
  }

  private VectorSchemaRoot convert(
      VectorSchemaRoot batch, Predicate<Field> isBlob, Schema schema, Conversion conversion)
      throws IOException {
    List<FieldVector> targets = new ArrayList<>();
    boolean complete = false;
    try {
      BatchWalk walk = new BatchWalk(isBlob);
      for (int i = 0; i < schema.getFields().size(); i++) {
        Field to = schema.getFields().get(i);
        FieldVector target = to.createVector(allocator);
        targets.add(target);
        Field from = batch.getSchema().getFields().get(i);
        walk.walk(from, batch.getVector(i), to, target, batch.getRowCount());
      }
      for (Conversion.Fill fill : walk.columns().stream().map(conversion::prepare).toList()) {
        fill.run();
      }
      complete = true;
      return new VectorSchemaRoot(schema, targets, batch.getRowCount());
    } finally {
      if (!complete) {
        targets.forEach(FieldVector::close);
      }
    }
  }
}
