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

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.Table;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;

/** Opens the writers of tasks that change a primary-key table. */
record KeyedDeltaTaskWriterFactory(Broadcast<Table> table, KeyedDeltaContext context)
    implements DeltaWriterFactory {

  @Override
  public DeltaWriter<InternalRow> createWriter(int partitionId, long taskId) {
    try {
      return new KeyedDeltaTaskWriter(table.value(), context, partitionId, taskId);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write to table " + context.table(), e);
    }
  }
}
