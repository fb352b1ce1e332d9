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

import io.icepack.blob.descriptor.LogicalBlob;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Batches from plain values and back: an int is an Integer, a list a List, a struct a Map, a
 * logical blob a LogicalBlob or an {@link AnyBlob}, a descriptor an {@link AnyDescriptor}, bytes a
 * ByteBuffer.
 */
final class Batches {

  /** The children of a logical blob, valid together or not. */
  record AnyBlob(byte[] data, String uri, Long position, Long size) {}

  /** The children of a descriptor, valid together or not. */
  record AnyDescriptor(Integer kind, Long position, Long size, Long blobId, String blobUri) {}

  /** A null container with values beneath it that nobody may look at. */
  record Hidden(Object value) {}

  private Batches() {}

  static VectorSchemaRoot batch(BufferAllocator allocator, Schema schema, List<?>... columns) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    root.allocateNew();
    for (int i = 0; i < columns.length; i++) {
      for (int row = 0; row < columns[i].size(); row++) {
        set(root.getVector(i), row, columns[i].get(row));
      }
    }
    root.setRowCount(columns[0].size());
    return root;
  }

  static List<Object> column(VectorSchemaRoot root, int column) {
    return values(
        root.getSchema().getFields().get(column), root.getVector(column), 0, root.getRowCount());
  }

  private static List<Object> values(Field field, FieldVector vector, int start, int end) {
    List<Object> values = new ArrayList<>();
    for (int i = start; i < end; i++) {
      values.add(vector.isNull(i) ? null : value(field, vector, i));
    }
    return values;
  }

  static void set(FieldVector target, int index, Object value) {
    FieldVector vector = BlobColumn.storage(target);
    if (value instanceof Hidden hidden) {
      set(vector, index, hidden.value());
      BitVectorHelper.unsetBit(vector.getValidityBuffer(), index);
    } else if (value == null) {
      vector.setNull(index);
    } else if (vector instanceof StructVector struct) {
      struct.setIndexDefined(index);
      List<FieldVector> children = struct.getChildrenFromFields();
      List<Object> values = childValues(value);
      for (int i = 0; i < children.size(); i++) {
        set(children.get(i), index, values.get(i));
      }
    } else if (vector instanceof ListVector list) {
      setElements(list.getDataVector(), list.startNewValue(index), (List<?>) value);
      list.endValue(index, ((List<?>) value).size());
    } else if (vector instanceof LargeListVector list) {
      setElements(list.getDataVector(), (int) list.startNewValue(index), (List<?>) value);
      list.endValue(index, ((List<?>) value).size());
    } else {
      setLeaf(vector, index, value);
    }
  }

  private static List<Object> childValues(Object value) {
    List<Object> children = new ArrayList<>();
    if (value instanceof Map<?, ?> map) {
      children.addAll(map.values());
    } else if (value instanceof LogicalBlob blob) {
      children.add(blob.data());
      children.add(blob.uri());
      children.add(blob.position());
      children.add(blob.size());
    } else if (value instanceof AnyBlob blob) {
      children.add(blob.data());
      children.add(blob.uri());
      children.add(blob.position());
      children.add(blob.size());
    } else if (value instanceof AnyDescriptor descriptor) {
      children.add(descriptor.kind());
      children.add(descriptor.position());
      children.add(descriptor.size());
      children.add(descriptor.blobId());
      children.add(descriptor.blobUri());
    }
    return children;
  }

  private static void setElements(FieldVector elements, int start, List<?> values) {
    for (int i = 0; i < values.size(); i++) {
      while (elements.getValueCapacity() <= start + i) {
        elements.reAlloc();
      }
      set(elements, start + i, values.get(i));
    }
  }

  private static void setLeaf(FieldVector vector, int index, Object value) {
    if (vector instanceof IntVector ints) {
      ints.setSafe(index, (Integer) value);
    } else if (vector instanceof UInt1Vector bytes) {
      bytes.setSafe(index, (Integer) value);
    } else if (vector instanceof UInt4Vector ints) {
      ints.setSafe(index, ((Long) value).intValue());
    } else if (vector instanceof UInt8Vector longs) {
      longs.setSafe(index, (Long) value);
    } else if (vector instanceof VarCharVector texts) {
      texts.setSafe(index, ((String) value).getBytes(StandardCharsets.UTF_8));
    } else {
      ((LargeVarBinaryVector) vector).setSafe(index, (byte[]) value);
    }
  }

  private static Object value(Field field, FieldVector values, int index) {
    FieldVector vector = BlobColumn.storage(values);
    if (vector instanceof StructVector struct) {
      return structValue(field, struct, index);
    }
    if (vector instanceof ListVector list) {
      return values(
          field.getChildren().get(0),
          list.getDataVector(),
          list.getElementStartIndex(index),
          list.getElementEndIndex(index));
    }
    if (vector instanceof LargeListVector list) {
      return values(
          field.getChildren().get(0),
          list.getDataVector(),
          (int) list.getElementStartIndex(index),
          (int) list.getElementEndIndex(index));
    }
    return leafValue(vector, index);
  }

  private static Object structValue(Field field, StructVector struct, int index) {
    Map<String, Object> children = new LinkedHashMap<>();
    for (int i = 0; i < field.getChildren().size(); i++) {
      Field child = field.getChildren().get(i);
      FieldVector vector = struct.getChildrenFromFields().get(i);
      children.put(child.getName(), vector.isNull(index) ? null : value(child, vector, index));
    }
    if (BlobSchemas.isBlob(field)) {
      ByteBuffer data = (ByteBuffer) children.get("data");
      return new LogicalBlob(
          data == null ? null : data.array(),
          (String) children.get("uri"),
          (Long) children.get("position"),
          (Long) children.get("size"));
    }
    if (BlobSchemas.isDescriptor(field)) {
      return new AnyDescriptor(
          (Integer) children.get("kind"),
          (Long) children.get("position"),
          (Long) children.get("size"),
          (Long) children.get("blob_id"),
          (String) children.get("blob_uri"));
    }
    return children;
  }

  private static Object leafValue(FieldVector vector, int index) {
    if (vector instanceof IntVector ints) {
      return ints.get(index);
    }
    if (vector instanceof UInt1Vector bytes) {
      return bytes.get(index) & 0xFF;
    }
    if (vector instanceof UInt4Vector ints) {
      return Integer.toUnsignedLong(ints.get(index));
    }
    if (vector instanceof UInt8Vector longs) {
      return longs.get(index);
    }
    if (vector instanceof VarCharVector texts) {
      return new String(texts.get(index), StandardCharsets.UTF_8);
    }
    return ByteBuffer.wrap(((LargeVarBinaryVector) vector).get(index));
  }
}
