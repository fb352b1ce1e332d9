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

import io.icepack.spark.column.OutputColumn;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.StructType;

/**
 * What tasks do with the physical rows of a scan; sent to executors.
 *
 * @param table full name, for errors
 * @param physical type of the rows that Iceberg returns
 * @param output columns of the rows to return
 * @param fileOrdinal ordinal of the metadata column {@code _file} in physical rows
 * @param filter which rows to return
 * @param settings batch sizes
 */
record ScanPlan(
    String table,
    StructType physical,
    List<OutputColumn> output,
    int fileOrdinal,
    RowFilter filter,
    ReadSettings settings)
    implements Serializable {

  boolean fetchesPayloads() {
    return output.stream().anyMatch(OutputColumn::fetchesPayloads);
  }
}
