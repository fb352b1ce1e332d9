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
package io.icepack.spark.scan;

import io.icepack.spark.table.BlobShape;
import io.icepack.spark.table.DescriptorType;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Parts of physical columns: some of the fields of their structs. */
final class StoredParts {

  private StoredParts() {}

  /** The same field with another type. */
  static StructField withType(StructField field, DataType type) {
    return new StructField(field.name(), type, field.nullable(), field.metadata());
  }

  /** The part of {@code stored} that has what two other parts have. */
  static StructField union(StructField stored, StructField one, StructField other) {
    return withType(one, union(stored.dataType(), one.dataType(), other.dataType()));
  }

  private static DataType union(DataType stored, DataType one, DataType other) {
    if (stored instanceof StructType whole
        && one instanceof StructType left
        && other instanceof StructType right) {
      return union(whole, left, right);
    } else if (stored instanceof ArrayType whole
        && one instanceof ArrayType left
        && other instanceof ArrayType right) {
      DataType element = union(whole.elementType(), left.elementType(), right.elementType());
      return DataTypes.createArrayType(element, left.containsNull());
    }
    return one;
  }

  private static StructType union(StructType stored, StructType one, StructType other) {
    StructType union = new StructType();
    for (StructField field : stored.fields()) {
      boolean left = has(one, field.name());
      if (left && has(other, field.name())) {
        union = union.add(union(field, one.apply(field.name()), other.apply(field.name())));
      } else if (left || has(other, field.name())) {
        union = union.add((left ? one : other).apply(field.name()));
      }
    }
    return union;
  }

  private static boolean has(StructType struct, String name) {
    return Arrays.asList(struct.fieldNames()).contains(name);
  }

  /** The part of {@code stored} that has the blobs at a path through structs and nothing else. */
  static StructField blobs(StructField stored, BlobShape shape, List<String> path) {
    if (path.isEmpty()) {
      return withType(stored, shape.describe(stored.dataType(), DescriptorType.SPARK));
    }
    StructField field = ((StructType) stored.dataType()).apply(path.get(0));
    BlobShape below = shape.at(path.subList(0, 1)).orElseThrow();
    StructField part = blobs(field, below, path.subList(1, path.size()));
    return withType(stored, new StructType().add(part));
  }
}
