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

import java.util.Map;
import org.apache.iceberg.IsolationLevel;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;

/** Iceberg's table properties for the isolation of UPDATE, DELETE and MERGE. */
final class IsolationLevels {

  private IsolationLevels() {}

  /** Whether a statement must fail if others added rows that it should have seen. */
  static boolean isSerializable(Table table, Command command) {
    Map<String, String> properties = table.properties();
    String level =
        switch (command) {
          case DELETE ->
              properties.getOrDefault(
                  TableProperties.DELETE_ISOLATION_LEVEL,
                  TableProperties.DELETE_ISOLATION_LEVEL_DEFAULT);
          case UPDATE ->
              properties.getOrDefault(
                  TableProperties.UPDATE_ISOLATION_LEVEL,
                  TableProperties.UPDATE_ISOLATION_LEVEL_DEFAULT);
          case MERGE ->
              properties.getOrDefault(
                  TableProperties.MERGE_ISOLATION_LEVEL,
                  TableProperties.MERGE_ISOLATION_LEVEL_DEFAULT);
        };
    return IsolationLevel.fromName(level) == IsolationLevel.SERIALIZABLE;
  }
}
