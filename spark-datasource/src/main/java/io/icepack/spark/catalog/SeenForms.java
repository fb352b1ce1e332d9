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

import io.icepack.spark.table.BlobColumn;
import io.icepack.spark.table.BlobForm;
import io.icepack.spark.table.BlobShape;
import io.icepack.spark.table.BlobStorage;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.TableOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * In which form a statement sees blobs, where that is not the declared one. Forms differ in what
 * they can say, not in what is stored, so a writer takes each of them for any column (Blob v2,
 * Table Schema).
 */
public final class SeenForms {

  private SeenForms() {}

  /**
   * The forms of a table that is read as descriptors: those need a position and a size.
   *
   * @param catalog name of the catalog, for session settings
   */
  static Map<Integer, BlobForm> ofReader(SparkSession spark, String catalog, BlobTable table) {
    String key = TableOptions.BLOB_AS_DESCRIPTOR;
    String property = table.table().properties().getOrDefault(key, "false");
    String value = spark.conf().get("spark.sql.catalog." + catalog + "." + key, property);
    return Boolean.parseBoolean(value) ? complete(table) : Map.of();
  }

  /** The complete shape in the place of the minimal one. */
  static Map<Integer, BlobForm> complete(BlobTable table) {
    Map<Integer, BlobForm> forms = new HashMap<>();
    blobs(table)
        .filter(blob -> blob.form() == BlobForm.REFERENCE)
        .forEach(blob -> forms.put(blob.fieldId(), BlobForm.RANGE));
    return forms;
  }

  private static Stream<BlobShape.Value> blobs(BlobTable table) {
    return table.columns().all(BlobStorage.MANAGED).stream()
        .flatMap(column -> column.shape().values());
  }

  /** Whether a table has blobs that a statement may write in another form. */
  public static boolean areIn(Table table) {
    return table instanceof IcepackTable icepack
        && blobs(icepack.blobTable()).findAny().isPresent();
  }

  /**
   * The table as a statement sees it that writes values of other forms: {@code table} itself if
   * there are none.
   *
   * @param columns names of the columns that are written
   * @param types types of the values for them, in that order
   * @param byName whether fields of structs are found by name or by position
   */
  public static Table ofWriter(
      Table table, List<String> columns, List<DataType> types, boolean byName) {
    if (!(table instanceof IcepackTable icepack)) {
      return table;
    }
    Map<Integer, BlobForm> forms = new HashMap<>();
    for (BlobColumn column : icepack.blobTable().columns().all(BlobStorage.MANAGED)) {
      for (int i = 0; i < columns.size(); i++) {
        if (column.name().equalsIgnoreCase(columns.get(i))) {
          compare(column.shape(), types.get(i), byName, forms);
        }
      }
    }
    return forms.isEmpty() ? table : icepack.withForms(forms);
  }

  private static void compare(
      BlobShape shape, DataType type, boolean byName, Map<Integer, BlobForm> forms) {
    if (shape instanceof BlobShape.Value blob) {
      form(type, byName)
          .filter(form -> form != blob.form())
          .ifPresent(form -> forms.put(blob.fieldId(), form));
    } else if (shape instanceof BlobShape.Elements elements && type instanceof ArrayType array) {
      compare(elements.element(), array.elementType(), byName, forms);
    } else if (shape instanceof BlobShape.Fields fields && type instanceof StructType struct) {
      for (BlobShape.Field field : fields.fields()) {
        int ordinal = byName ? find(struct, field.name()) : field.ordinal();
        if (field.shape() != null && ordinal >= 0 && ordinal < struct.length()) {
          compare(field.shape(), struct.fields()[ordinal].dataType(), byName, forms);
        }
      }
    }
  }

  // What a value cannot be, Spark tells better.
  private static Optional<BlobForm> form(DataType type, boolean byName) {
    if (type instanceof BinaryType) {
      return Optional.of(BlobForm.BYTES);
    } else if (type instanceof StructType struct
        && (!byName || find(struct, "data") >= 0 && find(struct, "uri") >= 0)) {
      return switch (struct.length()) {
        case 2 -> Optional.of(BlobForm.REFERENCE);
        case 4 -> Optional.of(BlobForm.RANGE);
        default -> Optional.empty();
      };
    }
    return Optional.empty();
  }

  private static int find(StructType struct, String name) {
    for (int i = 0; i < struct.length(); i++) {
      if (struct.fields()[i].name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }
}
