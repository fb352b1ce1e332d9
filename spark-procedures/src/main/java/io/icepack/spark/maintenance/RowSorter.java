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

import io.icepack.spark.table.InternalRowStruct;
import java.io.IOException;
import java.util.Comparator;
import java.util.Iterator;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.SortOrderComparators;
import org.apache.iceberg.StructLike;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.execution.UnsafeExternalRowSorter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.collection.unsafe.sort.PrefixComparator;
import org.apache.spark.util.collection.unsafe.sort.RecordComparator;
import scala.jdk.javaapi.CollectionConverters;

/** Sorts the rows of one task by an Iceberg sort order, on disk if memory does not suffice. */
final class RowSorter {

  private final Schema schema;
  private final StructType type;
  private final SortOrder order;

  /**
   * Prepares to sort.
   *
   * @param schema columns of the rows
   * @param type the same as Spark types
   */
  RowSorter(Schema schema, StructType type, SortOrder order) {
    this.schema = schema;
    this.type = type;
    this.order = order;
  }

  /** Takes all rows and returns them in order; each is valid until the next. */
  Iterator<InternalRow> sort(Iterator<InternalRow> rows) throws IOException {
    UnsafeExternalRowSorter sorter =
        UnsafeExternalRowSorter.createWithRecordComparator(
            type,
            RowOrder::new,
            new NoPrefixOrder(),
            new NoPrefix(),
            TaskContext.get().taskMemoryManager().pageSizeBytes(),
            false);
    UnsafeProjection copy = UnsafeProjection.create(type);
    while (rows.hasNext()) {
      sorter.insertRow(copy.apply(rows.next()));
    }
    return CollectionConverters.asJava(sorter.sort());
  }

  private final class RowOrder extends RecordComparator {
    private final Comparator<StructLike> comparator = SortOrderComparators.forSchema(schema, order);
    private final UnsafeRow left = new UnsafeRow(type.length());
    private final UnsafeRow right = new UnsafeRow(type.length());
    private final InternalRowStruct leftStruct =
        new InternalRowStruct(schema.asStruct()).wrap(left);
    private final InternalRowStruct rightStruct =
        new InternalRowStruct(schema.asStruct()).wrap(right);

    @Override
    public int compare(
        Object leftBase,
        long leftOffset,
        int leftLength,
        Object rightBase,
        long rightOffset,
        int rightLength) {
      left.pointTo(leftBase, leftOffset, leftLength);
      right.pointTo(rightBase, rightOffset, rightLength);
      return comparator.compare(leftStruct, rightStruct);
    }
  }

  private static final class NoPrefixOrder extends PrefixComparator {
    @Override
    public int compare(long left, long right) {
      return 0;
    }
  }

  private static final class NoPrefix extends UnsafeExternalRowSorter.PrefixComputer {
    private final Prefix prefix = new Prefix();

    @Override
    public Prefix computePrefix(InternalRow row) {
      return prefix;
    }
  }
}
