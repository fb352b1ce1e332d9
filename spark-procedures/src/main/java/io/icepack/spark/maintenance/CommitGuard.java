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

import io.icepack.spark.table.ForwardingTableOperations;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CleanableFailure;

/**
 * Table operations that look at what is to be committed, each time that it is tried, and know
 * whether it may have been committed.
 */
final class CommitGuard extends ForwardingTableOperations {

  /** Throws to keep metadata from being committed. */
  @FunctionalInterface
  interface Check {
    void check(TableMetadata base, TableMetadata metadata);
  }

  private final Check check;
  private boolean uncertain;

  CommitGuard(TableOperations operations, Check check) {
    super(operations);
    this.check = check;
  }

  /** Whether something was committed or may have been. */
  boolean mayHaveCommitted() {
    return uncertain;
  }

  @Override
  public void commit(TableMetadata base, TableMetadata metadata) {
    check.check(base, metadata);
    uncertain = true;
    try {
      super.commit(base, metadata);
    } catch (RuntimeException e) {
      uncertain = !(e instanceof CleanableFailure);
      throw e;
    }
  }
}
