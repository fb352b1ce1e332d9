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
package io.icepack.spark.rowlevel;

import io.icepack.spark.column.OriginsColumn;
import io.icepack.spark.write.WriteContext;
import java.io.Serializable;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.types.StructType;

/**
 * What a task needs to know to write the changes of a statement on a primary-key table; sent to
 * executors.
 *
 * @param table full name, for errors
 * @param rows the rows to write
 * @param keyType the key columns as the statement hands them over, and others that deletions have
 * @param origins ordinal of {@code _blob_origins} in the metadata of a row, -1 if it is not there
 * @param deletes whether deletions have an effect
 */
record KeyedDeltaContext(
    String table, WriteContext rows, StructType keyType, int origins, boolean deletes)
    implements Serializable {

  static KeyedDeltaContext of(
      String table, WriteContext rows, LogicalWriteInfo info, boolean deletes) {
    int origins =
        info.metadataSchema()
            .map(type -> type.getFieldIndex(OriginsColumn.NAME))
            .filter(index -> index.isDefined())
            .map(index -> (Integer) index.get())
            .orElse(-1);
    return new KeyedDeltaContext(table, rows, info.rowIdSchema().get(), origins, deletes);
  }
}
