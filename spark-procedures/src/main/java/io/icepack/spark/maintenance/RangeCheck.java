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

import io.icepack.blob.base.TableLocations;
import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.HadoopBlobStore;
import io.icepack.blob.store.PayloadRange;
import io.icepack.blob.store.RetryPolicy;
import io.icepack.blob.store.RetryingBlobStore;
import io.icepack.spark.io.ExternalStorage;
import io.icepack.spark.io.FileIoBlobStore;
import io.icepack.spark.table.TableBases;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.apache.iceberg.Table;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Checks ranges, those of one object one after the other, and returns a row for each that has a
 * problem.
 *
 * @param table the table as executors see it
 * @param external how to reach objects that it does not own
 * @param deep whether to read the bytes
 */
record RangeCheck(Table table, ExternalStorage external, boolean deep)
    implements MapPartitionsFunction<Row, Row> {

  /** Whether {@link DescriptorReader#OBJECT} is that of an External value. */
  static final String EXTERNAL = "external";

  static final String KIND = "problem_kind";
  static final String VALUES = "values";

  static final Encoder<Row> ENCODER =
      Encoders.row(
          new StructType()
              .add(KIND, DataTypes.StringType)
              .add(DescriptorReader.OBJECT, DataTypes.StringType)
              .add(DescriptorReader.COLUMN, DataTypes.StringType)
              .add(DescriptorReader.DATA_FILE, DataTypes.StringType)
              .add(VALUES, DataTypes.LongType)
              .add(DescriptorReader.PROBLEM, DataTypes.StringType));

  @Override
  public Iterator<Row> call(Iterator<Row> ranges) {
    SparkJobs.closeAfterTask(table, TaskContext.get());
    ObjectReader reader = new ObjectReader(table, external, deep);
    SparkJobs.closeAfterTask(reader, TaskContext.get());
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(ranges, 0), false)
        .map(range -> check(reader, range))
        .filter(Objects::nonNull)
        .iterator();
  }

  private static Row check(ObjectReader reader, Row range) {
    TaskContext.get().killTaskIfInterrupted();
    String problem = range.getAs(DescriptorReader.PROBLEM);
    if (problem != null) {
      return row(BlobProblem.Kind.UNREADABLE, range, problem);
    }
    PayloadRange payload =
        new PayloadRange(
            range.getAs(DescriptorReader.OBJECT),
            range.<Long>getAs(DescriptorReader.POSITION),
            range.<Long>getAs(DescriptorReader.SIZE));
    try {
      reader.check(payload, range.getAs(EXTERNAL));
      return null;
    } catch (FileNotFoundException e) {
      return row(BlobProblem.Kind.MISSING, range, e.getMessage());
    } catch (EOFException e) {
      return row(BlobProblem.Kind.TRUNCATED, range, e.getMessage());
    } catch (IOException | RuntimeException e) {
      return row(BlobProblem.Kind.UNREADABLE, range, e.getMessage());
    }
  }

  private static Row row(BlobProblem.Kind kind, Row range, String problem) {
    return RowFactory.create(
        kind.name(),
        range.getAs(DescriptorReader.OBJECT),
        range.getAs(DescriptorReader.COLUMN),
        range.getAs(DescriptorReader.DATA_FILE),
        range.getAs(VALUES),
        problem);
  }

  /**
   * Knows the length of the object at hand, and has it open if bytes are read. Objects are reached
   * as queries reach them.
   */
  private static final class ObjectReader implements AutoCloseable {
    private final BlobStore own;
    private final TableLocations locations;
    private final ExternalStorage storage;
    private final boolean deep;
    private HadoopBlobStore opened;
    private BlobStore outside;
    private BlobStore store;
    private String location;
    private long length;
    private IOException failure;
    private BlobInput input;

    ObjectReader(Table table, ExternalStorage storage, boolean deep) {
      this.own = FileIoBlobStore.of(table.io());
      this.locations = TableBases.resolver(table).locations();
      this.storage = storage;
      this.deep = deep;
    }

    void check(PayloadRange payload, boolean isExternal) throws IOException {
      BlobStore wanted = isExternal && !locations.owns(payload.location()) ? external() : own;
      if (!payload.location().equals(location) || wanted != store) {
        store = wanted;
        open(payload.location());
      }
      if (failure != null) {
        throw failure;
      }
      PayloadRange range = payload.settle(length);
      if (range.end() > length) {
        throw new EOFException(
            "Cannot read %d bytes at %d of %s: the object has %d bytes"
                .formatted(range.length(), range.position(), location, length));
      }
      if (deep) {
        read(range);
      }
    }

    private BlobStore external() {
      if (outside == null) {
        opened = storage.open();
        outside = new RetryingBlobStore(opened, RetryPolicy.DEFAULT);
      }
      return outside;
    }

    private void open(String newLocation) throws IOException {
      closeInput();
      location = newLocation;
      failure = null;
      try {
        length = store.length(location);
      } catch (IOException e) {
        failure = e;
      }
    }

    private void read(PayloadRange range) throws IOException {
      if (input == null) {
        input = store.open(location, length);
      }
      try (InputStream bytes = input.stream(range.position(), range.length())) {
        bytes.transferTo(OutputStream.nullOutputStream());
      }
    }

    private void closeInput() throws IOException {
      if (input != null) {
        input.close();
        input = null;
      }
    }

    @Override
    public void close() throws IOException {
      try {
        closeInput();
      } finally {
        if (opened != null) {
          opened.close();
        }
      }
    }
  }
}
