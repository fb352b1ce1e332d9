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

import io.icepack.spark.table.PrimaryKey;
import java.io.Serializable;

/**
 * How tasks write rows of a primary-key table; sent to executors.
 *
 * @param key the primary key
 * @param tombstones whether older rows of the same keys may exist, which equality deletes hide from
 *     other readers; none do in a statement that replaces them
 * @param rowKinds tells the kinds of the rows, null if all are insertions or the statement tells
 */
public record RunContext(PrimaryKey key, boolean tombstones, RowKindColumn rowKinds)
    implements Serializable {

  /** Rows whose kinds no column tells. */
  public RunContext(PrimaryKey key, boolean tombstones) {
    this(key, tombstones, null);
  }
}
