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
package io.icepack.spark.arrow;

import io.icepack.spark.scan.ColumnarRows;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** Reads the rows of files for Spark's own file scan. */
final class ArrowRows extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>>
    implements Serializable {

  private final Broadcast<SerializableConfiguration> configuration;
  private final ArrowColumns columns;

  ArrowRows(Broadcast<SerializableConfiguration> configuration, ArrowColumns columns) {
    this.configuration = configuration;
    this.columns = columns;
  }

  @Override
  public Iterator<InternalRow> apply(PartitionedFile file) {
    try {
      ColumnarRows reader =
          new ColumnarRows(new ArrowBatchReader(configuration.value().value(), file, columns));
      TaskCompletionListener close = context -> close(reader);
      TaskContext.get().addTaskCompletionListener(close);
      return new Rows(reader);
    } catch (IOException e) {
      // As it is: Spark tells a missing file from a corrupt one.
      Platform.throwException(e);
      throw new AssertionError(e);
    }
  }

  private static void close(ColumnarRows reader) {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Rows extends AbstractIterator<InternalRow> {
    private final ColumnarRows reader;
    private Boolean hasNext;

    Rows(ColumnarRows reader) {
      this.reader = reader;
    }

    @Override
    public boolean hasNext() {
      try {
        if (hasNext == null) {
          hasNext = reader.next();
        }
        return hasNext;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public InternalRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException("Cannot answer a row: there are no more");
      }
      hasNext = null;
      return reader.get();
    }
  }
}
