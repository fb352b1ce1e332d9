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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Finds blobs in the columns of a physical schema. A field is a blob if its id is recorded and its
 * type is a descriptor, or an array or a map of them; the same holds beneath structs and arrays.
 *
 * @param forms the recorded field ids, and what each is to look like
 */
record BlobShapes(Schema schema, Map<Integer, BlobForm> forms) {

  /** The shape of a column, empty if it has no blobs. */
  Optional<BlobShape> of(Types.NestedField field) {
    return forms.isEmpty() ? Optional.empty() : of(field, null);
  }

  private Optional<BlobShape> of(Types.NestedField field, BlobShape.Value outer) {
    BlobForm form = forms.get(field.fieldId());
    return form == null
        ? of(field.type(), outer)
        : of(
            field.type(),
            new BlobShape.Value(
                field.fieldId(), schema.findColumnName(field.fieldId()), form, form.type()));
  }

  /**
   * @param declared the blob that is declared here if the type is one, null if there is none
   */
  private Optional<BlobShape> of(Type type, BlobShape.Value declared) {
    if (declared != null && DescriptorType.matches(type)) {
      return Optional.of(declared);
    } else if (type.isListType()) {
      return of(type.asListType().elementType(), declared).map(BlobShape.Elements::new);
    } else if (type.isMapType() && declared != null) {
      return of(type.asMapType().valueType(), declared).map(BlobShape.Entries::new);
    } else if (type.isStructType()) {
      return ofStruct(type.asStructType());
    } else {
      return Optional.empty();
    }
  }

  private Optional<BlobShape> ofStruct(Types.StructType struct) {
    List<BlobShape.Field> fields = new ArrayList<>();
    boolean found = false;
    for (Types.NestedField field : struct.fields()) {
      Optional<BlobShape> shape = of(field, null);
      found |= shape.isPresent();
      fields.add(
          shape
              .map(s -> new BlobShape.Field(field.name(), fields.size(), null, s))
              .orElseGet(
                  () ->
                      new BlobShape.Field(
                          field.name(),
                          fields.size(),
                          SparkSchemaUtil.convert(field.type()),
                          null)));
    }
    return found
        ? Optional.of(new BlobShape.Fields(struct.fields().size(), fields))
        : Optional.empty();
  }
}
