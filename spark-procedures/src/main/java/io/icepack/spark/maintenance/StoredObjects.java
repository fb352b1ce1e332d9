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

import io.icepack.blob.base.ObjectIdentity;
import io.icepack.blob.store.ObjectStatus;
import io.icepack.spark.io.FileIoBlobStore;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A listing of what lies in storage, as rows: one task lists each root. */
final class StoredObjects {

  static final String TYPE = "type";

  /** What makes two spellings of the location the same object. */
  static final String IDENTITY = "identity";

  /**
   * The identity of the directory that decides about the object: that of a sidecar object, which
   * belongs to a data file, or that of the table which metadata is of; null for other types.
   */
  static final String DIRECTORY = "directory";

  static final String LOCATION = "location";
  static final String SIZE = "size";
  static final String MODIFIED = "modified";

  private static final StructType SCHEMA =
      new StructType()
          .add(TYPE, DataTypes.StringType, false)
          .add(IDENTITY, DataTypes.StringType, false)
          .add(DIRECTORY, DataTypes.StringType)
          .add(LOCATION, DataTypes.StringType, false)
          .add(SIZE, DataTypes.LongType, false)
          .add(MODIFIED, DataTypes.LongType, false);

  private StoredObjects() {}

  /**
   * Lists some directories at any depth.
   *
   * @param roots directories, none of them below another
   */
  static Dataset<Row> list(SparkSession spark, Table table, List<String> roots) {
    JavaRDD<Row> objects =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(roots, roots.size())
            .flatMap(new Listing(SerializableTableWithSize.copyOf(table)));
    return spark.createDataFrame(objects, SCHEMA);
  }

  private record Listing(Table table) implements FlatMapFunction<String, Row> {
    @Override
    public Iterator<Row> call(String root) throws IOException {
      SparkJobs.closeAfterTask(table, TaskContext.get());
      Stream<ObjectStatus> objects = FileIoBlobStore.of(table.io()).list(root);
      SparkJobs.closeAfterTask(objects, TaskContext.get());
      return objects.map(Listing::row).flatMap(Optional::stream).iterator();
    }

    private static Optional<Row> row(ObjectStatus object) {
      TaskContext.get().killTaskIfInterrupted();
      return ObjectType.of(object.location())
          .map(
              type ->
                  RowFactory.create(
                      type.name(),
                      ObjectIdentity.of(object.location()),
                      directory(type, object.location()),
                      object.location(),
                      object.length(),
                      object.modifiedMillis()));
    }

    private static String directory(ObjectType type, String location) {
      String parent = location.substring(0, location.lastIndexOf('/'));
      return switch (type) {
        case PACK, REFERENCES -> null;
        case SIDECAR_OBJECT -> ObjectIdentity.of(parent);
        case TABLE_METADATA -> ObjectIdentity.of(parent.substring(0, parent.lastIndexOf('/')));
      };
    }
  }
}
