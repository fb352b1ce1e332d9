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
package io.icepack.benchmarks.gc;

import io.icepack.benchmarks.spark.LocalSpark;
import io.icepack.blob.base.OwnedObject;
import io.icepack.blob.base.SidecarObjects;
import io.icepack.blob.pack.BlobRefs;
import io.icepack.blob.pack.PackNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.spark.sql.SparkSession;

/**
 * A table of many small files. One data file is written as ever and then copied; each copy has a
 * sidecar with packs of its own, which is all that garbage collection looks at.
 */
final class GcTable {
  static final String NAME = LocalSpark.LAKE + ".db.many";

  private static final int COMMITS = 10;
  private static final byte[] PAYLOAD = {1};

  private final GcOptions options;
  private final Table table;
  private final DataFile written;

  private GcTable(GcOptions options, Table table) throws IOException {
    this.options = options;
    this.table = table;
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      this.written = tasks.iterator().next().file().copy();
    }
  }

  static void create(SparkSession spark, GcOptions options) throws IOException {
    spark.sql("CREATE TABLE %s (id INT, content BINARY COMMENT '__BLOB_FIELD')".formatted(NAME));
    spark.sql("INSERT INTO %s VALUES (1, X'01')".formatted(NAME));
    try {
      GcTable many = new GcTable(options, Spark3Util.loadIcebergTable(spark, NAME));
      many.addDataFiles();
      many.addOrphans();
    } catch (org.apache.spark.sql.catalyst.analysis.NoSuchTableException
        | org.apache.spark.sql.catalyst.parser.ParseException e) {
      throw new IllegalStateException("Cannot load table " + NAME, e);
    }
  }

  /** Adds data files until there are as many as wanted, with the one that is there. */
  private void addDataFiles() throws IOException {
    int left = options.dataFiles() - 1;
    addPacks(written.location(), options.packsPerDataFile() - 1);
    for (int commit = 0; commit < COMMITS; commit++) {
      int count = left / (COMMITS - commit);
      AppendFiles append = table.newFastAppend();
      for (int i = 0; i < count; i++) {
        append.appendFile(copy());
      }
      if (count > 0) {
        append.commit();
      }
      left -= count;
    }
  }

  private DataFile copy() throws IOException {
    Path from = path(written.location());
    Path to = from.resolveSibling(UUID.randomUUID() + ".parquet");
    Files.copy(from, to);
    String location =
        written.location().substring(0, written.location().lastIndexOf('/') + 1) + to.getFileName();
    addPacks(location, options.packsPerDataFile());
    return DataFiles.builder(table.spec())
        .copy(written)
        .withPath(location)
        .withFirstRowId(null)
        .build();
  }

  /** Adds packs to what the sidecar of a data file lists. */
  private void addPacks(String dataFile, int count) throws IOException {
    Path sidecar = path(SidecarObjects.references(dataFile));
    TreeSet<OwnedObject> packs =
        Files.exists(sidecar)
            ? new TreeSet<>(BlobRefs.decode(Files.readAllBytes(sidecar)))
            : new TreeSet<>();
    for (int i = 0; i < count; i++) {
      packs.add(OwnedObject.at(addPack()));
    }
    Files.write(sidecar, BlobRefs.encode(packs));
  }

  private String addPack() throws IOException {
    String location =
        "%s/%s/%s%s"
            .formatted(table.location(), PackNames.DIRECTORY, UUID.randomUUID(), PackNames.SUFFIX);
    Files.write(path(location), PAYLOAD);
    return location;
  }

  private void addOrphans() throws IOException {
    for (int i = 0; i < options.orphanPacks(); i++) {
      addPack();
    }
    for (int i = 0; i < options.orphanSidecars(); i++) {
      String gone = written.location().replace(".parquet", "-gone-" + i + ".parquet");
      Files.write(path(SidecarObjects.references(gone)), BlobRefs.encode(new TreeSet<>()));
    }
  }

  private static Path path(String location) {
    return Path.of(location.replaceFirst("^file:/*", "/"));
  }
}
