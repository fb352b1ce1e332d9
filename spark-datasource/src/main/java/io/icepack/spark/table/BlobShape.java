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
package io.icepack.spark.table;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Where blobs are within the values of a column: a tree that has the containers around them, and in
 * structs the plain fields beside them.
 */
public sealed interface BlobShape extends Serializable {

  /** All blobs, from left to right. */
  Stream<Value> values();

  /** What is at a path through structs: a shape, or empty if no blob is there. */
  default Optional<BlobShape> at(List<String> path) {
    return Optional.of(this);
  }

  /** Whether the part of the column that a type has contains blobs. */
  boolean isIn(DataType part);

  /** Replaces blobs in a type that has the same containers, or some of their fields. */
  DataType replace(DataType type, Function<Value, DataType> leaf);

  /** The same shape with other blobs. */
  BlobShape map(UnaryOperator<Value> change);

  /** The type that has {@code leaf} for each blob, and none of the plain fields. */
  DataType describe(DataType stored, DataType leaf);

  /**
   * The shape of values of a type, for a reader that wants some of their fields.
   *
   * @param stored the type of the values
   * @param shown the type of what is wanted
   */
  BlobShape bind(DataType stored, DataType shown);

  /** Replaces descriptors in a physical Iceberg type by what users see, keeping field ids. */
  Type logical(Type physical);

  /** The type in data files of what users see as {@code shown}. */
  default DataType physical(DataType shown) {
    return replace(shown, value -> DescriptorType.SPARK);
  }

  /** What users see of a type in data files. */
  default DataType logical(DataType physical) {
    return replace(physical, value -> value.form.type());
  }

  /**
   * One blob.
   *
   * @param fieldId Iceberg's id of the field that was declared
   * @param path path of that field, for errors
   * @param form what it looks like to users
   * @param shown the type that a reader wants, which may lack children of {@code form}
   */
  record Value(int fieldId, String path, BlobForm form, DataType shown) implements BlobShape {

    @Override
    public Stream<Value> values() {
      return Stream.of(this);
    }

    @Override
    public boolean isIn(DataType part) {
      return true;
    }

    @Override
    public DataType replace(DataType type, Function<Value, DataType> leaf) {
      return leaf.apply(this);
    }

    @Override
    public BlobShape map(UnaryOperator<Value> change) {
      return change.apply(this);
    }

    @Override
    public DataType describe(DataType stored, DataType leaf) {
      return leaf;
    }

    @Override
    public BlobShape bind(DataType stored, DataType newShown) {
      return new Value(fieldId, path, form, newShown);
    }

    @Override
    public Type logical(Type physical) {
      return form.logical(physical.asStructType());
    }
  }

  /** The elements of an array. */
  record Elements(BlobShape element) implements BlobShape {

    @Override
    public Stream<Value> values() {
      return element.values();
    }

    @Override
    public boolean isIn(DataType part) {
      return element.isIn(elementType(part));
    }

    @Override
    public DataType replace(DataType type, Function<Value, DataType> leaf) {
      return array(type, element.replace(elementType(type), leaf));
    }

    @Override
    public BlobShape map(UnaryOperator<Value> change) {
      return new Elements(element.map(change));
    }

    @Override
    public DataType describe(DataType stored, DataType leaf) {
      return array(stored, element.describe(elementType(stored), leaf));
    }

    @Override
    public BlobShape bind(DataType stored, DataType shown) {
      return new Elements(element.bind(elementType(stored), elementType(shown)));
    }

    @Override
    public Type logical(Type physical) {
      Types.ListType list = physical.asListType();
      Type logical = element.logical(list.elementType());
      return list.isElementOptional()
          ? Types.ListType.ofOptional(list.elementId(), logical)
          : Types.ListType.ofRequired(list.elementId(), logical);
    }

    private static DataType elementType(DataType array) {
      return ((ArrayType) array).elementType();
    }

    private static DataType array(DataType type, DataType element) {
      return DataTypes.createArrayType(element, ((ArrayType) type).containsNull());
    }
  }

  /** The values of a map. */
  record Entries(BlobShape value) implements BlobShape {

    @Override
    public Stream<Value> values() {
      return value.values();
    }

    @Override
    public boolean isIn(DataType part) {
      return value.isIn(valueType(part));
    }

    @Override
    public DataType replace(DataType type, Function<Value, DataType> leaf) {
      return map(type, value.replace(valueType(type), leaf));
    }

    @Override
    public BlobShape map(UnaryOperator<Value> change) {
      return new Entries(value.map(change));
    }

    @Override
    public DataType describe(DataType stored, DataType leaf) {
      return map(stored, value.describe(valueType(stored), leaf));
    }

    @Override
    public BlobShape bind(DataType stored, DataType shown) {
      return new Entries(value.bind(valueType(stored), valueType(shown)));
    }

    @Override
    public Type logical(Type physical) {
      Types.MapType map = physical.asMapType();
      Type logical = value.logical(map.valueType());
      return map.isValueOptional()
          ? Types.MapType.ofOptional(map.keyId(), map.valueId(), map.keyType(), logical)
          : Types.MapType.ofRequired(map.keyId(), map.valueId(), map.keyType(), logical);
    }

    private static DataType valueType(DataType map) {
      return ((MapType) map).valueType();
    }

    private static DataType map(DataType type, DataType value) {
      MapType map = (MapType) type;
      return DataTypes.createMapType(map.keyType(), value, map.valueContainsNull());
    }
  }

  /**
   * The fields of a struct.
   *
   * @param width number of fields that a value has
   * @param fields those that are wanted, in their order
   */
  record Fields(int width, List<Field> fields) implements BlobShape {

    public Fields {
      fields = List.copyOf(fields);
    }

    private Optional<BlobShape> shape(String name) {
      return fields.stream().filter(field -> field.name.equals(name)).findFirst().map(Field::shape);
    }

    @Override
    public Stream<Value> values() {
      return fields.stream()
          .filter(field -> field.shape != null)
          .flatMap(field -> field.shape.values());
    }

    @Override
    public Optional<BlobShape> at(List<String> path) {
      return path.isEmpty()
          ? Optional.of(this)
          : shape(path.get(0)).flatMap(shape -> shape.at(path.subList(1, path.size())));
    }

    @Override
    public boolean isIn(DataType part) {
      for (StructField field : ((StructType) part).fields()) {
        if (shape(field.name()).filter(shape -> shape.isIn(field.dataType())).isPresent()) {
          return true;
        }
      }
      return false;
    }

    @Override
    public DataType replace(DataType type, Function<Value, DataType> leaf) {
      StructType replaced = new StructType();
      for (StructField field : ((StructType) type).fields()) {
        DataType newType =
            shape(field.name())
                .map(shape -> shape.replace(field.dataType(), leaf))
                .orElse(field.dataType());
        replaced =
            replaced.add(
                new StructField(field.name(), newType, field.nullable(), field.metadata()));
      }
      return replaced;
    }

    @Override
    public BlobShape map(UnaryOperator<Value> change) {
      return new Fields(
          width,
          fields.stream()
              .map(
                  field ->
                      field.shape == null
                          ? field
                          : new Field(field.name, field.ordinal, null, field.shape.map(change)))
              .toList());
    }

    @Override
    public DataType describe(DataType stored, DataType leaf) {
      StructType described = new StructType();
      for (Field field : fields) {
        if (field.shape != null) {
          DataType type = ((StructType) stored).fields()[field.ordinal].dataType();
          described = described.add(field.name, field.shape.describe(type, leaf));
        }
      }
      return described;
    }

    @Override
    public BlobShape bind(DataType stored, DataType shown) {
      StructType struct = (StructType) stored;
      List<Field> bound = new ArrayList<>();
      for (StructField field : ((StructType) shown).fields()) {
        int ordinal = struct.fieldIndex(field.name());
        DataType type = struct.fields()[ordinal].dataType();
        bound.add(
            shape(field.name())
                .filter(
                    shape ->
                        shape.isIn(field.dataType())
                            // Blobs that are not shown may have been read for a filter.
                            || !type.equals(field.dataType()))
                .map(shape -> shape.bind(type, field.dataType()))
                .map(shape -> new Field(field.name(), ordinal, null, shape))
                .orElseGet(() -> new Field(field.name(), ordinal, type, null)));
      }
      return new Fields(struct.length(), bound);
    }

    @Override
    public Type logical(Type physical) {
      List<Types.NestedField> logical = new ArrayList<>();
      for (Types.NestedField field : physical.asStructType().fields()) {
        Type type = shape(field.name()).map(s -> s.logical(field.type())).orElse(field.type());
        logical.add(Types.NestedField.from(field).ofType(type).build());
      }
      return Types.StructType.of(logical);
    }
  }

  /**
   * A field of a struct.
   *
   * @param ordinal its ordinal in a value
   * @param type its type if it is plain, else null
   * @param shape its shape if it has blobs, else null
   */
  record Field(String name, int ordinal, DataType type, BlobShape shape) implements Serializable {}
}
