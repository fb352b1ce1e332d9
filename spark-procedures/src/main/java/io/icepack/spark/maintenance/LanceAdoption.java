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

import io.icepack.blob.base.BaseRegistry;
import io.icepack.blob.base.BlobBase;
import io.icepack.blob.base.LanceDataset;
import io.icepack.spark.io.ExternalStorage;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.TableBases;
import io.icepack.spark.write.WriteContext;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.iceberg.spark.SparkWriteOptions;
import org.apache.iceberg.spark.SparkWriteRequirements;
import org.apache.iceberg.spark.source.SerializableTableWithSize;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends rows whose blobs stay in a Lance dataset. The dataset becomes a base of the table, and
 * each value an External one below it, which garbage collection never deletes. No payload byte is
 * read or written.
 */
public final class LanceAdoption {

  private static final Logger LOG = LoggerFactory.getLogger(LanceAdoption.class);

  /** Name of the column with the data file of a row. */
  public static final String DATA_FILE = "data_file";

  private final SparkSession spark;
  private final String catalog;
  private final Table table;
  private final String dataset;
  private String dataFile = DATA_FILE;
  private Map<Long, String> bases = Map.of();
  private boolean verify = true;
  private boolean outsideBases;

  /**
   * Prepares an adoption.
   *
   * @param catalog name of the table's catalog
   * @param dataset location of the dataset
   */
  public LanceAdoption(SparkSession spark, String catalog, Table table, String dataset) {
    this.spark = spark;
    this.catalog = catalog;
    this.table = table;
    this.dataset = dataset;
  }

  /** Sets the name of the column with the data file of a row, {@value #DATA_FILE} by default. */
  public LanceAdoption dataFileColumn(String newDataFile) {
    this.dataFile = newDataFile;
    return this;
  }

  /** Sets the locations of the dataset's own {@code base_paths} by id. */
  public LanceAdoption datasetBases(Map<Long, String> newBases) {
    this.bases = newBases;
    return this;
  }

  /** Sets whether to ask for the length of each object, which is the default. */
  public LanceAdoption verify(boolean newVerify) {
    this.verify = newVerify;
    return this;
  }

  /** Sets whether values may lie below no base of the table, as External ones of a dataset may. */
  public LanceAdoption allowOutsideBases(boolean newOutsideBases) {
    this.outsideBases = newOutsideBases;
    return this;
  }

  /** What tasks need to know. */
  record Settings(
      String table,
      StructType source,
      StructType physical,
      LanceDataset dataset,
      BaseRegistry bases,
      ExternalStorage storage,
      boolean verify,
      boolean outsideBases)
      implements Serializable {}

  /**
   * Appends rows.
   *
   * @param rows the columns of the table by name, a struct of Lance's five values in the place of
   *     each blob, and the data file of the row
   * @throws ValidationException if the table or the rows do not fit
   */
  public LanceAdoptionReport run(Dataset<Row> rows) {
    table.refresh();
    BlobTable blobs =
        BlobTable.of(table, table.schema())
            .orElseThrow(() -> refused("it has no blob columns", null));
    if (blobs.primaryKey().isPresent()) {
      throw refused("it has a primary key, and such tables store the payloads themselves", null);
    }
    WriteContext context = context(blobs);
    String root = qualified(dataset);
    BlobBase base = TableBases.foreign(table, root);
    LanceColumns columns =
        new LanceColumns(
            blobs,
            context.sparkSchema(),
            rows,
            dataFile,
            spark.sessionState().conf().caseSensitiveAnalysis());
    Dataset<Row> selected = columns.select();
    Settings settings =
        new Settings(
            table.name(),
            columns.types(),
            context.sparkSchema(),
            new LanceDataset(root, bases),
            TableBases.registry(table).with(base),
            ExternalStorage.of(
                spark, catalog, table.properties(), CaseInsensitiveStringMap.empty()),
            verify,
            outsideBases);
    return write(selected, new LanceAdoptionTask(copy(), context, settings), base);
  }

  private LanceAdoptionReport write(Dataset<Row> rows, LanceAdoptionTask task, BlobBase base) {
    WrittenTasks tasks = new WrittenTasks(table);
    LanceAdoptionReport[] report = {new LanceAdoptionReport(base.id(), 0, 0, 0)};
    boolean written = false;
    try {
      TaskJob.run(
          spark,
          "Adopt blobs of %s into table %s".formatted(base.location(), table.name()),
          rows.queryExecution().toRdd().toJavaRDD(),
          task,
          result -> {
            tasks.add(result.commit());
            report[0] = report[0].plus(result.report());
          });
      written = true;
    } finally {
      if (!written) {
        tasks.abort();
      }
    }
    commit(tasks, base);
    return report[0];
  }

  /** Registers the base and appends the rows in one commit. */
  private void commit(WrittenTasks tasks, BlobBase base) {
    try {
      Transaction transaction = table.newTransaction();
      if (TableBases.registry(table).bases().stream().noneMatch(base::equals)) {
        var properties = transaction.updateProperties();
        TableBases.properties(base).forEach(properties::set);
        properties.commit();
      }
      AppendFiles append = transaction.newAppend();
      tasks.dataFiles().forEach(append::appendFile);
      append.set("spark.app.id", spark.sparkContext().applicationId());
      append.commit();
      transaction.commitTransaction();
    } catch (RuntimeException e) {
      if (e instanceof CleanableFailure) {
        tasks.abort();
      } else {
        LOG.warn(
            "Keeping the files of an adoption into table {}: it is not known whether it was"
                + " committed",
            table.name());
      }
      throw e;
    }
  }

  private Table copy() {
    return SerializableTableWithSize.copyOf(table);
  }

  private WriteContext context(BlobTable blobs) {
    Map<String, String> options = Map.of(SparkWriteOptions.FANOUT_ENABLED, "true");
    return WriteContext.of(
        blobs,
        table.schema(),
        null,
        new SparkWriteConf(spark, table, new CaseInsensitiveStringMap(options)),
        SparkWriteRequirements.EMPTY,
        UUID.randomUUID().toString());
  }

  /** A path without a scheme means the default file system, as everywhere in Spark. */
  private String qualified(String location) {
    if (location == null || location.isBlank()) {
      throw refused("the location of the dataset is empty", null);
    }
    try {
      Path path = new Path(location);
      return path.getFileSystem(spark.sessionState().newHadoopConf())
          .makeQualified(path)
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open the file system of " + location, e);
    } catch (IllegalArgumentException e) {
      throw refused("'%s' is no location (%s)".formatted(location, e.getMessage()), e);
    }
  }

  private ValidationException refused(String reason, Exception cause) {
    return new ValidationException(
        cause, "Cannot adopt rows of a Lance dataset into table %s: %s", table.name(), reason);
  }
}
