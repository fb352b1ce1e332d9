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

import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.descriptor.BlobKind;
import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.blob.read.RangeReader;
import io.icepack.blob.read.ReadOptions;
import io.icepack.blob.read.ReadStats;
import io.icepack.blob.store.PayloadRange;
import io.icepack.spark.io.ExternalStorage;
import io.icepack.spark.io.FileIoBlobStore;
import io.icepack.spark.table.TableBases;
import java.io.Closeable;
import java.util.function.Supplier;
import org.apache.iceberg.Table;

/**
 * What the columns of one reading task share: where payloads lie, and who fetches them. Objects of
 * the table are read through its {@code FileIO}, others as {@link ExternalStorage} says.
 */
public final class ReadSession implements Closeable {

  private final String table;
  private final DescriptorResolver resolver;
  private final RangeReader own;
  private final ExternalReaders external;

  private ReadSession(
      String table, DescriptorResolver resolver, RangeReader own, ExternalReaders external) {
    this.table = table;
    this.resolver = resolver;
    this.own = own;
    this.external = external;
  }

  /**
   * Begins to read.
   *
   * @param name full name of the table, for errors
   * @param external asked for once a payload does not belong to the table
   */
  public static ReadSession open(String name, Table table, Supplier<ExternalStorage> external) {
    RangeReader own =
        new RangeReader(FileIoBlobStore.of(table.io()), ReadOptions.forLocation(table.location()));
    return new ReadSession(name, TableBases.resolver(table), own, new ExternalReaders(external));
  }

  /** Full name of the table, for errors. */
  String table() {
    return table;
  }

  /** A payload and the reader that fetches it. */
  record Located(PayloadRange range, RangeReader reader) {}

  Located locate(String column, Handle handle) {
    try {
      PayloadRange range = resolver.resolve(handle.descriptor(), handle.dataFile());
      boolean external = handle.descriptor().kind() == BlobKind.EXTERNAL;
      return external ? locate(range) : new Located(range, own);
    } catch (IllegalArgumentException e) {
      throw unresolved(column, e);
    }
  }

  Located locate(SerializedDescriptor descriptor) {
    return locate(descriptor.range());
  }

  private Located locate(PayloadRange range) {
    boolean ours = resolver.locations().owns(range.location());
    return new Located(range, ours ? own : external.reader(range.location()));
  }

  /** Absolute URI of the object, null for inline bytes. */
  String uri(String column, Handle handle) {
    if (handle.descriptor().inline() != null) {
      return null;
    }
    try {
      return resolver.uri(handle.descriptor(), handle.dataFile());
    } catch (IllegalArgumentException e) {
      throw unresolved(column, e);
    }
  }

  IllegalStateException unresolved(String column, IllegalArgumentException cause) {
    return new IllegalStateException(
        String.format("Cannot read column %s of table %s: %s", column, table, cause.getMessage()),
        cause);
  }

  /** What was fetched so far. */
  public ReadStats stats() {
    return own.stats().plus(external.stats());
  }

  @Override
  public void close() {
    own.close();
    external.close();
  }
}
