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
package io.icepack.spark.maintenance;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.DescriptorType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Brings rows as a scan of a Lance dataset gives them into the order of a table: its columns by
 * name, with a struct of five values in the place of each blob, and the data file behind them.
 */
final class LanceColumns {

  /** A descriptor as Lance has it (Blob v2, "Data File Schema"), in types that Spark has. */
  static final StructType DESCRIPTOR =
      new StructType()
          .add("kind", DataTypes.IntegerType)
          .add("position", DataTypes.LongType)
          .add("size", DataTypes.LongType)
          .add("blob_id", DataTypes.LongType)
          .add("blob_uri", DataTypes.StringType);

  private static final List<String> CHILDREN = List.of(DESCRIPTOR.fieldNames());

  private final BlobTable table;
  private final StructType physical;
  private final Dataset<Row> rows;
  private final String dataFile;
  private final boolean caseSensitive;

  LanceColumns(
      BlobTable table,
      StructType physical,
      Dataset<Row> rows,
      String dataFile,
      boolean caseSensitive) {
    this.table = table;
    this.physical = physical;
    this.rows = rows;
    this.dataFile = dataFile;
    this.caseSensitive = caseSensitive;
  }

  /** The types of the selected columns, without the data file. */
  StructType types() {
    StructField[] fields = new StructField[physical.length()];
    for (int i = 0; i < fields.length; i++) {
      StructField field = physical.fields()[i];
      DataType type = isBlob(field) ? described(field.dataType()) : field.dataType().asNullable();
      fields[i] = DataTypes.createStructField(field.name(), type, true);
    }
    return new StructType(fields);
  }

  /**
   * Selects the columns of the table, and the data file last. A column that the rows lack is null.
   *
   * @throws ValidationException if columns do not fit
   */
  Dataset<Row> select() {
    List<String> unused = new ArrayList<>(List.of(rows.columns()));
    List<Column> columns = new ArrayList<>();
    boolean blobs = false;
    for (StructField field : types().fields()) {
      Optional<StructField> source = find(field.name());
      source.ifPresent(found -> unused.remove(found.name()));
      columns.add(column(field, source).as(field.name()));
      blobs |= source.isPresent() && table.columns().findManaged(field.name()).isPresent();
    }
    Optional<StructField> file = find(dataFile);
    file.ifPresent(found -> unused.remove(found.name()));
    columns.add(
        file.map(LanceColumns::quoted).orElse(lit(null)).cast(DataTypes.StringType).as(dataFile));
    if (!unused.isEmpty()) {
      throw refused("the table has no columns %s; leave them out".formatted(unused));
    }
    if (!blobs) {
      throw refused(
          "they have no blob column of the table, which has %s"
              .formatted(table.columns().storages().keySet()));
    }
    return rows.select(columns.toArray(Column[]::new));
  }

  private Column column(StructField field, Optional<StructField> source) {
    if (source.isEmpty()) {
      if (!physical.apply(field.name()).nullable()) {
        throw refused("they have no column %s, which is NOT NULL".formatted(field.name()));
      }
      return lit(null).cast(field.dataType());
    }
    if (isBlob(field)) {
      requireDescriptors(field, source.get());
    }
    return quoted(source.get()).cast(field.dataType());
  }

  private boolean isBlob(StructField field) {
    return table.columns().findManaged(field.name()).isPresent();
  }

  private Optional<StructField> find(String name) {
    return Arrays.stream(rows.schema().fields())
        .filter(
            field ->
                caseSensitive ? field.name().equals(name) : field.name().equalsIgnoreCase(name))
        .findFirst();
  }

  private static Column quoted(StructField field) {
    return col("`" + field.name().replace("`", "``") + "`");
  }

  private void requireDescriptors(StructField field, StructField source) {
    if (!fits(field.dataType(), source.dataType())) {
      throw refused(
          "column %s must be %s, as a scan of descriptors gives it, not %s"
              .formatted(field.name(), field.dataType().sql(), source.dataType().sql()));
    }
  }

  /** Whether the names of structs are the same; their types may be other numbers. */
  private static boolean fits(DataType wanted, DataType given) {
    if (given instanceof NullType) {
      return true;
    }
    if (wanted instanceof StructType struct) {
      return given instanceof StructType other
          && Arrays.equals(struct.fieldNames(), other.fieldNames())
          && IntStream.range(0, struct.length())
              .allMatch(i -> fits(struct.fields()[i].dataType(), other.fields()[i].dataType()));
    }
    if (wanted instanceof ArrayType array) {
      return given instanceof ArrayType other && fits(array.elementType(), other.elementType());
    }
    if (wanted instanceof MapType map) {
      return given instanceof MapType other && fits(map.valueType(), other.valueType());
    }
    return !(given instanceof StructType || given instanceof ArrayType || given instanceof MapType);
  }

  /** Puts Lance's descriptor in the place of each of the table's. */
  static DataType described(DataType physical) {
    if (isDescriptor(physical)) {
      return DESCRIPTOR;
    }
    if (physical instanceof ArrayType array) {
      return DataTypes.createArrayType(described(array.elementType()));
    }
    if (physical instanceof MapType map) {
      return DataTypes.createMapType(map.keyType(), described(map.valueType()));
    }
    if (physical instanceof StructType struct) {
      return new StructType(
          Arrays.stream(struct.fields())
              .map(
                  child ->
                      DataTypes.createStructField(child.name(), described(child.dataType()), true))
              .toArray(StructField[]::new));
    }
    return physical;
  }

  static boolean isDescriptor(DataType type) {
    return type instanceof StructType struct
        && Arrays.equals(struct.fieldNames(), DescriptorType.SPARK.fieldNames());
  }

  private ValidationException refused(String reason) {
    return new ValidationException(
        "Cannot adopt rows of a Lance dataset into table %s: %s", table.name(), reason);
  }
}
