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
package io.icepack.spark.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.Table;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;

/** Opens the writers of tasks that write new rows. */
record RowWriterFactory(Broadcast<Table> table, WriteContext context) implements DataWriterFactory {

  @Override
  public DataWriter<InternalRow> createWriter(int partitionId, long taskId) {
    Table local = table.value();
    TaskWrite task = new TaskWrite(local, context, partitionId, taskId);
    if (context.runs() == null) {
      return new RowTaskWriter(local, context, task);
    }
    try {
      return new RunTaskWriter(local, context, task);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write to table " + local.name(), e);
    }
  }
}
