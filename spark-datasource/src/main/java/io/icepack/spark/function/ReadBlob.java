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
package io.icepack.spark.function;

import io.icepack.blob.descriptor.DataUri;
import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.blob.read.PayloadTooLargeException;
import io.icepack.blob.store.PayloadRange;
import io.icepack.spark.column.ExternalReaders;
import io.icepack.spark.io.ExternalStorage;
import io.icepack.spark.scan.ReadSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.TaskCompletionListener;

/**
 * {@code read_blob(descriptor [, offset, length])}: the bytes that a descriptor points at, or a
 * part of them. It knows no table, so every object is an external one. Streams stay open for the
 * rows of one task. {@link BlobReads} fetches for several rows at a time.
 */
final class ReadBlob extends BlobFunction<byte[]> {

  private static final String NAME = "read_blob";
  private static final String CALL =
      "read_blob(descriptor BINARY [, offset BIGINT, length BIGINT])";

  private final String catalog;
  private final ExternalStorage storage;
  private final ReadSettings settings;
  private transient ExternalReaders readers;

  private ReadBlob(
      String catalog, ExternalStorage storage, ReadSettings settings, DataType... parameters) {
    super(NAME, DataTypes.BinaryType, parameters);
    this.catalog = catalog;
    this.storage = storage;
    this.settings = settings;
  }

  @Override
  public String canonicalName() {
    return super.canonicalName() + " in " + catalog;
  }

  /** The function before it is known with how many arguments it is called. */
  record Unbound(String catalog) implements UnboundFunction {
    @Override
    public String name() {
      return NAME;
    }

    @Override
    public String description() {
      return CALL
          + " - the bytes that a descriptor points at, or length bytes of them from an offset, "
          + "all that follow it if length is -1";
    }

    @Override
    public BoundFunction bind(StructType arguments) {
      ExternalStorage storage =
          ExternalStorage.of(
              SparkSession.active(), catalog, Map.of(), CaseInsensitiveStringMap.empty());
      ReadSettings settings = ReadSettings.ofSession(SparkSession.active(), catalog, "blobs");
      for (ReadBlob function :
          List.of(
              new ReadBlob(catalog, storage, settings, DataTypes.BinaryType),
              new ReadBlob(
                  catalog,
                  storage,
                  settings,
                  DataTypes.BinaryType,
                  DataTypes.LongType,
                  DataTypes.LongType))) {
        if (function.takes(arguments)) {
          return function;
        }
      }
      throw refused(CALL, arguments);
    }
  }

  /** Opens readers for the objects of one task. */
  ExternalReaders open() {
    return new ExternalReaders(() -> storage);
  }

  ReadSettings settings() {
    return settings;
  }

  /** What a call reads, null if one of its arguments is null. */
  PayloadRange range(InternalRow arguments) {
    if (anyNull(arguments)) {
      return null;
    }
    SerializedDescriptor descriptor = SerializedDescriptor.decode(arguments.getBinary(0));
    return arguments.numFields() == 1
        ? descriptor.range()
        : part(descriptor, arguments.getLong(1), arguments.getLong(2));
  }

  @Override
  public byte[] produceResult(InternalRow arguments) {
    PayloadRange range = range(arguments);
    if (range == null) {
      return null;
    }
    return DataUri.matches(range.location()) ? DataUri.read(range) : read(range);
  }

  private static PayloadRange part(SerializedDescriptor descriptor, long offset, long length) {
    long end = descriptor.length();
    boolean open = end == SerializedDescriptor.TO_END;
    if (offset < 0
        || length < SerializedDescriptor.TO_END
        || !open && (offset > end || length > end - offset)
        || offset > Long.MAX_VALUE - descriptor.offset() - Math.max(0, length)) {
      throw new IllegalArgumentException(
          String.format(
              "Cannot read %s at %d of a blob of %s: the range is not within it",
              length == SerializedDescriptor.TO_END ? "all bytes" : length + " bytes",
              offset,
              open ? "unknown length" : end + " bytes"));
    }
    if (length == SerializedDescriptor.TO_END) {
      length = open ? PayloadRange.REST : end - offset;
    }
    return new PayloadRange(descriptor.uri(), descriptor.offset() + offset, length);
  }

  private byte[] read(PayloadRange range) {
    TaskContext task = TaskContext.get();
    if (task == null) {
      try (ExternalReaders opened = open()) {
        return read(opened, range);
      }
    }
    if (readers == null) {
      readers = open();
      task.addTaskCompletionListener((TaskCompletionListener) context -> readers.close());
    }
    return read(readers, range);
  }

  private static byte[] read(ExternalReaders readers, PayloadRange range) {
    try {
      return readers.reader(range.location()).read(List.of(range)).get(0).array();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  static UncheckedIOException unreadable(IOException cause) {
    String remedy =
        cause instanceof PayloadTooLargeException ? "; read parts of it by " + CALL : "";
    return new UncheckedIOException(cause.getMessage() + remedy, cause);
  }
}
