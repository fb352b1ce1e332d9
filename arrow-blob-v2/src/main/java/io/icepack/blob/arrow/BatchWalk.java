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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Walks a vector and an empty one of the same structure side by side, lets the empty one share the
 * buffers of the other, and collects the blob columns, which are left to fill (Blob v2, "Table
 * Schema": the structure around a blob is preserved). There is no other recursion over vectors.
 */
final class BatchWalk {

  private final Predicate<Field> isBlob;
  private final long firstRow;
  private final List<BlobColumn> columns = new ArrayList<>();

  /**
   * @param isBlob recognises the blob fields of the source
   */
  BatchWalk(Predicate<Field> isBlob) {
    this(isBlob, 0);
  }

  /**
   * @param firstRow the number of the first row of the batch, for errors
   */
  BatchWalk(Predicate<Field> isBlob, long firstRow) {
    this.isBlob = isBlob;
    this.firstRow = firstRow;
  }

  /** The blob columns met so far, in schema order. */
  List<BlobColumn> columns() {
    return columns;
  }

  /**
   * Walks one column of a batch.
   *
   * @param from a field
   * @param source its vector
   * @param to the same field with its blobs in the other representation
   * @param target its vector, without values; the caller closes it
   */
  void walk(Field from, FieldVector source, Field to, FieldVector target, int rowCount) {
    walk(FieldPath.root(to), from, source, to, target, Slots.rows(firstRow, rowCount));
  }

  private void walk(
      FieldPath path, Field from, FieldVector source, Field to, FieldVector target, Slots slots) {
    if (isBlob.test(from)) {
      columns.add(new BlobColumn(path, BlobColumn.storage(source), to, target, slots));
      return;
    }
    share(source, target);
    List<FieldVector> sources = source.getChildrenFromFields();
    List<FieldVector> targets = target.getChildrenFromFields();
    requireEqualCounts(path, from, sources, targets);
    for (int i = 0; i < sources.size(); i++) {
      Field child = from.getChildren().get(i);
      Field toChild = to.getChildren().get(i);
      FieldVector values = sources.get(i);
      Slots childSlots = holdsBlob(child) ? beneath(path, from, source, values, slots) : Slots.NONE;
      walk(path.child(toChild), child, values, toChild, targets.get(i), childSlots);
    }
  }

  private boolean holdsBlob(Field field) {
    return isBlob.test(field) || field.getChildren().stream().anyMatch(this::holdsBlob);
  }

  private static Slots beneath(
      FieldPath path, Field container, FieldVector source, FieldVector values, Slots slots) {
    return ChildSpec.storageType(container) instanceof ArrowType.Struct
        ? slots.beneathStruct(source)
        : slots.beneathList(path, BlobColumn.storage(source), values.getValueCount());
  }

  /** Gives a vector the buffers of another, not those of its children. */
  private static void share(FieldVector source, FieldVector target) {
    ArrowFieldNode node = new ArrowFieldNode(source.getValueCount(), source.getNullCount());
    target.loadFieldBuffers(node, source.getFieldBuffers());
  }

  /** Arrow drops all but one of the children that have the same name. */
  private static void requireEqualCounts(
      FieldPath path, Field from, List<FieldVector> sources, List<FieldVector> targets) {
    int expected = from.getChildren().size();
    if (sources.size() != expected || targets.size() != expected) {
      throw new IllegalArgumentException(
          "Cannot convert field %s: two of its children have the same name, %s"
              .formatted(path, ChildSpec.names(from)));
    }
  }
}
