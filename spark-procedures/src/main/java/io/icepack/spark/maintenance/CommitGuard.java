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

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * Table operations that look at what is to be committed, each time that it is tried, and know
 * whether it may have been committed.
 */
final class CommitGuard implements TableOperations {

  /** Throws to keep metadata from being committed. */
  @FunctionalInterface
  interface Check {
    void check(TableMetadata base, TableMetadata metadata);
  }

  private final TableOperations operations;
  private final Check check;
  private boolean uncertain;

  CommitGuard(TableOperations operations, Check check) {
    this.operations = operations;
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
      operations.commit(base, metadata);
    } catch (RuntimeException e) {
      uncertain = !(e instanceof CleanableFailure);
      throw e;
    }
  }

  @Override
  public TableMetadata current() {
    return operations.current();
  }

  @Override
  public TableMetadata refresh() {
    return operations.refresh();
  }

  @Override
  public FileIO io() {
    return operations.io();
  }

  @Override
  public EncryptionManager encryption() {
    return operations.encryption();
  }

  @Override
  public String metadataFileLocation(String fileName) {
    return operations.metadataFileLocation(fileName);
  }

  @Override
  public LocationProvider locationProvider() {
    return operations.locationProvider();
  }

  @Override
  public TableOperations temp(TableMetadata uncommittedMetadata) {
    return operations.temp(uncommittedMetadata);
  }

  @Override
  public long newSnapshotId() {
    return operations.newSnapshotId();
  }

  @Override
  public boolean requireStrictCleanup() {
    return operations.requireStrictCleanup();
  }
}
