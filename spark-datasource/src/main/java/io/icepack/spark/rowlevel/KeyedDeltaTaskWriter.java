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
package io.icepack.spark.rowlevel;

import io.icepack.spark.merge.RowKind;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.write.RunWriter;
import io.icepack.spark.write.TaskWrite;
import io.icepack.spark.write.WriteMetrics;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** Writes the changes of one task of a statement on a primary-key table. */
final class KeyedDeltaTaskWriter implements DeltaWriter<InternalRow> {

  private final TaskWrite task;
  private final RunWriter runs;
  private final KeyedDeltaContext context;
  private final RowKind update;
  private final RowKind delete;
  private final List<String> names;
  private final DataType[] types;
  private final int[] keys;
  private final int keyLength;
  private final int columns;

  KeyedDeltaTaskWriter(Table table, KeyedDeltaContext context, int partitionId, long taskId)
      throws IOException {
    this.task = new TaskWrite(table, context.rows(), partitionId, taskId);
    this.runs = new RunWriter(table, context.rows(), task);
    this.context = context;
    PrimaryKey key = context.rows().runs().key();
    boolean upsert = !key.storesRowKind();
    this.update = upsert ? RowKind.UPDATE_AFTER : RowKind.REPLACE;
    this.delete = upsert ? RowKind.DELETE : RowKind.REMOVE;
    this.names = Arrays.asList(context.keyType().fieldNames());
    StructType rows = context.rows().sparkSchema();
    this.types = names.stream().map(name -> rows.apply(name).dataType()).toArray(DataType[]::new);
    this.keys = names.stream().mapToInt(rows::fieldIndex).toArray();
    this.keyLength = key.fields().size();
    this.columns = rows.length();
  }

  @Override
  public void delete(InternalRow metadata, InternalRow id) throws IOException {
    if (!context.deletes()) {
      return;
    }
    Object[] values = new Object[columns];
    for (int i = 0; i < keys.length; i++) {
      values[keys[i]] = id.get(i, types[i]);
    }
    runs.write(delete, new GenericInternalRow(values));
  }

  @Override
  public void update(InternalRow metadata, InternalRow id, InternalRow row) throws IOException {
    for (int i = 0; i < keyLength; i++) {
      Object before = id.get(i, types[i]);
      Object after = row.isNullAt(keys[i]) ? null : row.get(keys[i], types[i]);
      if (!Objects.deepEquals(before, after)) {
        throw new ValidationException(
            "Cannot update column %s of table %s from %s to %s: it is part of the primary key; "
                + "delete the row and insert another",
            names.get(i), context.table(), before, after);
      }
    }
    boolean known = context.origins() >= 0 && !metadata.isNullAt(context.origins());
    task.origins(known ? metadata.getArray(context.origins()) : null);
    runs.write(update, row);
    task.origins(null);
  }

  @Override
  public void insert(InternalRow row) throws IOException {
    runs.write(RowKind.INSERT, row);
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return WriteMetrics.of(task);
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    return runs.commit();
  }

  @Override
  public void abort() {
    runs.abort();
  }

  @Override
  public void close() throws IOException {
    runs.close();
  }
}
