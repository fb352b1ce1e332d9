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

import org.apache.iceberg.Table;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * A table that is computed from a table with blobs, and read as {@code <table>.<name>} like
 * Iceberg's metadata tables. {@link java.util.ServiceLoader} finds it.
 */
public interface DerivedTable {

  /** The name, in lower case. */
  String name();

  /** The columns. */
  StructType schema();

  /** The rows, computed when they are read. */
  Dataset<Row> rows(SparkSession spark, Table table);
}
