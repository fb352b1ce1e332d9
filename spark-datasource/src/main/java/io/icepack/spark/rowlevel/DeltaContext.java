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
import org.apache.iceberg.MetadataColumns;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.types.StructType;

/**
 * What a task needs to know to write deletes and rows; sent to executors.
 *
 * @param rows how to write rows
 * @param writesRows whether the statement writes rows at all
 * @param lineage whether new rows carry their row lineage
 * @param metadata type of the metadata that comes with each old row
 * @param rowId type of the row id: data file and position
 */
record DeltaContext(
    WriteContext rows, boolean writesRows, boolean lineage, StructType metadata, StructType rowId)
    implements Serializable {

  static DeltaContext of(
      WriteContext rows, boolean writesRows, boolean lineage, LogicalWriteInfo info) {
    return new DeltaContext(
        rows, writesRows, lineage, info.metadataSchema().get(), info.rowIdSchema().get());
  }

  int specId() {
    return metadata.fieldIndex(MetadataColumns.SPEC_ID.name());
  }

  int partition() {
    return metadata.fieldIndex(MetadataColumns.PARTITION_COLUMN_NAME);
  }

  int lineageRowId() {
    return metadata.fieldIndex(MetadataColumns.ROW_ID.name());
  }

  int lineageSequenceNumber() {
    return metadata.fieldIndex(MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.name());
  }

  int origins() {
    return metadata.fieldIndex(OriginsColumn.NAME);
  }

  int file() {
    return rowId.fieldIndex(MetadataColumns.FILE_PATH.name());
  }

  int position() {
    return rowId.fieldIndex(MetadataColumns.ROW_POSITION.name());
  }
}
