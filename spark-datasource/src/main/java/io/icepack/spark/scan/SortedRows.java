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
package io.icepack.spark.scan;

import io.icepack.spark.merge.KeySorter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.ProjectingInternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** The rows of a file in the order of their keys, and of their positions where keys are equal. */
final class SortedRows implements CloseableIterable<InternalRow> {

  private final CloseableIterable<InternalRow> rows;
  private final StructType type;
  private final StructType sortedType;
  private final List<Object> ordinals = new ArrayList<>();
  private final KeySorter sorter;

  /**
   * Prepares to sort.
   *
   * @param rows rows as they are stored
   * @param keyColumns number of key columns, which come first
   */
  SortedRows(CloseableIterable<InternalRow> rows, StructType type, int keyColumns)
      throws IOException {
    this.rows = rows;
    this.type = type;
    StructType sorted = new StructType();
    for (StructField field : type.fields()) {
      if (sorted.length() == keyColumns) {
        sorted = sorted.add("position", DataTypes.LongType, false);
      }
      ordinals.add(sorted.length());
      sorted = sorted.add(field);
    }
    this.sortedType =
        sorted.length() == keyColumns ? sorted.add("position", DataTypes.LongType, false) : sorted;
    this.sorter = new KeySorter(sortedType, keyColumns + 1);
  }

  @Override
  public CloseableIterator<InternalRow> iterator() {
    try {
      insertAll();
      ProjectingInternalRow view =
          ProjectingInternalRow.apply(type, CollectionConverters.asScala(ordinals).toIndexedSeq());
      Iterator<InternalRow> sorted = sorter.sort();
      return CloseableIterator.transform(
          new CloseableIterator<InternalRow>() {
            @Override
            public boolean hasNext() {
              return sorted.hasNext();
            }

            @Override
            public InternalRow next() {
              return sorted.next();
            }

            @Override
            public void close() {
              sorter.close();
            }
          },
          row -> {
            view.project(row);
            return view;
          });
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot sort rows by key", e);
    }
  }

  private void insertAll() throws IOException {
    long position = 0;
    int keys = sortedType.fieldIndex("position");
    Object[] values = new Object[sortedType.length()];
    GenericInternalRow moved = new GenericInternalRow(values);
    try (CloseableIterator<InternalRow> all = rows.iterator()) {
      while (all.hasNext()) {
        InternalRow row = all.next();
        for (int i = 0; i < type.length(); i++) {
          int to = (Integer) ordinals.get(i);
          values[to] = row.isNullAt(i) ? null : row.get(i, type.fields()[i].dataType());
        }
        values[keys] = position++;
        sorter.insert(moved);
      }
    }
  }

  @Override
  public void close() throws IOException {
    sorter.close();
    rows.close();
  }
}
