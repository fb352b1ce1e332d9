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
package io.icepack.spark.arrow;

import io.icepack.blob.arrow.IpcFile;
import io.icepack.blob.store.HadoopBlobStore;
import java.io.IOException;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.SchemaMergeUtils;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.util.SerializableConfiguration;
import scala.Function1;
import scala.Function3;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Arrow IPC files as Spark writes them, and reads them where a catalog names the format. Blob
 * fields are structs of one of the logical shapes (Blob v2, "Table Schema").
 */
public final class ArrowFileFormat implements FileFormat, DataSourceRegister, Serializable {

  /** What {@code format(…)} is called with. */
  public static final String NAME = "icepack-arrow";

  /** Read option: whether the schemas of all files are merged, not only the first one read. */
  public static final String MERGE_SCHEMA = "mergeSchema";

  @Override
  public String shortName() {
    return NAME;
  }

  @Override
  public String toString() {
    return "Arrow";
  }

  /** Answers the schema of the first file by name, or of all. */
  @Override
  public Option<StructType> inferSchema(
      SparkSession spark, Map<String, String> options, Seq<FileStatus> files) {
    List<FileStatus> sorted =
        CollectionConverters.asJava(files).stream()
            .sorted(Comparator.comparing(file -> file.getPath().toString()))
            .toList();
    if (sorted.isEmpty()) {
      return Option.empty();
    }
    if (Boolean.parseBoolean(map(options).getOrDefault(MERGE_SCHEMA, "false"))) {
      return SchemaMergeUtils.mergeSchemasInParallel(
          spark, options, CollectionConverters.asScala(sorted).toSeq(), schemas());
    }
    Configuration configuration = spark.sessionState().newHadoopConfWithOptions(options);
    return Option.apply(schema(sorted.get(0), configuration));
  }

  @Override
  public boolean isSplitable(SparkSession spark, Map<String, String> options, Path path) {
    return true;
  }

  @Override
  public Function1<PartitionedFile, Iterator<InternalRow>> buildReader(
      SparkSession spark,
      StructType dataSchema,
      StructType partitionSchema,
      StructType requiredSchema,
      Seq<Filter> filters,
      Map<String, String> options,
      Configuration configuration) {
    ArrowColumns columns =
        new ArrowColumns(
            dataSchema,
            requiredSchema,
            new StructType(),
            spark.sessionState().conf().caseSensitiveAnalysis());
    return new ArrowRows(
        SerializableConfiguration.broadcast(spark.sparkContext(), configuration), columns);
  }

  @Override
  public OutputWriterFactory prepareWrite(
      SparkSession spark, Job job, Map<String, String> options, StructType dataSchema) {
    return writers(spark.sessionState().conf(), options, dataSchema);
  }

  /** Checks the options and columns of a write. */
  static OutputWriterFactory writers(
      SQLConf conf, Map<String, String> options, StructType dataSchema) {
    ArrowWriteOptions write = ArrowWriteOptions.of(map(options));
    ArrowLayout layout = new ArrowLayout(dataSchema, write.blobFields(), conf);
    return new ArrowOutputWriterFactory(layout, write);
  }

  private static StructType schema(FileStatus file, Configuration configuration) {
    String location = file.getPath().toString();
    try (IpcFile data = IpcFile.open(new HadoopBlobStore(configuration), location)) {
      return ArrowTypes.of(location, data.schema());
    } catch (IOException e) {
      // As it is: its message says all.
      Platform.throwException(e);
      throw new AssertionError(e);
    }
  }

  private static Function3<Seq<FileStatus>, Configuration, Object, Seq<StructType>> schemas() {
    return (Function3<Seq<FileStatus>, Configuration, Object, Seq<StructType>> & Serializable)
        (files, configuration, ignored) ->
            CollectionConverters.asScala(
                    CollectionConverters.asJava(files).stream()
                        .map(file -> schema(file, configuration))
                        .toList())
                .toSeq();
  }

  private static CaseInsensitiveStringMap map(Map<String, String> options) {
    return new CaseInsensitiveStringMap(CollectionConverters.asJava(options));
  }
}
