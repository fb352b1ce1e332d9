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
package io.icepack.spark.column;

import io.icepack.spark.io.ExternalStorage;
import java.io.Serializable;
import org.apache.iceberg.SerializableTable;
import org.apache.iceberg.Table;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;

/**
 * The {@link ReadSession} of a function that is evaluated in a plan: opened when it is first needed
 * and closed with the task. Sent to executors.
 */
final class TaskReadSession implements Serializable {

  private final Table table;
  private final ExternalStorage external;
  private transient ReadSession session;

  TaskReadSession(Table table, ExternalStorage external) {
    this.table = SerializableTable.copyOf(table);
    this.external = external;
  }

  /** Full name of the table, for errors. */
  String table() {
    return table.name();
  }

  ReadSession get() {
    if (session == null) {
      session = ReadSession.open(table.name(), table, () -> external);
      TaskContext task = TaskContext.get();
      if (task != null) {
        task.addTaskCompletionListener((TaskCompletionListener) context -> close());
      }
    }
    return session;
  }

  private void close() {
    session.close();
    session = null;
  }
}
