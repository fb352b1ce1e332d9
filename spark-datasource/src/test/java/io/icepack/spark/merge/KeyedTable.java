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
package io.icepack.spark.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.table.BlobStorage;
import io.icepack.spark.table.DescriptorType;
import io.icepack.spark.table.MergeEngine;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Table {@code db.t} with key {@code id INT}, whose engine folds rows in memory.
 *
 * @param columns the columns after the key
 * @param blobs names of those that are blobs, BINARY in {@code columns}
 */
record KeyedTable(
    MergeEngine engine, StructType columns, Set<String> blobs, Map<String, String> properties) {

  /** A row as it is written: its kind and the values after the key. */
  record Written(RowKind kind, List<Object> values) {}

  /** A table of partial-update; properties are given as name, value, name, value. */
  static KeyedTable partialUpdate(String columns, String... properties) {
    return of(MergeEngine.PARTIAL_UPDATE, columns, properties);
  }

  static KeyedTable of(MergeEngine engine, String columns, String... properties) {
    Map<String, String> options = new LinkedHashMap<>();
    for (int i = 0; i < properties.length; i += 2) {
      options.put(properties[i], properties[i + 1]);
    }
    return new KeyedTable(engine, StructType.fromDDL(columns), Set.of(), options);
  }

  KeyedTable withBlobs(String... names) {
    return new KeyedTable(engine, columns, Set.of(names), properties);
  }

  static Written row(String kind, Object... values) {
    return new Written(kind(kind), Arrays.asList(values));
  }

  /** The kind that a symbol stands for, those of statements among them. */
  static RowKind kind(String symbol) {
    return Stream.of(RowKind.values())
        .filter(kind -> kind.symbol().equals(symbol))
        .findFirst()
        .orElseThrow();
  }

  /** What a managed blob of that name holds physically. */
  static Object blob(String name) {
    return Arrays.asList(4, 0L, (long) name.length(), 0L, name, null);
  }

  Schema schema() {
    List<StructField> fields = new ArrayList<>();
    fields.add(DataTypes.createStructField("id", DataTypes.IntegerType, false));
    fields.addAll(List.of(columns.fields()));
    return SparkSchemaUtil.convert(new StructType(fields.toArray(StructField[]::new)));
  }

  PrimaryKey key() {
    List<String> sequence =
        properties.containsKey(TableOptions.SEQUENCE_FIELD)
            ? List.of(properties.get(TableOptions.SEQUENCE_FIELD).split(","))
            : List.of();
    return new PrimaryKey(List.of(schema().findField("id")), engine, sequence);
  }

  MergeOptions options() {
    Map<String, BlobStorage> storages = new HashMap<>();
    blobs.forEach(name -> storages.put(name, BlobStorage.MANAGED));
    return MergeOptions.of("db.t", schema(), storages, key(), properties);
  }

  /** The physical type of its rows. */
  StructType rowType() {
    return rowType(List.of(columns.fieldNames()));
  }

  /** The physical type of rows that have some of the columns besides the key. */
  StructType rowType(List<String> names) {
    StructType type = new StructType().add("id", DataTypes.IntegerType, false);
    for (String name : names) {
      StructField field = columns.fields()[columns.fieldIndex(name)];
      type = type.add(name, blobs.contains(name) ? DescriptorType.SPARK : field.dataType());
    }
    return key().storesRowKind() ? type.add(PrimaryKey.ROW_KIND, DataTypes.IntegerType) : type;
  }

  /** Folds rows of key 1 into the values after the key, null if nothing is left. */
  List<Object> fold(Written... rows) {
    return fold(options().function(rowType()), rows);
  }

  /** The kind as which a run has to hold what {@link #fold} makes of rows. */
  RowKind foldedKind(Written... rows) {
    MergeFunction function = options().function(rowType());
    fold(function, rows);
    return function.resultKind();
  }

  private List<Object> fold(MergeFunction function, Written... rows) {
    function.reset();
    for (Written row : rows) {
      function.add(row.kind(), physical(row));
    }
    InternalRow result = function.result();
    if (result == null) {
      return null;
    }
    List<Object> values = Rows.values(result, rowType());
    assertThat(values).hasSize(rowType().length()).startsWith(1);
    if (key().storesRowKind()) {
      assertThat(values).endsWith((Object) null);
    }
    assertThat(Rows.values(result.copy(), rowType())).isEqualTo(values);
    return values.subList(1, columns.length() + 1);
  }

  private InternalRow physical(Written row) {
    return Rows.row(rowType(), stored(1, row).values());
  }

  /** A row as a run holds it; the key alone if it has no values. */
  ListCursor.Entry stored(int id, Written row) {
    List<Object> values = new ArrayList<>();
    values.add(id);
    values.addAll(row.values());
    if (key().storesRowKind() && !row.values().isEmpty()) {
      values.add(row.kind() == RowKind.INSERT ? null : row.kind().code());
    }
    return new ListCursor.Entry(row.kind(), values.toArray());
  }
}
