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

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.current_timestamp;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.timestamp_millis;

import io.icepack.blob.base.TableLocations;
import io.icepack.blob.descriptor.BlobKind;
import io.icepack.spark.catalog.DerivedTable;
import io.icepack.spark.table.TableBases;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.util.SnapshotUtil;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The table {@code <table>.blob_packs}: one row for each pack of a table. Live is what a branch or
 * tag shows now, each range once; what only earlier snapshots show will be free when they expire.
 */
public final class BlobPacks implements DerivedTable {

  static final String PACK = "pack";
  static final String SIZE = "size";
  static final String LIVE_BYTES = "live_bytes";
  static final String LIVE_VALUES = "live_values";
  private static final String MODIFIED = "modified";
  private static final String AGE = "age";

  private static final StructType SCHEMA =
      new StructType()
          .add(PACK, DataTypes.StringType)
          .add(SIZE, DataTypes.LongType)
          .add(LIVE_BYTES, DataTypes.LongType)
          .add(LIVE_VALUES, DataTypes.LongType)
          .add(MODIFIED, DataTypes.TimestampType)
          .add(AGE, DataTypes.createDayTimeIntervalType());

  @Override
  public String name() {
    return "blob_packs";
  }

  @Override
  public StructType schema() {
    return SCHEMA;
  }

  @Override
  public Dataset<Row> rows(SparkSession spark, Table table) {
    table.refresh();
    Column modified = timestamp_millis(col(StoredObjects.MODIFIED));
    return packs(spark, table)
        .select(
            col(StoredObjects.LOCATION).as(PACK),
            col(SIZE),
            col(LIVE_BYTES),
            col(LIVE_VALUES),
            modified.as(MODIFIED),
            current_timestamp().minus(modified).as(AGE));
  }

  /** The packs as {@link StoredObjects} lists them, with what is live in them. */
  static Dataset<Row> packs(SparkSession spark, Table table) {
    Dataset<Row> live = live(spark, table).withColumnRenamed(DescriptorReader.IDENTITY, "live");
    List<String> roots = TableLocations.outermost(TableBases.ownRoots(table));
    return StoredObjects.list(spark, table, roots)
        .filter(col(StoredObjects.TYPE).equalTo(ObjectType.PACK.name()))
        .join(live, col(StoredObjects.IDENTITY).equalTo(col("live")), "left")
        .withColumn(LIVE_BYTES, coalesce(col(LIVE_BYTES), lit(0L)))
        .withColumn(LIVE_VALUES, coalesce(col(LIVE_VALUES), lit(0L)));
  }

  private static Dataset<Row> live(SparkSession spark, Table table) {
    return shown(spark, table)
        .filter(isManaged())
        .select(DescriptorReader.IDENTITY, DescriptorReader.POSITION, DescriptorReader.SIZE)
        .distinct()
        .groupBy(DescriptorReader.IDENTITY)
        .agg(sum(DescriptorReader.SIZE).as(LIVE_BYTES), count("*").as(LIVE_VALUES));
  }

  private static Dataset<Row> shown(SparkSession spark, Table table) {
    Stream<Dataset<Row>> shown =
        table.refs().entrySet().stream()
            .map(
                (Map.Entry<String, SnapshotRef> ref) ->
                    StoredDescriptors.shown(
                        spark,
                        table,
                        ref.getValue().snapshotId(),
                        SnapshotUtil.schemaFor(table, ref.getKey())));
    return shown
        .reduce(Dataset::unionAll)
        .orElseGet(() -> spark.createDataFrame(List.<Row>of(), DescriptorReader.SCHEMA));
  }

  /** A condition on descriptors: the object is a pack or an adopted sidecar object. */
  static Column isManaged() {
    return col(DescriptorReader.KIND).isin(BlobKind.MANAGED.code(), BlobKind.MANAGED_BASE.code());
  }
}
