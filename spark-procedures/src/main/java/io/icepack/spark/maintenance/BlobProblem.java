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

import org.apache.spark.sql.Row;

/**
 * Values of a table that cannot be read.
 *
 * @param kind what is wrong
 * @param object location of the object that they are in, null if their descriptors do not tell
 * @param column one of the columns that have such values
 * @param dataFile one of the data files that have such values
 * @param values number of values
 * @param message what happened to one of them
 */
public record BlobProblem(
    Kind kind, String object, String column, String dataFile, long values, String message) {

  /** What is wrong with a value. */
  public enum Kind {
    /** Its object does not exist. */
    MISSING,

    /** Its object ends before the value. */
    TRUNCATED,

    /** Its descriptor means nothing, or storage fails to read the object. */
    UNREADABLE
  }

  static BlobProblem of(Row row) {
    return new BlobProblem(
        Kind.valueOf(row.getString(0)),
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getLong(4),
        row.getString(5));
  }
}
