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

import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.spark.sql.types.StructType;

/**
 * A table with blob columns or a primary key, as one schema of it is read or written.
 *
 * @param table the Iceberg table, whose schema is the physical one
 * @param schema the physical schema in use, that of a snapshot under time travel
 * @param columns the blob columns of {@code schema}
 * @param primaryKey empty for an append table, which has blob columns then
 * @param options the table's Icepack options
 */
public record BlobTable(
    Table table,
    Schema schema,
    BlobColumns columns,
    Optional<PrimaryKey> primaryKey,
    TableOptions options) {

  /**
   * The view of a table, or empty if it has neither blob columns in {@code schema} nor a key.
   *
   * @throws org.apache.iceberg.exceptions.ValidationException if the capability flags forbid use
   */
  public static Optional<BlobTable> of(Table table, Schema schema) {
    Map<String, String> properties = table.properties();
    Capability.check(table.name(), properties);
    BlobColumns columns = BlobColumns.of(schema, properties);
    Optional<PrimaryKey> primaryKey = PrimaryKey.of(schema, properties);
    if (columns.isEmpty() && primaryKey.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new BlobTable(
            table, schema, columns, primaryKey, TableOptions.of(table.name(), properties)));
  }

  /** The same table, some blobs of which look different to a statement; by field id. */
  public BlobTable withForms(Map<Integer, BlobForm> forms) {
    return new BlobTable(table, schema, columns.withForms(forms), primaryKey, options);
  }

  public String name() {
    return table.name();
  }

  /** The schema that users see, with the field ids of the physical one. */
  public Schema logicalSchema() {
    Schema logical = columns.logical(schema);
    return primaryKey.isPresent() ? PrimaryKey.withoutRowKind(logical) : logical;
  }

  /** The schema that users see, as Spark types. */
  public StructType sparkSchema() {
    return SparkSchemaUtil.convert(logicalSchema());
  }
}
