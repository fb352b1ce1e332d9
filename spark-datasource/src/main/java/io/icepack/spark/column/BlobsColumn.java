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
package io.icepack.spark.column;

import io.icepack.spark.table.BlobColumn;
import io.icepack.spark.table.BlobTable;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.spark.source.SparkMetadataColumn;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The metadata column {@code _blobs}: a struct with one field per blob column, which holds what a
 * descriptor says instead of the payload.
 */
public final class BlobsColumn {

  public static final String NAME = "_blobs";

  /** What is shown of one value; {@code uri} is resolved and absolute, null for inline bytes. */
  static final StructType LEAF =
      new StructType()
          .add("kind", DataTypes.IntegerType)
          .add("position", DataTypes.LongType)
          .add("size", DataTypes.LongType)
          .add("blob_id", DataTypes.LongType)
          .add("blob_uri", DataTypes.StringType)
          .add("uri", DataTypes.StringType);

  private BlobsColumn() {}

  /** The metadata column of a table, kept when a row is written again by UPDATE or MERGE. */
  public static MetadataColumn of(BlobTable table) {
    StructType type = new StructType();
    for (BlobColumn column : table.columns().all()) {
      DataType physical = SparkSchemaUtil.convert(column.field().type());
      type = type.add(column.name(), column.shape().describe(physical, LEAF));
    }
    return SparkMetadataColumn.builder()
        .name(NAME)
        .dataType(type)
        .withNullability(true)
        .preserveOnReinsert(true)
        .preserveOnUpdate(true)
        .preserveOnDelete(false)
        .build();
  }
}
