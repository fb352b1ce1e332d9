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
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import io.icepack.blob.base.ObjectIdentity;
import io.icepack.blob.base.SidecarObjects;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.SparkTableUtil;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * What the retained snapshots of a table keep alive, as rows: identities of objects that sidecars
 * list, of the sidecars themselves, and of the directories that belong to data files. A data file
 * is looked at once, however many snapshots have it.
 */
final class ReferencedObjects {

  static final String IDENTITY = "referenced";

  /** Why the row of a data file says nothing, else null. */
  static final String PROBLEM = "problem";

  static final StructType SCHEMA =
      new StructType().add(IDENTITY, DataTypes.StringType).add(PROBLEM, DataTypes.StringType);

  private static final String COLLECTIONS = "collections";
  private static final String DATA_FILE = "file_path";
  private static final String SIDECAR = "sidecar";
  private static final UserDefinedFunction SIDECAR_IDENTITY =
      udf(
          (String dataFile) -> ObjectIdentity.of(SidecarObjects.references(dataFile)),
          DataTypes.StringType);

  private ReferencedObjects() {}

  /** The data files of all snapshots in the metadata of a table, each once. */
  static Dataset<String> dataFiles(SparkSession spark, Table table, int parallelism) {
    // Partitions that are asked for are not coalesced, and the right ones to find duplicates in.
    return SparkTableUtil.loadMetadataTable(spark, table, MetadataTableType.ALL_DATA_FILES)
        .select(DATA_FILE)
        .repartition(parallelism, col(DATA_FILE))
        .distinct()
        .as(Encoders.STRING());
  }

  /**
   * Collects what all snapshots in the metadata of a table reference, those of every branch and tag
   * and those of none.
   *
   * @param stored a listing, which tells the lengths of sidecars
   * @param parallelism number of tasks that read sidecars
   */
  static Dataset<Row> collect(
      SparkSession spark, Table table, Dataset<Row> stored, int parallelism) {
    Dataset<Row> dataFiles =
        SparkTableUtil.loadMetadataTable(spark, table, MetadataTableType.ALL_DATA_FILES)
            .select(col(DATA_FILE), SIDECAR_IDENTITY.apply(col(DATA_FILE)).as(SIDECAR))
            .repartition(parallelism, col(SIDECAR))
            .distinct();
    Dataset<Row> lengths =
        stored
            .filter(col(StoredObjects.TYPE).equalTo(ObjectType.REFERENCES.name()))
            .select(StoredObjects.IDENTITY, StoredObjects.SIZE)
            .repartition(parallelism, col(StoredObjects.IDENTITY))
            .dropDuplicates(StoredObjects.IDENTITY);
    return dataFiles
        .join(lengths.hint("merge"), col(SIDECAR).equalTo(col(StoredObjects.IDENTITY)), "left")
        .select(DATA_FILE, StoredObjects.SIZE)
        .mapPartitions(
            new SidecarReader(SerializableTableWithSize.copyOf(table)), Encoders.row(SCHEMA))
        .distinct();
  }

  /**
   * Checks that two collections are complete and the same.
   *
   * @throws UnprovenException if they are not
   */
  static void requireSame(Dataset<Row> first, Dataset<Row> second) throws UnprovenException {
    Column differs = col(COLLECTIONS).notEqual(3);
    Row findings =
        first
            .withColumn(COLLECTIONS, lit(1))
            .unionAll(second.withColumn(COLLECTIONS, lit(2)))
            .groupBy(IDENTITY, PROBLEM)
            .agg(sum(COLLECTIONS).as(COLLECTIONS))
            .agg(count(col(PROBLEM)), min(PROBLEM), count(when(differs, true)))
            .head();
    if (findings.getLong(0) > 0) {
      String more =
          findings.getLong(0) == 1 ? "" : " (and %d more)".formatted(findings.getLong(0) - 1);
      throw new UnprovenException(
          RemovalStatus.UNSAFE,
          findings.getString(1) + more + "; CALL sys.rebuild_blob_refs to write it anew");
    } else if (findings.getLong(2) > 0) {
      throw new UnprovenException(
          RemovalStatus.CHANGED,
          "the second collection found other references than the first one; run again");
    }
  }
}
