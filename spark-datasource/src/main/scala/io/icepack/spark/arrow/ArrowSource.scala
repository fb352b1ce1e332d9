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
package io.icepack.spark.arrow

import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.hadoop.mapreduce.Job
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.FileSourceOptions
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.connector.read.{PartitionReaderFactory, Scan}
import org.apache.spark.sql.connector.write.{LogicalWriteInfo, Write, WriteBuilder}
import org.apache.spark.sql.execution.datasources.{FileFormat, OutputWriterFactory, PartitioningAwareFileIndex}
import org.apache.spark.sql.execution.datasources.v2.{FileDataSourceV2, FileScan, FileScanBuilder, FileTable, FileWrite}
import org.apache.spark.sql.internal.{SQLConf, SessionStateHelper}
import org.apache.spark.sql.types.{DataType, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import scala.jdk.CollectionConverters._

/**
 * `format("icepack-arrow")`: Arrow IPC files and streams, as a file source of Spark.
 *
 * Listing, globs, partition directories, save modes and the commit protocol are Spark's. As with
 * all file sources, Spark reads through the classes here and writes through [[ArrowFileFormat]].
 */
class ArrowSource extends FileDataSourceV2 {

  override def shortName(): String = ArrowFileFormat.NAME

  override def fallbackFileFormat: Class[_ <: FileFormat] = classOf[ArrowFileFormat]

  override protected def getTable(options: CaseInsensitiveStringMap): Table =
    table(options, None)

  override protected def getTable(options: CaseInsensitiveStringMap, schema: StructType): Table =
    table(options, Some(schema))

  private def table(options: CaseInsensitiveStringMap, schema: Option[StructType]): Table = {
    val paths = getPaths(options)
    val tableOptions = getOptionsWithoutPaths(options)
    ArrowTable(getTableName(options, paths), sparkSession, tableOptions, paths, schema)
  }
}

/** A set of Arrow files. */
private case class ArrowTable(
    name: String,
    sparkSession: SparkSession,
    options: CaseInsensitiveStringMap,
    paths: Seq[String],
    userSpecifiedSchema: Option[StructType])
    extends FileTable(sparkSession, options, paths, userSpecifiedSchema) {

  override def formatName: String = ArrowFileFormat.NAME

  override def fallbackFileFormat: Class[_ <: FileFormat] = classOf[ArrowFileFormat]

  override def inferSchema(files: Seq[FileStatus]): Option[StructType] =
    new ArrowFileFormat().inferSchema(sparkSession, options.asScala.toMap, files)

  override def newScanBuilder(options: CaseInsensitiveStringMap): ArrowScanBuilder =
    new ArrowScanBuilder(sparkSession, fileIndex, schema, dataSchema, mergedOptions(options))

  override def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder = new WriteBuilder {
    override def build(): Write =
      ArrowWrite(paths, formatName, supportsDataType, mergedWriteInfo(info))
  }
}

private class ArrowScanBuilder(
    sparkSession: SparkSession,
    fileIndex: PartitioningAwareFileIndex,
    schema: StructType,
    dataSchema: StructType,
    options: CaseInsensitiveStringMap)
    extends FileScanBuilder(sparkSession, fileIndex, dataSchema) {

  override protected val supportsNestedSchemaPruning: Boolean = true

  override def build(): Scan =
    ArrowScan(
      sparkSession,
      fileIndex,
      dataSchema,
      readDataSchema(),
      readPartitionSchema(),
      options,
      partitionFilters,
      dataFilters)
}

private case class ArrowScan(
    sparkSession: SparkSession,
    fileIndex: PartitioningAwareFileIndex,
    dataSchema: StructType,
    readDataSchema: StructType,
    readPartitionSchema: StructType,
    options: CaseInsensitiveStringMap,
    partitionFilters: Seq[Expression],
    dataFilters: Seq[Expression])
    extends FileScan
    with SessionStateHelper {

  /** A part of a file has the record batches that start in it; a stream goes to its first part. */
  override def isSplitable(path: Path): Boolean = true

  override def createReaderFactory(): PartitionReaderFactory = {
    val values = options.asCaseSensitiveMap.asScala.toMap
    new ArrowReaderFactory(
      sparkSession.sparkContext,
      getHadoopConf(sparkSession, values),
      new ArrowColumns(dataSchema, readDataSchema, readPartitionSchema, conf.caseSensitiveAnalysis),
      new FileSourceOptions(values))
  }

  override def equals(other: Any): Boolean = other match {
    case scan: ArrowScan => super.equals(scan) && options == scan.options
    case _ => false
  }

  override def hashCode(): Int = super.hashCode()
}

private case class ArrowWrite(
    paths: Seq[String],
    formatName: String,
    supportsDataType: DataType => Boolean,
    info: LogicalWriteInfo)
    extends FileWrite {

  override def prepareWrite(
      conf: SQLConf,
      job: Job,
      options: Map[String, String],
      dataSchema: StructType): OutputWriterFactory =
    ArrowFileFormat.writers(conf, options, dataSchema)
}
