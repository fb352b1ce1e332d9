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
package io.icepack.spark.procedures;

import io.icepack.spark.table.ForwardingTableOperations;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;

/** Table operations whose commits meet with an accident. */
final class TamperedOperations extends ForwardingTableOperations {

  /** What happens instead of a commit. */
  @FunctionalInterface
  interface Tampering {
    void commit(Runnable commit);
  }

  private final Tampering tampering;

  TamperedOperations(TableOperations operations, Tampering tampering) {
    super(operations);
    this.tampering = tampering;
  }

  @Override
  public void commit(TableMetadata base, TableMetadata metadata) {
    tampering.commit(() -> super.commit(base, metadata));
  }
}
