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
package io.icepack.spark.scan;

import io.icepack.spark.table.InternalRowStruct;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.DeleteFilter;
import org.apache.iceberg.deletes.DeleteCounter;
import org.apache.iceberg.encryption.EncryptingFileIO;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.spark.SparkUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.PartitionUtil;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Reads data files of a table as they are stored: rows with descriptors where users see bytes. A
 * row is valid until the next one is read.
 */
public final class PhysicalRows {

  private final Table table;
  private final Schema schema;
  private final EncryptingFileIO io;
  private final NameMapping nameMapping;

  /**
   * Prepares to read.
   *
   * @param schema the columns to read, which may be metadata columns such as {@code _row_id}
   */
  public PhysicalRows(Table table, Schema schema) {
    this.table = table;
    this.schema = schema;
    this.io = EncryptingFileIO.combine(table.io(), table.encryption());
    String mapping = table.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
    this.nameMapping = mapping == null ? null : NameMappingParser.fromJson(mapping);
  }

  /**
   * The rows of a task that no delete file deletes, in the order of the data file. Columns that
   * deletes need may follow those asked for.
   */
  public CloseableIterable<InternalRow> live(FileScanTask task) {
    return live(task, delete -> true);
  }

  /** The same, but of the delete files only those that {@code applied} accepts are applied. */
  CloseableIterable<InternalRow> live(FileScanTask task, Predicate<DeleteFile> applied) {
    Deletes deletes = new Deletes(task, task.deletes().stream().filter(applied).toList());
    CloseableIterable<InternalRow> rows =
        open(task.file(), deletes.requiredSchema())
            .split(task.start(), task.length())
            .idToConstant(PartitionUtil.constantsMap(task, SparkUtil::internalToSpark))
            .build();
    return deletes.filter(rows);
  }

  /** All rows of a data file, whether or not they have been deleted since. */
  public CloseableIterable<InternalRow> all(DataFile file) {
    return open(file, schema).build();
  }

  /** The rows of an equality-delete file. */
  CloseableIterable<InternalRow> all(DeleteFile file) {
    return open(file.format(), io.newInputFile(file), schema).build();
  }

  private ReadBuilder<InternalRow, ?> open(DataFile file, Schema projection) {
    return open(file.format(), io.newInputFile(file), projection);
  }

  private ReadBuilder<InternalRow, ?> open(FileFormat format, InputFile file, Schema projection) {
    ReadBuilder<InternalRow, ?> reader =
        FormatModelRegistry.readBuilder(format, InternalRow.class, file);
    return reader.project(projection).withNameMapping(nameMapping).reuseContainers();
  }

  private Types.NestedField field(int id) {
    Types.NestedField current = table.schema().findField(id);
    return current != null
        ? current
        : table.schemas().values().stream()
            .map(past -> past.findField(id))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
  }

  private final class Deletes extends DeleteFilter<InternalRow> {
    private final InternalRowStruct struct;

    Deletes(FileScanTask task, List<DeleteFile> deletes) {
      super(
          task.file().location(),
          deletes,
          PhysicalRows.this::field,
          schema,
          new DeleteCounter(),
          true);
      this.struct = new InternalRowStruct(requiredSchema().asStruct());
    }

    @Override
    protected StructLike asStructLike(InternalRow row) {
      return struct.wrap(row);
    }

    @Override
    protected InputFile getInputFile(String location) {
      return io.newInputFile(location);
    }

    @Override
    protected InputFile loadInputFile(DeleteFile file) {
      return io.newInputFile(file);
    }
  }
}
