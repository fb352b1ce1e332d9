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
package io.icepack.spark.catalog;

import io.icepack.spark.table.BlobStorage;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns that a property such as {@code blob-field} lists, by paths such as {@code meta.pic}.
 */
final class ListedColumns {

  private static final String ELEMENT = "element";

  private ListedColumns() {}

  /**
   * Reads a property.
   *
   * @return paths as the schema spells them, each of a field
   * @throws ValidationException if there is no such column
   */
  static Set<String> of(
      String table, BlobStorage storage, StructType schema, Map<String, String> properties) {
    String property = properties.get(storage.property());
    if (property == null) {
      return Set.of();
    }
    Set<String> listed = new LinkedHashSet<>();
    for (String entry : property.split(",")) {
      String name = entry.trim();
      listed.add(
          find(schema, name)
              .orElseThrow(
                  () ->
                      new ValidationException(
                          "Cannot set '%s' = '%s' on table %s: no column '%s'; the columns are %s",
                          storage.property(),
                          property,
                          table,
                          name,
                          String.join(", ", schema.fieldNames()))));
    }
    return listed;
  }

  // A name may have dots of its own, so the longest counts.
  private static Optional<String> find(StructType struct, String path) {
    Optional<StructField> whole = field(struct, path);
    if (whole.isPresent()) {
      return whole.map(StructField::name);
    }
    for (int dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
      Optional<StructField> field = field(struct, path.substring(0, dot));
      String rest = path.substring(dot + 1);
      Optional<String> found =
          field.flatMap(f -> within(f.dataType(), rest).map(below -> f.name() + below));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<StructField> field(StructType struct, String name) {
    StructField found = null;
    for (StructField field : struct.fields()) {
      if (field.name().equals(name) || found == null && field.name().equalsIgnoreCase(name)) {
        found = field;
      }
    }
    return Optional.ofNullable(found);
  }

  // An array whose elements are blobs is declared by its own field.
  private static Optional<String> within(DataType type, String path) {
    if (type instanceof StructType struct) {
      return find(struct, path).map(name -> "." + name);
    } else if (type instanceof ArrayType array && path.equalsIgnoreCase(ELEMENT)) {
      return Optional.of("");
    } else if (type instanceof ArrayType array
        && path.regionMatches(true, 0, ELEMENT + ".", 0, ELEMENT.length() + 1)) {
      return within(array.elementType(), path.substring(ELEMENT.length() + 1))
          .map(below -> below.isEmpty() ? "" : "." + ELEMENT + below);
    }
    return Optional.empty();
  }
}
