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
package io.icepack.spark.merge;

import java.io.IOException;
import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.execution.SortPrefixUtils;
import org.apache.spark.sql.execution.UnsafeExternalRowSorter;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;
import scala.math.Ordering;

/**
 * Sorts the rows of one Spark task by their first columns, in the task's memory and, if that does
 * not suffice, on disk.
 */
public final class KeySorter {

  private final UnsafeProjection copy;
  private final UnsafeExternalRowSorter sorter;

  /**
   * Prepares to sort in the running task.
   *
   * @param type columns of the rows
   * @param columns number of leading columns to sort by
   */
  public KeySorter(StructType type, int columns) throws IOException {
    this.copy = UnsafeProjection.create(type);
    StructType prefix = new StructType(new StructField[] {type.fields()[0]});
    this.sorter =
        UnsafeExternalRowSorter.create(
            type,
            Ordering.comparatorToOrdering(KeyOrder.of(type, columns)),
            SortPrefixUtils.getPrefixComparator(prefix),
            SortPrefixUtils.createPrefixGenerator(prefix),
            TaskContext.get().taskMemoryManager().pageSizeBytes(),
            false);
  }

  /** Takes a row, which is copied. */
  public void insert(InternalRow row) throws IOException {
    sorter.insertRow(copy.apply(row));
  }

  /** The rows in order, as {@code UnsafeRow}s, each valid until the next. */
  public Iterator<InternalRow> sort() throws IOException {
    return CollectionConverters.asJava(sorter.sort());
  }

  /** Frees memory and disk; a task that ends does so as well. */
  public void close() {
    sorter.cleanupResources();
  }
}
