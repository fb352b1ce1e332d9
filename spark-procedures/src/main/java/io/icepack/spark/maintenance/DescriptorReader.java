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

import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.base.ObjectIdentity;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.store.PayloadRange;
import io.icepack.spark.column.BlobSource;
import io.icepack.spark.column.Handle;
import io.icepack.spark.scan.PhysicalRows;
import io.icepack.spark.table.TableBases;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Reads descriptors of data files in one task.
 *
 * @param table the table as executors see it
 * @param schema the physical blob columns to read
 * @param sources the same columns in rows of that schema
 */
record DescriptorReader(Table table, Schema schema, List<BlobSource> sources)
    implements Serializable {

  static final String COLUMN = "column";
  static final String DATA_FILE = "data_file";

  /** The code of the kind, null if the descriptor cannot be read. */
  static final String KIND = "kind";

  /** Where the object lies, as the descriptor spells it. */
  static final String OBJECT = "object";

  /** What makes two spellings of {@link #OBJECT} the same object. */
  static final String IDENTITY = "identity";

  static final String POSITION = "position";

  /** The number of bytes, or {@link PayloadRange#WHOLE}. */
  static final String SIZE = "size";

  /** Why the descriptor means nothing, else null. */
  static final String PROBLEM = "problem";

  static final StructType SCHEMA =
      new StructType()
          .add(COLUMN, DataTypes.StringType)
          .add(DATA_FILE, DataTypes.StringType)
          .add(KIND, DataTypes.IntegerType)
          .add(OBJECT, DataTypes.StringType)
          .add(IDENTITY, DataTypes.StringType)
          .add(POSITION, DataTypes.LongType)
          .add(SIZE, DataTypes.LongType)
          .add(PROBLEM, DataTypes.StringType);

  /** The descriptors of all rows of a data file, whether or not they have been deleted since. */
  CloseableIterable<Row> all(DataFile file) {
    return descriptors(new PhysicalRows(table, schema).all(file), file.location());
  }

  /** The descriptors of the rows that no delete file deletes. */
  CloseableIterable<Row> live(FileScanTask task) {
    return descriptors(new PhysicalRows(table, schema).live(task), task.file().location());
  }

  /** Goes through the descriptors of several files, closing each at its end or with the task. */
  Iterator<Row> open(Iterator<CloseableIterable<Row>> files) {
    SparkJobs.closeAfterTask(table, TaskContext.get());
    CloseableIterable<Row> rows = CloseableIterable.concat(() -> files);
    SparkJobs.closeAfterTask(rows, TaskContext.get());
    return rows.iterator();
  }

  private CloseableIterable<Row> descriptors(CloseableIterable<InternalRow> rows, String dataFile) {
    DescriptorResolver resolver = TableBases.resolver(table);
    Iterable<Row> descriptors =
        () ->
            StreamSupport.stream(rows.spliterator(), false)
                .flatMap(row -> descriptors(row, dataFile, resolver).stream())
                .iterator();
    return CloseableIterable.combine(descriptors, rows);
  }

  private List<Row> descriptors(InternalRow row, String dataFile, DescriptorResolver resolver) {
    TaskContext.get().killTaskIfInterrupted();
    List<Row> descriptors = new ArrayList<>();
    for (BlobSource source : sources) {
      try {
        source.forEach(
            row,
            dataFile,
            (blob, handle) -> {
              if (handle.descriptor().inline() == null && !handle.descriptor().isEmpty()) {
                descriptors.add(descriptor(blob.path(), handle, resolver));
              }
            });
      } catch (IllegalStateException e) {
        descriptors.add(problem(source.name(), dataFile, e.getMessage()));
      }
    }
    return descriptors;
  }

  private static Row descriptor(String column, Handle handle, DescriptorResolver resolver) {
    BlobDescriptor descriptor = handle.descriptor();
    try {
      PayloadRange range = resolver.resolve(descriptor, handle.dataFile());
      return RowFactory.create(
          column,
          handle.dataFile(),
          descriptor.kind().code(),
          range.location(),
          ObjectIdentity.of(range.location()),
          range.position(),
          range.length(),
          null);
    } catch (IllegalArgumentException e) {
      return problem(column, handle.dataFile(), e.getMessage());
    }
  }

  private static Row problem(String column, String dataFile, String problem) {
    return RowFactory.create(column, dataFile, null, null, null, null, null, problem);
  }
}
