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

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.SparkTableUtil;
import org.apache.iceberg.util.ByteBuffers;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Data files as rows: as much of Iceberg's metadata table {@code all_data_files} as it takes to
 * read a file.
 */
final class DataFileRows {

  private static final String LOCATION = "file_path";
  private static final StructType TYPE =
      new StructType()
          .add(LOCATION, DataTypes.StringType)
          .add("file_format", DataTypes.StringType)
          .add("file_size_in_bytes", DataTypes.LongType)
          .add("key_metadata", DataTypes.BinaryType);

  private DataFileRows() {}

  /** The data files of all snapshots that a table retains, each once. */
  static Dataset<Row> retained(SparkSession spark, Table table) {
    Dataset<Row> files =
        SparkTableUtil.loadMetadataTable(spark, table, MetadataTableType.ALL_DATA_FILES)
            .selectExpr(TYPE.fieldNames());
    return spread(spark, files.dropDuplicates(LOCATION));
  }

  /** Some data files. */
  static Dataset<Row> of(SparkSession spark, List<DataFile> files) {
    List<Row> rows = new ArrayList<>();
    for (DataFile file : files) {
      rows.add(
          RowFactory.create(
              file.location(),
              file.format().name(),
              file.fileSizeInBytes(),
              ByteBuffers.toByteArray(file.keyMetadata())));
    }
    return spread(spark, spark.createDataFrame(rows, TYPE));
  }

  // A number of partitions that is asked for is not reduced by adaptive execution.
  private static Dataset<Row> spread(SparkSession spark, Dataset<Row> files) {
    int partitions = Integer.parseInt(spark.conf().get("spark.sql.shuffle.partitions"));
    return files.repartition(partitions, functions.col(LOCATION));
  }

  /** The data file of a row, without its partition and figures. */
  static DataFile dataFile(Row row) {
    byte[] key = row.isNullAt(3) ? null : (byte[]) row.get(3);
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath(row.getString(0))
        .withFormat(row.getString(1))
        .withFileSizeInBytes(row.getLong(2))
        .withRecordCount(0)
        .withEncryptionKeyMetadata(key == null ? null : ByteBuffer.wrap(key))
        .build();
  }
}
