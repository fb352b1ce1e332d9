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
package io.icepack.spark.write;

import io.icepack.spark.merge.KeyOrder;
import io.icepack.spark.merge.KeySorter;
import java.io.IOException;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.ProjectingInternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Sorts the rows of one task by run, key and arrival, on disk if memory does not suffice. Rows hold
 * descriptors: their payloads are stored before they come here.
 */
public final class RunSorter {

  private final StructType rowType;
  private final StructType keyType;
  private final int[] keys;
  private final StructType sortedType;
  private final int identity;
  private final KeySorter sorter;
  private final JoinedRow joined = new JoinedRow();
  private long arrivals;

  /**
   * Prepares to sort.
   *
   * @param rowType columns of the rows
   * @param keys ordinals of the key columns
   */
  public RunSorter(StructType rowType, int[] keys) throws IOException {
    this.rowType = rowType;
    this.keys = keys.clone();
    this.keyType =
        new StructType(
            IntStream.of(keys).mapToObj(i -> rowType.fields()[i]).toArray(StructField[]::new));
    StructType lead = new StructType().add("run", DataTypes.IntegerType, false);
    for (int i = 0; i < keys.length; i++) {
      lead = lead.add("key" + i, keyType.fields()[i].dataType(), true);
    }
    this.identity = lead.length();
    lead = lead.add("arrival", DataTypes.LongType, false);
    int ordered = lead.length();
    lead = lead.add("kind", DataTypes.IntegerType, false);
    for (int i = 0; i < rowType.length(); i++) {
      lead = lead.add("value" + i, rowType.fields()[i].dataType(), true);
    }
    this.sortedType = lead;
    this.sorter = new KeySorter(sortedType, ordered);
  }

  /**
   * Takes a row.
   *
   * @param run number of the run that the row belongs to
   * @param kind code of its row kind
   */
  public void insert(int run, int kind, InternalRow row) throws IOException {
    Object[] lead = new Object[identity + 2];
    lead[0] = run;
    for (int i = 0; i < keys.length; i++) {
      lead[i + 1] = row.get(keys[i], keyType.fields()[i].dataType());
    }
    lead[identity] = arrivals++;
    lead[identity + 1] = kind;
    sorter.insert(joined.apply(new GenericInternalRow(lead), row));
  }

  /** The rows in order, each valid until the next. */
  public Iterator<InternalRow> sort() throws IOException {
    return sorter.sort();
  }

  /** Number of columns of a sorted row. */
  int width() {
    return sortedType.length();
  }

  /** Tells whether two sorted rows belong to one run and have one key. */
  Comparator<InternalRow> identity() {
    return KeyOrder.of(sortedType, identity);
  }

  public int run(InternalRow sorted) {
    return sorted.getInt(0);
  }

  int kind(InternalRow sorted) {
    return sorted.getInt(identity + 1);
  }

  /** A view of the key columns of sorted rows. */
  ProjectingInternalRow keyView() {
    return view(keyType, 1);
  }

  /** A view of sorted rows as they were inserted. */
  public ProjectingInternalRow rowView() {
    return view(rowType, identity + 2);
  }

  private static ProjectingInternalRow view(StructType type, int first) {
    List<Object> ordinals =
        IntStream.range(first, first + type.length()).<Object>mapToObj(i -> i).toList();
    return ProjectingInternalRow.apply(type, CollectionConverters.asScala(ordinals).toIndexedSeq());
  }

  /** Frees memory and disk, at the latest when the task ends. */
  public void close() {
    sorter.close();
  }
}
